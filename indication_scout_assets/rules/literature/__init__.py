"""What follows from bibliographic records: identity, merging, studies, designs, retraction, recommendations.

What belongs here: rules on articles and on searches for them. What an article says of the drug is read in ``stance``
and ``effects``.
"""
