from ..domain.statements import Synthesis
def trial_synthesis(drug_names, disease, matches, method): return Synthesis(kind="trials",disease_id=disease.disease_id,method=method)
