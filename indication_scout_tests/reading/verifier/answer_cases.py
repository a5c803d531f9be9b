"""Sentences a language model might write over a quotation: true ones and lies. All texts are invented.

What belongs here: the cases. ``TRUE`` and ``LIES`` were written before the rules that judge them. ``LATER_*`` was
written when those rules stood: seven of its twenty lies got through and six of its twenty paraphrases were refused, so
rules were added. The same happened with ``NEXT_*`` (six and four) and ``UNSEEN_*`` (one and nine).
"""

from __future__ import annotations

from typing import NamedTuple

SOURCES = {
    "oats": "Oat bran lowered LDL cholesterol by 0.4 mmol/L compared with wheat bran (p = 0.01) after 8 weeks.",
    "weight": "Body weight did not differ between the oat bran and wheat bran groups (p = 0.62).",
    "adenoma": "Metformin may reduce the risk of colorectal adenoma in patients with acromegaly.",
    "statins": "Use of statins was associated with a lower risk of death (HR 0.82, 95% CI 0.75 to 0.90).",
    "ketamine": "Pain at 12 weeks was reported by 18% of patients given ketamine and 31% of those given saline.",
    "zinc": "Zinc supplements shortened the duration of diarrhoea in children under 5 years, but not in infants "
    "younger "
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
        ("response", "A complete response was seen in 25% of patients in the nivoralib arm and 15% in the "
         "placebo arm."),
        ("response", "Complete responses were more common with nivoralib (25%) than with placebo (15%)."),
        ("glucose", "Fasting glucose fell by 0.9 mmol/L with berberine and rose by 0.3 mmol/L in the control group."),
        ("glucose", "Berberine lowered fasting glucose by 0.9 mmol/L, while it rose by 0.3 mmol/L in controls."),
        ("together", "Ezetimibe combined with simvastatin lowered LDL cholesterol more than simvastatin alone."),
        ("together", "LDL cholesterol was reduced more by ezetimibe and simvastatin than by simvastatin alone."),
        ("yoga", "Whether yoga is beneficial in low back pain needs further study."),
        ("ultrasound", "Ultrasound had a sensitivity of 92% and a specificity of 78%."),
        ("coffee", "Coffee intake was not associated with atrial fibrillation after adjustment for age."),
        ("coffee", "There was no association between coffee intake and atrial fibrillation after adjustment for age."),
        ("injection", "Corticosteroid injection relieved pain better than physiotherapy in the short term, but "
         "outcomes "
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
        ("direction flipped", "zinc", "Zinc supplements increased the duration of diarrhoea in children under 5 "
         "years."),
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

LATER_SOURCES = {
    "apnoea": "Compared with sham stimulation, nerve stimulation reduced the apnoea-hypopnoea index by 11.3 events per "
    "hour (95% CI 8.1 to 14.5), whereas daytime sleepiness did not change.",
    "gout": "Serum urate fell below 360 umol/L in 64 of 90 patients (71%) on febuxostat and in 39 of 88 (44%) on "
    "allopurinol (p < 0.001).",
    "cohort": "In adjusted models, higher intake of nuts was associated with lower cardiovascular mortality among men, "
    "but the association was not seen among women.",
    "asthma": "Tiotropium added to inhaled steroids improved peak flow more than doubling the dose of the steroid did.",
    "malaria": "Seasonal chemoprevention appeared to lower the incidence of severe malaria, although the confidence "
    "interval included no effect.",
    "knee": "Neither pain scores nor knee function differed significantly between the platelet-rich plasma and saline "
    "groups at 6 months (p = 0.41 and p = 0.55).",
    "mice": "Knockout mice gained less weight on the high-fat diet than wild-type littermates.",
    "dialysis": "Potassium was higher in patients randomised to spironolactone than in those randomised to "
    "placebo (5.1 "
    "versus 4.7 mmol/L), and hyperkalaemia led to withdrawal in 4% and 1%.",
    "school": "Children in schools with the gardening programme ate 0.8 more portions of vegetables per day than "
    "children in control schools; fruit intake was similar.",
    "opioid": "Opioid consumption in the first 24 hours was 22 mg with the nerve block and 35 mg without it.",
    "review": "Previous studies have shown that zinc deficiency impairs taste.",
    "aim": "We hypothesised that tai chi would reduce the rate of falls in nursing homes.",
    "statin": "Pravastatin 40 mg lowered LDL cholesterol by 30%, and pravastatin 20 mg lowered it by 24%.",
    "screen": "Screening detected cancers earlier but did not reduce mortality from any cause.",
}
LATER_TRUE = tuple(
    TrueCase(*case)
    for case in (
        ("apnoea", "Nerve stimulation reduced the apnoea-hypopnoea index by 11.3 events per hour compared with sham "
         "stimulation."),
        ("apnoea", "Daytime sleepiness did not change with nerve stimulation."),
        ("gout", "Serum urate fell below 360 umol/L in 71% of patients on febuxostat and 44% on allopurinol."),
        ("gout", "More patients reached a serum urate below 360 umol/L on febuxostat (71%) than on allopurinol (44%)."),
        ("cohort", "Higher nut intake was associated with lower cardiovascular mortality in men but not in women."),
        ("cohort", "Among women, no association of nut intake with cardiovascular mortality was seen."),
        ("asthma", "Adding tiotropium to inhaled steroids improved peak flow more than doubling the steroid dose."),
        ("malaria", "Seasonal chemoprevention appeared to reduce severe malaria, but the confidence interval "
         "included no "
         "effect."),
        ("knee", "At 6 months, pain scores did not differ significantly between platelet-rich plasma and saline."),
        ("knee", "There was no significant difference in knee function between the groups at 6 months (p = 0.55)."),
        ("mice", "Knockout mice put on less weight than wild-type littermates on a high-fat diet."),
        ("mice", "On the high-fat diet, weight gain was smaller in knockout mice than in wild-type littermates."),
        ("dialysis", "Potassium was higher with spironolactone than with placebo (5.1 versus 4.7 mmol/L)."),
        ("school", "Children in the gardening programme ate 0.8 more portions of vegetables per day than controls."),
        ("school", "Fruit intake was similar."),
        ("opioid", "With the nerve block, opioid consumption in the first 24 hours was 22 mg, against 35 mg "
         "without it."),
        ("review", "Previous studies have shown that taste is impaired by zinc deficiency."),
        ("statin", "LDL cholesterol was lowered by 30% with pravastatin 40 mg and by 24% with pravastatin 20 mg."),
        ("screen", "Screening did not reduce mortality, although it detected cancers earlier."),
        ("screen", "Cancers were detected earlier with screening."),
    )
)  # fmt: skip
LATER_LIES = tuple(
    LieCase(*case)
    for case in (
        ("direction flipped", "apnoea", "Nerve stimulation increased the apnoea-hypopnoea index by 11.3 events "
         "per hour."),
        ("another outcome's effect", "apnoea", "Nerve stimulation reduced daytime sleepiness."),
        ("arms swapped", "gout", "Serum urate fell below 360 umol/L in 44% of patients on febuxostat and 71% on "
         "allopurinol."),
        ("the other arm's number", "gout", "39 of 88 patients on febuxostat had a serum urate below 360 umol/L."),
        ("population swapped", "cohort", "Higher nut intake was associated with lower cardiovascular mortality among "
         "women."),
        ("association made a cause", "cohort", "Eating nuts lowers cardiovascular mortality among men."),
        ("combination's effect given to a part", "asthma", "Tiotropium improved peak flow more than doubling "
         "the dose of "
         "the steroid did."),
        ("winner and loser swapped", "asthma", "Doubling the dose of the steroid improved peak flow more than "
         "tiotropium "
         "added to inhaled steroids."),
        ("caution dropped", "malaria", "Seasonal chemoprevention lowered the incidence of severe malaria."),
        ("negation dropped", "knee", "Pain scores differed significantly between the platelet-rich plasma and saline "
         "groups."),
        ("outcomes swapped", "knee", "Knee function did not differ between the groups (p = 0.41)."),
        ("population lost", "mice", "The high-fat diet led to less weight gain."),
        ("arms swapped", "mice", "Wild-type littermates gained less weight on the high-fat diet than knockout mice."),
        ("arms swapped", "dialysis", "Potassium was 4.7 mmol/L with spironolactone and 5.1 mmol/L with placebo."),
        ("difference invented", "school", "Fruit intake was higher in schools with the gardening programme."),
        ("arms swapped", "opioid", "Opioid consumption in the first 24 hours was 35 mg with the nerve block."),
        ("other work told as a finding", "review", "Zinc deficiency impairs taste."),
        ("a plan told as a finding", "aim", "Tai chi reduced the rate of falls in nursing homes."),
        ("doses swapped", "statin", "Pravastatin 20 mg lowered LDL cholesterol by 30%."),
        ("negation dropped", "screen", "Screening detected cancers earlier and reduced mortality from any cause."),
    )
)  # fmt: skip

NEXT_SOURCES = {
    "iron": "Haemoglobin rose by 14 g/L with intravenous iron and by 6 g/L with oral iron, a difference that was "
    "significant (p = 0.004).",
    "massage": "Massage was no better than relaxation music at relieving anxiety before surgery.",
    "vaccine": "Vaccine efficacy against hospital admission was 84% (95% CI 70 to 92) within six months of the second "
    "dose and 61% thereafter.",
    "registry": "Patients treated with beta blockers had a lower rate of readmission than untreated patients, but "
    "residual confounding cannot be excluded.",
    "cells": "In cultured neurons, lithium chloride increased the expression of the protein twofold.",
    "nurse": "Nurse-led follow-up neither increased nor decreased the number of emergency visits.",
    "cough": "Honey shortened the duration of cough by 1.4 days, and dextromethorphan had no effect on it.",
    "infusion": "Infusion reactions occurred in 9 of 120 patients on the new antibody and in 21 of 118 on rituximab.",
    "preterm": "Progesterone did not lower the rate of preterm birth in twin pregnancies; in singleton "
    "pregnancies with a "
    "short cervix it did.",
    "tests": "The rapid test missed 7% of infections and the laboratory test missed 2%.",
    "stroke": "Early thrombectomy doubled the proportion of patients who were independent at 90 days, from 17% to 35%.",
    "psych": "Adding exercise to sertraline reduced depression scores more than sertraline alone did.",
}
NEXT_TRUE = tuple(
    TrueCase(*case)
    for case in (
        ("iron", "Intravenous iron raised haemoglobin by 14 g/L and oral iron by 6 g/L (p = 0.004)."),
        ("iron", "Haemoglobin increased more with intravenous iron (14 g/L) than with oral iron (6 g/L)."),
        ("massage", "Massage was not better than relaxation music at relieving anxiety before surgery."),
        ("massage", "Before surgery, massage relieved anxiety no better than relaxation music."),
        ("vaccine", "Vaccine efficacy against hospital admission was 84% within six months of the second dose."),
        ("vaccine", "Efficacy against hospital admission was 84% within six months and 61% thereafter."),
        ("registry", "Patients treated with beta blockers had a lower rate of readmission than untreated patients, "
         "although residual confounding cannot be excluded."),
        ("cells", "Lithium chloride increased expression of the protein twofold in cultured neurons."),
        ("nurse", "The number of emergency visits was neither increased nor decreased by nurse-led follow-up."),
        ("nurse", "Nurse-led follow-up did not decrease the number of emergency visits."),
        ("cough", "Honey reduced the duration of cough by 1.4 days."),
        ("cough", "Dextromethorphan had no effect on the duration of cough."),
        ("infusion", "Infusion reactions occurred in 9 of 120 patients on the new antibody and 21 of 118 on "
         "rituximab."),
        ("infusion", "Fewer patients had infusion reactions on the new antibody (9 of 120) than on rituximab (21 of "
         "118)."),
        ("preterm", "In twin pregnancies, progesterone did not reduce the rate of preterm birth."),
        ("tests", "The rapid test missed 7% of infections, compared with 2% for the laboratory test."),
        ("stroke", "With early thrombectomy, the proportion of patients who were independent at 90 days doubled "
         "from 17% "
         "to 35%."),
        ("stroke", "Early thrombectomy increased the proportion of patients independent at 90 days from 17% to 35%."),
        ("psych", "Exercise added to sertraline reduced depression scores more than sertraline alone."),
        ("psych", "Depression scores fell more when exercise was added to sertraline than with sertraline alone."),
    )
)  # fmt: skip
NEXT_LIES = tuple(
    LieCase(*case)
    for case in (
        ("arms swapped", "iron", "Haemoglobin rose by 14 g/L with oral iron."),
        ("arms swapped", "iron", "Oral iron raised haemoglobin more than intravenous iron."),
        ("significance denied", "iron", "The difference between intravenous iron and oral iron was not significant."),
        ("negation dropped", "massage", "Massage was better than relaxation music at relieving anxiety before "
         "surgery."),
        ("direction flipped", "massage", "Massage was worse than relaxation music at relieving anxiety."),
        ("time swapped", "vaccine", "Vaccine efficacy against hospital admission was 61% within six months of "
         "the second "
         "dose."),
        ("outcome changed", "vaccine", "Vaccine efficacy against infection was 84%."),
        ("made a cause", "registry", "Beta blockers lower the rate of readmission."),
        ("arms swapped", "registry", "Untreated patients had a lower rate of readmission."),
        ("population lost", "cells", "Lithium chloride increased the expression of the protein twofold."),
        ("number changed", "cells", "In cultured neurons, lithium chloride increased the expression threefold."),
        ("negation dropped", "nurse", "Nurse-led follow-up decreased the number of emergency visits."),
        ("arms swapped", "cough", "Dextromethorphan shortened the duration of cough by 1.4 days."),
        ("negation given to the other", "cough", "Honey had no effect on the duration of cough."),
        ("arms swapped", "infusion", "Infusion reactions occurred in 21 of 118 patients on the new antibody."),
        ("population swapped", "preterm", "Progesterone lowered the rate of preterm birth in twin pregnancies."),
        ("population widened", "preterm", "Progesterone did not lower the rate of preterm birth in singleton "
         "pregnancies."),
        ("arms swapped", "tests", "The laboratory test missed 7% of infections."),
        ("numbers turned round", "stroke", "Early thrombectomy changed the proportion of independent patients "
         "from 35% to "
         "17%."),
        ("partner lost", "psych", "Exercise reduced depression scores more than sertraline alone did."),
    )
)  # fmt: skip

UNSEEN_SOURCES = {
    "eczema": "At week 16, 44% of patients on the cream and 12% on the vehicle had clear skin (difference 32 "
    "points, 95% "
    "CI 24 to 40).",
    "fracture": "Denosumab reduced vertebral fractures (2.3% versus 7.2%), and it did not increase the risk of "
    "infection.",
    "copd": "Exacerbations were less frequent with the triple inhaler than with either dual inhaler, although "
    "pneumonia "
    "was more frequent.",
    "migraine": "Monthly migraine days decreased by 4.2 with the antibody, compared with a decrease of 2.1 with "
    "placebo.",
    "dementia": "Higher education was linked to a later onset of dementia in women; in men the link was weaker.",
    "fish": "Zebrafish exposed to the compound showed slower heart rates.",
    "diet": "A low-salt diet probably lowers blood pressure in people with kidney disease, but its effect on kidney "
    "failure is unclear.",
    "sepsis": "Mortality at 28 days was 26.1% in the hydrocortisone group and 27.4% in the placebo group, which "
    "was not "
    "significantly different (p = 0.50).",
    "speech": "Intensive speech therapy improved verbal communication after stroke, while deferred therapy did not.",
    "tb": "The four-month regimen was not inferior to the six-month regimen for cure.",
    "nausea": "Ginger reduced nausea but not vomiting in pregnant women.",
    "drain": "Of 310 operations with a drain, 22 were followed by infection; of 305 without one, 9 were.",
    "stents": "Restenosis was seen in 5 of 50 drug-eluting stents and in 14 of 52 bare-metal stents.",
}
UNSEEN_TRUE = tuple(
    TrueCase(*case)
    for case in (
        ("eczema", "At week 16, 44% of patients on the cream had clear skin, against 12% on the vehicle."),
        ("eczema", "Clear skin at week 16 was more frequent with the cream (44%) than with the vehicle (12%)."),
        ("fracture", "Denosumab reduced vertebral fractures without increasing the risk of infection."),
        ("fracture", "The risk of infection was not increased by denosumab."),
        ("copd", "The triple inhaler was followed by less frequent exacerbations than either dual inhaler."),
        ("copd", "Pneumonia was more frequent with the triple inhaler."),
        ("migraine", "The antibody decreased monthly migraine days by 4.2, compared with 2.1 with placebo."),
        ("migraine", "Monthly migraine days fell by 4.2 with the antibody and by 2.1 with placebo."),
        ("dementia", "In women, higher education was associated with a later onset of dementia."),
        ("fish", "Heart rates were slower in zebrafish exposed to the compound."),
        ("diet", "In people with kidney disease, a low-salt diet probably reduces blood pressure."),
        ("diet", "The effect of a low-salt diet on kidney failure is unclear."),
        ("sepsis", "Mortality at 28 days did not differ significantly between hydrocortisone (26.1%) and "
         "placebo (27.4%)."),
        ("sepsis", "There was no significant difference in 28-day mortality (p = 0.50)."),
        ("speech", "Intensive speech therapy improved verbal communication after stroke."),
        ("tb", "For cure, the four-month regimen was non-inferior to the six-month regimen."),
        ("nausea", "In pregnant women, ginger reduced nausea but not vomiting."),
        ("drain", "Infection followed 22 of 310 operations with a drain and 9 of 305 without one."),
        ("stents", "Restenosis was found in 14 of 52 bare-metal stents and 5 of 50 drug-eluting stents."),
        ("stents", "Restenosis was less frequent in drug-eluting stents (5 of 50) than in bare-metal stents (14 "
         "of 52)."),
    )
)  # fmt: skip
UNSEEN_LIES = tuple(
    LieCase(*case)
    for case in (
        ("arms swapped", "eczema", "At week 16, 12% of patients on the cream had clear skin."),
        ("number told of another thing", "eczema", "Clear skin was seen in 32% of patients on the cream."),
        ("arms swapped", "fracture", "Denosumab increased vertebral fractures (7.2% versus 2.3%)."),
        ("negation dropped", "fracture", "Denosumab increased the risk of infection."),
        ("direction flipped", "copd", "Exacerbations were more frequent with the triple inhaler than with either dual "
         "inhaler."),
        ("another outcome's direction", "copd", "Pneumonia was less frequent with the triple inhaler."),
        ("the other arm's number", "migraine", "Monthly migraine days decreased by 4.2 with placebo."),
        ("direction flipped", "migraine", "Monthly migraine days increased by 4.2 with the antibody."),
        ("population swapped", "dementia", "Higher education was linked to a later onset of dementia in men."),
        ("made a cause", "dementia", "Higher education delays dementia in women."),
        ("population lost", "fish", "The compound slowed heart rates."),
        ("caution dropped", "diet", "A low-salt diet lowers blood pressure in people with kidney disease."),
        ("effect invented", "diet", "A low-salt diet probably lowers the risk of kidney failure."),
        ("significance added", "sepsis", "Hydrocortisone significantly reduced mortality at 28 days."),
        ("chance told as a benefit", "sepsis", "Mortality at 28 days was lower with hydrocortisone (26.1%) than with "
         "placebo (27.4%)."),
        ("arms swapped", "speech", "Deferred therapy improved verbal communication after stroke."),
        ("negation dropped", "tb", "The four-month regimen was inferior to the six-month regimen for cure."),
        ("part of a denial dropped", "nausea", "Ginger reduced vomiting in pregnant women."),
        ("arms swapped", "drain", "Of 310 operations with a drain, 9 were followed by infection."),
        ("arms swapped", "stents", "Restenosis was seen in 14 of 52 drug-eluting stents."),
    )
)  # fmt: skip
