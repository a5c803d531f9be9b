"""Libraries of full texts: taking them in, keeping their index, searching them, answering from them.

What belongs here: the work over sources, store, ranking and synthesis. Rules and layout are elsewhere.
"""
