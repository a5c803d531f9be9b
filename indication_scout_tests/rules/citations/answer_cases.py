"""Sentences a language model might write over a quotation: true ones and lies. All texts are invented.

What belongs here: the cases. ``TRUE`` was written before the rules that judge them; ``LATER_TRUE`` and ``LATER_LIES``
were written when the rules stood, and the rules were not changed for them.
"""

from __future__ import annotations

from typing import NamedTuple

SOURCES = {
    "oats": "Oat bran lowered LDL cholesterol by 0.4 mmol/L compared with wheat bran (p = 0.01) after 8 weeks.",
    "weight": "Body weight did not differ between the oat bran and wheat bran groups (p = 0.62).",
    "adenoma": "Metformin may reduce the risk of colorectal adenoma in patients with acromegaly.",
    "statins": "Use of statins was associated with a lower risk of death (HR 0.82, 95% CI 0.75 to 0.90).",
    "ketamine": "Pain at 12 weeks was reported by 18% of patients given ketamine and 31% of those given saline.",
    "zinc": "Zinc supplements shortened the duration of diarrhoea in children under 5 years, but not in infants younger "
    "than 6 months.",
    "rats": "In rats, curcumin attenuated liver fibrosis and reduced serum ALT.",
    "walking": "Walking speed improved significantly more in the exercise group than in the control group (0.12 m/s "
    "versus 0.03 m/s).",
    "falls": "There was no evidence that vitamin D prevented falls in older adults.",
    "insulin": "Hypoglycaemia was more frequent with insulin than with liraglutide (12.4% vs 3.1%).",
    "sleep": "Neither melatonin nor zolpidem improved sleep efficiency compared with placebo.",
    "pressure": "Mean systolic blood pressure decreased from 148 mmHg to 135 mmHg with amlodipine.",
    "relapses": "The trend towards fewer relapses with teriflumaz was not statistically significant (p = 0.08).",
    "probiotics": "Probiotics were well tolerated, and no serious adverse events occurred.",
    "mobilise": "These findings suggest that early mobilisation could shorten hospital stay after hip surgery.",
    "survival": "Median survival was 14.2 months with docetaxel and 11.7 months with best supportive care.",
    "strokes": "Women who took aspirin had fewer strokes than those who took placebo; no such difference was seen in "
    "men.",
    "ulcers": "Silicone dressings did not reduce the incidence of pressure ulcers.",
    "equal": "Sertraline and cognitive therapy were equally effective in reducing depressive symptoms.",
    "oxalate": "High-dose vitamin C increased urinary oxalate excretion by 28% in stone formers.",
    "response": "Sixty patients (25%) in the nivoralib arm and 36 (15%) in the placebo arm had a complete response.",
    "glucose": "Fasting glucose rose by 0.3 mmol/L in the control group and fell by 0.9 mmol/L in the berberine group.",
    "together": "The combination of ezetimibe and simvastatin lowered LDL cholesterol more than simvastatin alone.",
    "yoga": "Further studies are needed to confirm whether yoga is beneficial in low back pain.",
    "ultrasound": "Sensitivity of the ultrasound was 92% and its specificity 78%.",
    "coffee": "After adjustment for age, coffee intake was not associated with atrial fibrillation.",
    "injection": "Corticosteroid injection gave better short-term pain relief than physiotherapy, but outcomes were "
    "similar at 12 months.",
    "blood": "Tranexamic acid reduced blood loss by 110 mL without increasing thromboembolic events.",
}


class TrueCase(NamedTuple):
    """A sentence its source carries."""

    source: str
    text: str


class LieCase(NamedTuple):
    """A sentence its source does not carry."""

    what: str
    source: str
    text: str


TRUE = tuple(
    TrueCase(*case)
    for case in (
        ("oats", "After 8 weeks, oat bran reduced LDL cholesterol by 0.4 mmol/L compared with wheat bran."),
        ("oats", "LDL cholesterol was 0.4 mmol/L lower with oat bran than with wheat bran (p = 0.01)."),
        ("weight", "There was no difference in body weight between oat bran and wheat bran (p = 0.62)."),
        ("weight", "Body weight was similar in the oat bran and wheat bran groups."),
        ("adenoma", "Metformin may lower the risk of colorectal adenoma in acromegaly."),
        ("adenoma", "In patients with acromegaly, metformin might reduce colorectal adenoma risk."),
        ("statins", "Statin use was associated with a reduced risk of death (HR 0.82)."),
        ("statins", "The risk of death was lower among users of statins (HR 0.82, 95% CI 0.75 to 0.90)."),
        ("ketamine", "At 12 weeks, 18% of patients given ketamine and 31% given saline reported pain."),
        ("ketamine", "Fewer patients reported pain at 12 weeks with ketamine (18%) than with saline (31%)."),
        ("zinc", "Zinc shortened diarrhoea in children under 5 years but not in infants younger than 6 months."),
        ("zinc", "In children under 5 years, zinc supplements reduced the duration of diarrhoea; they did not in "
         "infants younger than 6 months."),
        ("rats", "Curcumin reduced liver fibrosis and serum ALT in rats."),
        ("rats", "In rats, curcumin lowered serum ALT."),
        ("walking", "Walking speed increased more with exercise than in controls (0.12 versus 0.03 m/s)."),
        ("walking", "The exercise group improved its walking speed significantly more than the control group."),
        ("falls", "No evidence was found that vitamin D prevents falls in older adults."),
        ("falls", "Vitamin D was not shown to prevent falls in older adults."),
        ("insulin", "Hypoglycaemia occurred more often with insulin (12.4%) than with liraglutide (3.1%)."),
        ("insulin", "Hypoglycaemia was less frequent with liraglutide than with insulin (3.1% vs 12.4%)."),
        ("sleep", "Compared with placebo, neither melatonin nor zolpidem improved sleep efficiency."),
        ("sleep", "Sleep efficiency was not improved by melatonin or zolpidem compared with placebo."),
        ("pressure", "With amlodipine, mean systolic blood pressure fell from 148 to 135 mmHg."),
        ("pressure", "Amlodipine decreased mean systolic blood pressure from 148 mmHg to 135 mmHg."),
        ("relapses", "There was a trend towards fewer relapses with teriflumaz, which was not significant (p = 0.08)."),
        ("relapses", "Teriflumaz did not significantly reduce relapses (p = 0.08)."),
        ("probiotics", "No serious adverse events occurred with probiotics."),
        ("probiotics", "Probiotics were well tolerated, without serious adverse events."),
        ("mobilise", "Early mobilisation could shorten hospital stay after hip surgery."),
        ("mobilise", "The findings suggest a shorter hospital stay with early mobilisation after hip surgery."),
        ("survival", "Patients on docetaxel had a median survival of 14.2 months, compared with 11.7 months with best "
         "supportive care."),
        ("survival", "Median survival was longer with docetaxel (14.2 months) than with best supportive care (11.7 "
         "months)."),
        ("strokes", "In women, aspirin was followed by fewer strokes than placebo, but not in men."),
        ("strokes", "Fewer strokes occurred in women who took aspirin than in those who took placebo, with no such "
         "difference in men."),
        ("ulcers", "Silicone dressings did not lower the incidence of pressure ulcers."),
        ("ulcers", "The incidence of pressure ulcers was not reduced by silicone dressings."),
        ("equal", "Sertraline and cognitive therapy reduced depressive symptoms equally."),
        ("equal", "Sertraline was as effective as cognitive therapy in reducing depressive symptoms."),
        ("oxalate", "In stone formers, urinary oxalate excretion rose by 28% with high-dose vitamin C."),
        ("oxalate", "High-dose vitamin C raised urinary oxalate excretion by 28%."),
        ("response", "A complete response was seen in 25% of patients in the nivoralib arm and 15% in the placebo arm."),
        ("response", "Complete responses were more common with nivoralib (25%) than with placebo (15%)."),
        ("glucose", "Fasting glucose fell by 0.9 mmol/L with berberine and rose by 0.3 mmol/L in the control group."),
        ("glucose", "Berberine lowered fasting glucose by 0.9 mmol/L, while it rose by 0.3 mmol/L in controls."),
        ("together", "Ezetimibe combined with simvastatin lowered LDL cholesterol more than simvastatin alone."),
        ("together", "LDL cholesterol was reduced more by ezetimibe and simvastatin than by simvastatin alone."),
        ("yoga", "Whether yoga is beneficial in low back pain needs further study."),
        ("ultrasound", "Ultrasound had a sensitivity of 92% and a specificity of 78%."),
        ("coffee", "Coffee intake was not associated with atrial fibrillation after adjustment for age."),
        ("coffee", "There was no association between coffee intake and atrial fibrillation after adjustment for age."),
        ("injection", "Corticosteroid injection relieved pain better than physiotherapy in the short term, but outcomes "
         "were similar at 12 months."),
        ("blood", "Blood loss was 110 mL lower with tranexamic acid, and thromboembolic events did not increase."),
        ("blood", "Tranexamic acid decreased blood loss by 110 mL and did not increase thromboembolic events."),
    )
)  # fmt: skip

LIES = tuple(
    LieCase(*case)
    for case in (
        ("number changed", "oats", "Oat bran lowered LDL cholesterol by 0.7 mmol/L compared with wheat bran."),
        ("number changed", "pressure", "Systolic blood pressure decreased from 148 mmHg to 125 mmHg with amlodipine."),
        ("digits swapped", "ketamine", "Pain at 12 weeks was reported by 81% of patients given ketamine."),
        ("digits swapped", "statins", "Statin use was associated with a lower risk of death (HR 0.28)."),
        ("number invented", "rats", "In rats, curcumin reduced serum ALT by 40%."),
        ("number in words", "response", "Seventy patients in the nivoralib arm had a complete response."),
        ("p value invented", "ulcers", "Silicone dressings did not reduce pressure ulcers (p = 0.30)."),
        ("unit changed", "oats", "Oat bran lowered LDL cholesterol by 0.4 mg/dL compared with wheat bran."),
        ("unit changed", "survival", "Median survival was 14.2 weeks with docetaxel."),
        ("unit changed", "blood", "Tranexamic acid reduced blood loss by 110%."),
        ("unit changed", "oxalate", "High-dose vitamin C increased urinary oxalate excretion by 28 mg."),
        ("direction flipped", "oats", "Oat bran raised LDL cholesterol by 0.4 mmol/L compared with wheat bran."),
        ("direction flipped", "pressure", "Mean systolic blood pressure increased with amlodipine."),
        ("direction flipped", "insulin", "Hypoglycaemia was less frequent with insulin than with liraglutide."),
        ("direction flipped", "oxalate", "High-dose vitamin C reduced urinary oxalate excretion by 28%."),
        ("direction flipped", "zinc", "Zinc supplements increased the duration of diarrhoea in children under 5 years."),
        ("direction flipped", "statins", "Use of statins was associated with a higher risk of death."),
        ("direction flipped", "injection", "Corticosteroid injection gave worse pain relief than physiotherapy."),
        ("direction flipped", "survival", "Median survival was shorter with docetaxel (14.2 months) than with best "
         "supportive care (11.7 months)."),
        ("negation dropped", "weight", "Body weight differed between the oat bran and wheat bran groups."),
        ("negation dropped", "falls", "Vitamin D prevented falls in older adults."),
        ("negation dropped", "sleep", "Melatonin improved sleep efficiency compared with placebo."),
        ("negation dropped", "ulcers", "Silicone dressings reduced the incidence of pressure ulcers."),
        ("negation dropped", "coffee", "Coffee intake was associated with atrial fibrillation."),
        ("negation dropped", "blood", "Tranexamic acid increased thromboembolic events."),
        ("negation dropped", "probiotics", "Serious adverse events occurred with probiotics."),
        ("negation dropped for a part", "zinc", "Zinc supplements shortened the duration of diarrhoea in infants "
         "younger than 6 months."),
        ("negation added", "oats", "Oat bran did not lower LDL cholesterol compared with wheat bran."),
        ("negation added", "rats", "In rats, curcumin did not reduce serum ALT."),
        ("negation added", "oxalate", "High-dose vitamin C did not increase urinary oxalate excretion."),
        ("negation moved", "blood", "Tranexamic acid did not reduce blood loss."),
        ("difference denied", "insulin", "The frequency of hypoglycaemia was similar with insulin and liraglutide."),
        ("certainty added", "adenoma", "Metformin reduces the risk of colorectal adenoma in patients with acromegaly."),
        ("certainty added", "mobilise", "Early mobilisation shortens hospital stay after hip surgery."),
        ("certainty added", "yoga", "Yoga is beneficial in low back pain."),
        ("certainty added", "relapses", "Teriflumaz led to fewer relapses."),
        ("certainty added", "relapses", "There was a significant trend towards fewer relapses with teriflumaz."),
        ("association made a cause", "statins", "Statins reduce the risk of death."),
        ("certainty added", "oats", "Oat bran is proven to lower LDL cholesterol."),
        ("significance added", "oxalate", "High-dose vitamin C significantly increased urinary oxalate excretion."),
        ("arms swapped", "ketamine", "Pain at 12 weeks was reported by 18% of patients given saline and 31% of those "
         "given ketamine."),
        ("arms swapped", "walking", "Walking speed improved more in the control group than in the exercise group."),
        ("arms swapped", "insulin", "Hypoglycaemia was more frequent with liraglutide than with insulin."),
        ("arms swapped", "survival", "Median survival was 14.2 months with best supportive care and 11.7 months with "
         "docetaxel."),
        ("arms swapped", "response", "A complete response was seen in 25% in the placebo arm and 15% in the nivoralib "
         "arm."),
        ("arms swapped", "glucose", "Fasting glucose fell by 0.9 mmol/L in the control group."),
        ("arms swapped", "oats", "Wheat bran lowered LDL cholesterol compared with oat bran."),
        ("the other arm's number", "survival", "Median survival was 11.7 months with docetaxel."),
        ("combination's effect given to a part", "together", "Ezetimibe lowered LDL cholesterol more than simvastatin "
         "alone."),
        ("population swapped", "strokes", "In men, aspirin was followed by fewer strokes than placebo."),
        ("population lost", "rats", "Curcumin attenuated liver fibrosis."),
        ("population changed", "adenoma", "Metformin may reduce the risk of colorectal adenoma in patients with "
         "diabetes."),
        ("population widened", "ketamine", "All patients given ketamine reported pain at 12 weeks."),
        ("outcomes swapped", "ultrasound", "Ultrasound had a sensitivity of 78% and a specificity of 92%."),
        ("outcome changed", "oats", "Oat bran lowered triglycerides by 0.4 mmol/L compared with wheat bran."),
        ("drug changed", "pressure", "Losartan decreased mean systolic blood pressure from 148 mmHg to 135 mmHg."),
        ("time changed", "injection", "Corticosteroid injection gave better pain relief than physiotherapy at 12 "
         "months."),
        ("invented study", "oats", "A meta-analysis of randomised trials found that oat bran lowered LDL cholesterol."),
        ("a mechanism of its own", "oats", "Oat bran lowered LDL cholesterol by binding bile acids."),
        ("advice of its own", "oats", "Oat bran should be recommended to lower LDL cholesterol."),
        ("foreign mark", "oats", "Oat bran lowered LDL cholesterol compared with wheat bran [12]."),
        ("foreign reference in words", "oats", "Oat bran lowered LDL cholesterol (Smith et al., 2019)."),
    )
)  # fmt: skip
