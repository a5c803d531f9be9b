"""The way of the data, without Dagster: the stages, and the engine that runs them with caching and failure as data.

``stages`` holds a module per asset group: read from the store, call a room, write to the store. ``engine`` says what a
stage is and runs one for one drug, ``runner`` all of them; ``workbench`` holds what stages work with. What does not
belong here: rules, parsing, SQL, layout; each has its own room.
"""
