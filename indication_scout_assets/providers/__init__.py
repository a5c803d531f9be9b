"""What all services have in common that a product of others answers: the HTTP library, one attempt at JSON, prices and
the budget.

What belongs here: what language models, embedders and sources share. How each is spoken to is in its own module.
"""
