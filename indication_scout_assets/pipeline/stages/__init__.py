"""The stages, a module per asset group; each stage says what it builds on, what it depends on and what must hold of it.

What belongs here: reading from the store, calling a room, and what is to be written. What does not: rules and wording.
"""
