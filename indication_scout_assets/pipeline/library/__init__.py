"""Libraries of full texts: taking them in, cutting them into passages, keeping their vectors and their index.

What belongs here: the work over sources, store and ranking. Questions are answered from libraries in ``answering``.
"""
