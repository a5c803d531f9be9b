"""Charts as SVG: each picture is one module, made of the few parts in ``svg`` and ``marks``.

What does not belong here: reading reports; a picture is given the values it draws.
"""
