"""What follows from bibliographic records: identity, merging, studies, designs, retraction, recommendations.

What belongs here: rules on articles and on searches for them. Reading single sentences is in ``language``.
"""
