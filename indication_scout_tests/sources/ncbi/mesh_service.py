"""A small MeSH behind E-utilities' wire format, for the tests of headings and names."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

import httpx

HEADINGS: dict[str, tuple[str, list[str], list[str]]] = {
    "D006973": ("Hypertension", ["High Blood Pressure"], ["C14.907.489"]),
    "D006975": ("Hypertension, Portal", ["portal hypertension"], ["C06.552.494"]),
    "D006976": ("Hypertension, Pulmonary", ["pulmonary hypertension"], ["C08.381.423", "C14.907.489.631"]),
    "D000081029": ("Pulmonary Arterial Hypertension", [], ["C08.381.423.847"]),
    "D009290": ("Narcolepsy", ["Narcolepsy-Cataplexy Syndrome", "Gelineau Syndrome"], ["C10.886.425.800.200.750"]),
    "D003876": ("Dermatitis, Atopic", ["Eczema, Atopic", "Atopic Eczema"], ["C17.800.174.193"]),
    "D004485": ("Eczema", ["Eczematous Dermatitis"], ["C17.800.174.620"]),
    "D003928": ("Diabetic Nephropathies", ["Diabetic Nephropathy", "Nephropathy, Diabetic"], ["C12.777.419.192"]),
    "D003920": ("Diabetes Mellitus", [], ["C18.452.394.750", "C19.246"]),
    "D013684": ("Telangiectasis", ["Telangiectasia", "Spider Veins"], ["C14.907.823"]),
    "D007674": ("Kidney Diseases", ["Disease, Kidney"], ["C12.777.419"]),
    "D003863": ("Depression", ["Depressive Symptoms"], ["F01.145.126.350"]),
    "D003866": ("Depressive Disorder", ["Depression, Endogenous"], ["F03.600.300"]),
    "D000086382": ("COVID-19", ["SARS-CoV-2 Infection"], ["C01.748.610.763.500"]),
    "D000086742": ("COVID-19 Testing", [], ["E01.370.225.910"]),
    "D004827": ("Epilepsy", ["Aura", "Epilepsies", "Seizure Disorder"], ["C10.228.140.490"]),
    "D009765": ("Obesity", [], ["C18.654.726.500", "C23.888.144.699.500"]),
    "D012907": ("Smoking", ["Tobacco Smoking"], ["F01.145.805"]),
    "D011618": (
        "Psychotic Disorders",
        ["Psychotic Disorder", "Schizoaffective Disorder", "Psychoses"],
        ["F03.700.675"],
    ),
    "D065626": ("Fatty Invention", ["Made-Up Steatohepatitis"], ["C06.552.241.519"]),
    "C537048": ("Renal tubular dysgenesis", [], []),
}


def uid(ui: str) -> str:
    """As E-utilities number them: by rule for six digits, arbitrarily for nine."""
    return {"D": "68", "C": "67"}[ui[0]] + ui[1:] if len(ui) == 7 else "20" + ui[-5:]


class MeshService:
    """Answers esearch and esummary of db=mesh. ``down`` makes it fail; ``unknown`` hides headings."""

    def __init__(self, *, unknown: tuple[str, ...] = (), down: bool = False) -> None:
        self.down = down
        self._headings = {ui: heading for ui, heading in HEADINGS.items() if ui not in unknown}
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        sent = parse_qs(request.url.query.decode() + "&" + request.content.decode())
        self.asked.append(request.url.path.rsplit("/", 1)[-1] + " " + (sent.get("term") or sent["id"])[0])
        if self.down:
            return httpx.Response(503, text="down")
        assert sent["db"] == ["mesh"]
        if request.url.path.endswith("esearch.fcgi"):
            return self._search(sent["term"][0])
        return self._summary(sent["id"][0].split(","))

    def _search(self, term: str) -> httpx.Response:
        uids: list[str] = []
        for quoted, ui in re.findall(r'"([^"]*)"\[MeSH Terms\]|(\w+)\[MHUI\]', term):
            wanted = quoted.casefold()
            for known, (heading, entry_terms, _) in self._headings.items():
                # As the real service, a name also finds the headings that merely begin with it.
                names = [name.casefold() for name in (heading, *entry_terms)]
                if known == ui or (wanted and any(name == wanted or name.startswith(f"{wanted} ") for name in names)):
                    uids.append(uid(known))
        result = {"count": str(len(uids)), "idlist": uids, "querytranslation": term}
        return httpx.Response(200, json={"header": {}, "esearchresult": result})

    def _summary(self, uids: list[str]) -> httpx.Response:
        by_uid = {uid(ui): (ui, *heading) for ui, heading in self._headings.items()}
        result: dict[str, Any] = {"uids": uids}
        for record_uid in uids:
            if record_uid not in by_uid:
                result[record_uid] = {"uid": record_uid, "error": "cannot get document summary"}
                continue
            ui, heading, entry_terms, trees = by_uid[record_uid]
            result[record_uid] = {
                "uid": record_uid, "ds_recordtype": "descriptor", "ds_meshui": ui,
                "ds_meshterms": [heading, *entry_terms], "ds_scopenote": "",
                "ds_idxlinks": [{"parent": 1, "treenum": tree, "children": []} for tree in trees],
            }  # fmt: skip
        return httpx.Response(200, json={"header": {}, "result": result})
