"""Thin Dagster adapters, one module per asset group: read from the store, call a room, write to the store.

``stage`` says what a stage is and runs one for one drug; ``workbench`` holds what stages work with; ``adapter`` turns
a stage into a software-defined asset. ``discovery``, ``literature``, ``trials``, ``synthesis`` and ``reporting`` are
the groups. What does not belong here: rules, parsing, SQL, layout; each has its own room.
"""
