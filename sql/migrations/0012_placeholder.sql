-- Placeholder of this branch: the file of this number comes with another branch; delete this one when both meet.
SELECT 1;
