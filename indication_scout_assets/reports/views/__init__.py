"""What a report shows, prepared for layout: every decision taken, for all formats alike.

What belongs here: choosing, ordering and joining. The wording of single values is in ``words``, the layout in
``templates``.
"""
