"""The forms in which abstracts tell what two arms reached, one sentence each, and what only reads like them.

All sentences are made up. A form marks what is to be read: [[the values of two arms]], {a ratio or difference}, ^its
interval^, ~its p value~, __what was measured__; <<the comparator>> where it is not that of the setting.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from indication_scout_assets.domain.effects import Effect, TextSpan
from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_tests.rules.effects.test_effect_reading import reader


class Setting(NamedTuple):
    """The article a sentence stands in."""

    title: str
    methods: str
    comparator: str

    def effects(self, sentence: str, *, headed: bool = True) -> list[Effect]:
        """What is read from one sentence of results."""
        if headed:
            abstract = f"BACKGROUND: Asthma is common. METHODS: {self.methods} RESULTS: {sentence}"
        else:
            opening = "Asthma is a common disease of the airways and its treatment is often not enough."
            abstract = f"{opening} {self.methods} {sentence} We conclude that further work is of interest."
        effects = read_effects(reader(abstract, self.title), most=None)
        return [effect for effect in effects if effect.sentence.text.startswith(sentence[:40])]


SETTINGS = {
    "placebo": Setting(
        "Zelavir versus placebo in asthma: a randomised trial",
        "We randomly assigned 212 patients with asthma to zelavir or placebo for 12 weeks.",
        "placebo",
    ),
    "budenoside": Setting(
        "Zelavir versus budenoside in asthma: a randomised trial",
        "212 patients with asthma were randomised to zelavir or budenoside.",
        "budenoside",
    ),
    "letters": Setting(
        "Zelavir in asthma: a placebo-controlled trial",
        "Sixty patients with asthma were randomised to two groups: group A got zelavir, group B got placebo.",
        "placebo",
    ),
    "usual care": Setting(
        "Effect of zelavir in patients with asthma",
        "Patients with asthma were randomised to zelavir or usual care (control group).",
        "",
    ),
    "cohort": Setting(
        "Zelavir and outcomes of asthma: a cohort study",
        "We identified 4120 patients with asthma, of whom 1310 used zelavir, in a national registry.",
        "",
    ),
    "meta-analysis": Setting(
        "Zelavir for asthma: a systematic review and meta-analysis",
        "We searched for randomised trials that compared zelavir with placebo in asthma.",
        "placebo",
    ),
    "numbers": Setting(
        "Comparison of zelavir and budenoside in asthma",
        "One hundred patients were randomised to group 1 (zelavir, n=50) or group 2 (budenoside, n=50).",
        "budenoside",
    ),
    "crossover": Setting(
        "Zelavir in asthma: a double-blind crossover trial",
        "Twenty-four patients with asthma received zelavir and placebo for 4 weeks each in random order.",
        "placebo",
    ),
    "untreated": Setting(
        "Zelavir in the treatment of asthma",
        "Patients with asthma were given zelavir or left untreated.",
        "untreated",
    ),
    "dose": Setting(
        "Efficacy of zelavir in asthma",
        "Patients with asthma received zelavir 20 mg daily or placebo in a double-blind trial.",
        "placebo",
    ),
    "short names": Setting(
        "Zelavir in asthma",
        "Patients with asthma were randomised to zelavir (ZEL) or placebo (PBO).",
        "placebo",
    ),
    "three arms": Setting(
        "Zelavir, budenoside or placebo for asthma",
        "318 patients with asthma were randomised to zelavir, budenoside or placebo.",
        "",
    ),
}
NO_HEADINGS = ", no headings"
FORMS = {
    "placebo": (
        "__Response rates__ were higher with zelavir ([[62%) than with placebo (41%]]; ~p=0.004~).",
        "The __symptom score__ fell by [[4.2 points in the zelavir group and by 2.1 points]] in the placebo "
        "group (~p = 0.01~).",
        "__Exacerbations__ occurred in [[24 of 106 patients (23%) given zelavir and 45 of 106 (42%)]] given "
        "placebo (~P=0.002~).",
        "__Death from any cause__ occurred in [[31 patients (14.6%) in the zelavir group and in 52 patients "
        "(24.5%)]] in the placebo group (hazard ratio, {0.57}; 95% confidence interval [CI], ^0.36 to 0.89^; "
        "~P=0.01~).",
        "__Overall mortality__ was [[12% in the zelavir arm vs 19%]] in the placebo arm (RR {0.63}, 95% CI "
        "^0.41-0.97^, ~p=0.03~).",
        "__Median time to relief__ was [[4.1 days with zelavir versus 6.8 days]] with placebo (~p<0.001~).",
        "At 24 weeks, __HbA1c__ had decreased by [[0.9% (SD 0.4) with zelavir and by 0.3%]] (SD 0.5) with "
        "placebo (~p < 0.0001~).",
        "The __primary end point__ occurred in [[9.3% of the patients in the zelavir group, as compared with "
        "11.8%]] of those in the placebo group (hazard ratio, {0.78}; 95% CI, ^0.67 to 0.91^; ~P = 0.002~).",
        "__Complete remission__ was seen in [[44% and 21%]] of patients in the zelavir and placebo groups, "
        "respectively (~p = 0.02~).",
        "Zelavir and placebo reduced the __total score__ by [[11.2 and 6.4 points]], respectively (~p = 0.004~).",
        "__Seizure frequency__ decreased by a median of [[38% and 12%]] with zelavir and placebo, "
        "respectively (~P=0.003~).",
        "The __mean number of attacks per week__ was [[1.8 ± 0.9 in the zelavir group and 3.2 ± 1.4]] in the "
        "placebo group (~P < .001~).",
        "__Hospital stay__ was shorter in the zelavir group ([[5.2 ± 1.8 days) than in the placebo group (7.9"
        " ± 2.6 days]]; ~p < 0.001~).",
        "__Median (IQR) length of stay__ was [[6 (4-9) days in the zelavir group and 8 (6-12) days]] in the "
        "placebo group (~p = 0.001~).",
        "__Median viral load__ at day 5 was [[3.1 log10 copies/mL (interquartile range 2.4-4.0) in the "
        "zelavir arm vs 4.6]] log10 copies/mL (3.9-5.2) in the placebo arm (~p<0.0001~).",
        "__Mean (SD) change in the depression score__ was [[-11.4 (6.2) with zelavir and -7.1]] (5.9) with "
        "placebo (~P = .008~).",
        "The __symptom score__ at 8 weeks was [[14.2 (SD 5.1) in the zelavir group compared with 18.9]] (SD "
        "6.0) in the placebo group (~p=0.003~).",
        "__Body temperature__ at 6 h averaged [[37.4 ± 0.5 °C with zelavir and 38.2 ± 0.6]] °C with placebo "
        "(~p < 0.01~).",
        "Compared with placebo, zelavir reduced the __rate of relapse__ ([[18% vs 33%]], ~p = 0.01~).",
        "Zelavir significantly improved __FEV1__ compared with placebo ([[2.41 L vs 2.18 L]]; ~P = 0.006~).",
        "Patients treated with zelavir had fewer __exacerbations__ than those treated with placebo ([[0.8 vs "
        "1.5]] per year, ~p=0.001~).",
        "More patients in the zelavir group than in the placebo group were __seizure-free__ ([[31% versus "
        "14%]]; ~P < 0.001~).",
        "There was no significant difference in __mortality__ between the zelavir and placebo groups ([[8.1% "
        "vs 8.9%]], ~P = 0.62~).",
        "A significantly greater proportion of zelavir-treated patients achieved a 50% __response__ than "
        "placebo-treated patients ([[46% vs 28%]]; ~p < 0.001~).",
        "Zelavir prolonged __median overall survival__ ([[14.8 months v 11.3 months]]; HR = {0.74} [95% CI: "
        "^0.59-0.93^]; ~P = .009~).",
        "Zelavir reduced the __risk of death__ compared with placebo (hazard ratio {0.81}, 95% CI ^0.70 to 0.94^).",
        "Patients assigned to zelavir were more likely to __respond__ than those assigned to placebo (odds "
        "ratio {2.31}; 95% CI ^1.42 to 3.76^; ~p = 0.001~).",
        "Zelavir was associated with a lower __risk of exacerbation__ than placebo (RR={0.72}; 95% CI: ^0.58, 0.89^).",
        "Mean difference between zelavir and placebo in the __symptom score__ was {-2.4 points} (95% CI ^-3.9"
        " to -0.9^; ~p=0.002~).",
        "The least-squares mean difference versus placebo in __HbA1c__ for zelavir was {-0.71%} (95% CI, "
        "^-0.92 to -0.50^; ~P < .001~).",
        "At week 26 the __LS mean change in total score__ was [[-8.1 kg with zelavir and -1.2 kg]] with "
        "placebo (difference, {-6.9 kg}; 95% CI, ^-7.8 to -6.0^; ~P<0.001~).",
        "__Rates of exacerbation per 100 patient-years__ were [[21.3 with zelavir and 35.6]] with placebo "
        "(rate ratio {0.60}, 95% CI ^0.47 to 0.76^).",
        "The __annualised exacerbation rate__ was [[0.65 in the zelavir group and 1.33]] in the placebo group"
        " (rate ratio, {0.49}; 95% CI, ^0.37 to 0.64^; ~P<0.001~).",
        "__Stroke__ occurred at a rate of [[1.4% per year with zelavir and 2.3%]] per year with placebo (HR "
        "{0.61}; 95% CI ^0.44-0.85^; ~p=0.003~).",
        "The proportion of __responders__ was [[57% in the treatment group and 33%]] in the <<control>> group"
        " (~p=0.006~).",
        "The __weekly attack rate__ fell from [[6.2 to 2.1 with zelavir versus from 6.0 to 4.4]] with placebo"
        " (~P < 0.001~).",
        "__Ejection fraction__ increased from [[31% to 38% in the zelavir group, compared with 30% to 32%]] "
        "in the placebo group (~p<0.01~).",
        "Of the patients given zelavir, [[71% were __symptom-free__ at week 4, compared with 50%]] of those "
        "given placebo (~p=0.003~).",
        "Of 104 patients randomised to zelavir, [[38 (37%) __relapsed__, compared with 59 (55%) of 108]] "
        "randomised to placebo (~p=0.008~).",
        "[[Thirty-eight (36%) patients in the zelavir group __relapsed__ versus 57 (54%)]] in the placebo "
        "group (~p = 0.01~).",
        "[[Eight patients (8%) treated with zelavir and 19 (18%)]] treated with placebo had a __recurrence__ "
        "(~p=0.03~).",
        "__Relapse-free survival__ at 2 years was [[76% (95% CI 68-84) with zelavir and 61%]] (95% CI 52-70) "
        "with placebo (~p=0.01~).",
        "The __eradication rate__ was [[84% (95% CI: 76-92%) for zelavir versus 9%]] (95% CI: 3-15%) for "
        "placebo (~p<0.001~).",
        "The 12-week __response__ was [[63.2% for zelavir, compared to 44.7%]] for placebo (~P = 0.008~).",
        "The __median time to progression__ was [[9.6 months (95% CI, 7.9-11.2) in the zelavir group and 6.1 "
        "months]] (95% CI, 5.0-7.3) in the placebo group (~P = .001~).",
        "__Median survival times__ were [[18.2 months for zelavir and 13.4 months]] for placebo (HR {0.72}; "
        "95% CI ^0.56-0.93^; ~p=0.01~).",
        "__Survival__ at 1 year was [[71 percent in the zelavir group and 58 percent]] in the placebo group "
        "(~P=0.03~).",
        "__Bone density__ increased by [[3.2 percent with zelavir and decreased by 1.1 percent]] with placebo"
        " (~P<0.001~).",
        "__Bone mineral density__ increased by [[2.4 ± 0.5% in the zelavir group and decreased by 1.3 ± "
        "0.4%]] in the placebo group (~P<0.001~).",
        "__Relapse rates__ were [[21% for zelavir and 38%]] for placebo (absolute difference {-17%}, 95% CI "
        "^-29 to -5^; NNT 6).",
        "The treatment difference in favour of zelavir was {3.2 points} (95% CI ^1.1 to 5.3^; ~p = 0.003~).",
        "The adjusted mean treatment difference for zelavir versus placebo in __trough FEV1__ was {0.112 L} "
        "(95% CI ^0.068-0.156^; ~p<0.0001~).",
        "__Six-minute walk distance__ increased by [[31 m in the zelavir group and 4 m]] in the placebo group"
        " (treatment difference {27 m} [95% CI ^12-42^], ~p=0.0005~).",
        "__Mean urinary protein excretion__ decreased by [[35% in the zelavir group but increased by 8%]] in "
        "the placebo group (~p < 0.001~).",
        "__Nocturnal awakenings__ were reduced in zelavir-treated patients compared with placebo-treated "
        "patients ([[0.6 vs 1.4]] per night, ~P=.01~).",
        "__Mean HDL__ rose [[8.3% with zelavir and 1.2%]] with placebo (~P<0.001~).",
        "__Response__ was [[62% (zelavir) versus 35%]] (placebo), ~p<0.001~.",
        "The __relapse rate__ with placebo was [[43%, as opposed to 19%]] with zelavir (~p<0.001~).",
        "The __mean decrease in intraocular pressure__ was greater for zelavir than for placebo ([[5.8 mm Hg "
        "and 1.9 mm Hg]], respectively; ~P<0.001~).",
        "Zelavir led to significantly greater __symptom relief__ at one year ([[7.4 points vs 3.1 points]] "
        "for placebo, ~p<0.001~).",
        "Compared with the placebo group, the zelavir group had a higher __sustained response__ ([[39% vs. "
        "17%]]; ~p = 0.001~).",
        "The 90-day __mortality__ was [[16.4% versus 21.2%]] for patients who received zelavir and placebo, "
        "respectively (~p=0.12~).",
        "Fewer __hospitalisations__ occurred in the zelavir group ([[14) than in the placebo group (31]]; ~p=0.01~).",
        "The __event rate__ was [[4.2% per year among zelavir recipients and 6.9%]] per year among placebo "
        "recipients (relative risk {0.61}, 95% CI ^0.42 to 0.88^).",
        "__Clinical response__ was noted in 52 zelavir-treated patients ([[49%) and 31 placebo-treated "
        "patients (29%]]; ~p = 0.004~).",
        "The __risk of relapse__ was significantly reduced in the zelavir group (HR {0.58}, 95% CI "
        "^0.40-0.84^, ~p=0.004~).",
        "__Median event-free survival__ was not reached in the zelavir arm versus 14.2 months in the placebo "
        "arm (HR {0.47}; 95% CI ^0.31-0.71^).",
        "A significantly higher percentage of patients on zelavir achieved __remission__ ([[44.3%) than on "
        "placebo (27.6%]]; ~P = 0.01~).",
        "__Mean nightly wake time__ was reduced by [[38 min with zelavir compared with 14 min]] with placebo "
        "(~p<0.001~).",
        "__Mean (SE) improvement in the disability index__ was [[0.41 (0.04) for zelavir and 0.18]] (0.05) "
        "for placebo (~p<0.001~).",
        "Zelavir recipients showed a greater __mean reduction in seizure frequency__ than placebo recipients "
        "([[43.2% vs 18.7%]]; ~p < 0.001~).",
        "__Recurrence rates__ at 6 months were significantly lower following zelavir ([[11%) than following "
        "placebo (26%]]) (~P=0.006~).",
        "Zelavir was associated with __improved progression-free survival__ (median [[9.1 months vs 5.6 "
        "months]]; HR {0.55} [^0.42-0.72^]; ~p<0.0001~).",
        "The __cumulative incidence of relapse__ at 2 years was [[23% (95% CI, 16% to 31%) for zelavir v "
        "39%]] (95% CI, 30% to 48%) for placebo (~P = .006~).",
        "Zelavir significantly reduced the __number of gadolinium-enhancing lesions__ compared with placebo "
        "(mean [[0.9 vs 2.4]], ~p=0.001~).",
        "Relative to placebo, zelavir lowered __mean fasting glucose__ ([[-1.8 vs -0.3 mmol/L]]; ~p<0.001~).",
        "An __improvement of at least one grade__ was seen in [[61 percent of the zelavir group and 38 "
        "percent]] of the placebo group (~P=0.001~).",
        "[[Fifty-six percent of patients treated with zelavir and 33%]] of those receiving placebo __reported"
        " relief__ (~p < 0.001~).",
        "The __mean time to healing__ was [[12.4 days in zelavir-treated and 17.9 days]] in placebo-treated "
        "ulcers (~p=0.001~).",
        "The between-group difference in __6-minute walk distance__ was {31 m} (95% CI, ^12 to 50^; "
        "~P=0.002~) in favor of zelavir.",
        "__Responder status__ was more frequent under zelavir ([[48%) than under placebo (30%]]), ~p = 0.01~.",
    ),
    "placebo, no headings": (
        "The __mean FEV1__ improved more with zelavir ([[0.34 L) than with placebo (0.11 L]]) (~P < 0.001~).",
        "__Exacerbations__ occurred in [[24/106 (23%) patients on zelavir compared with 45/106 (42%)]] on "
        "placebo (~p=0.002~).",
        "The __mean pain scores__ at 24 h were [[2.3 and 3.9]] in the zelavir and placebo groups, "
        "respectively (~P < 0.01~).",
        "The __median duration of symptoms__ was [[5 days (IQR, 3 to 7) with zelavir and 8 days (IQR, 5 to "
        "11)]] with placebo (~P=0.002~).",
        "__Pain intensity__ was significantly lower in the zelavir group than in the placebo group ([[2.1 ± "
        "1.2 vs. 4.0 ± 1.5]], ~p < 0.001~).",
        "__Progression-free survival__ was longer with zelavir than with placebo (median, [[11.2 vs 7.4 "
        "months]]; hazard ratio, {0.61}; 95% CI, ^0.48 to 0.78^; ~P<0.001~).",
        "The __incidence of relapse__ was lower in the zelavir group (n = 104; [[13%) than in the placebo "
        "group (n = 108; 27%]]) (~p = 0.01~).",
    ),
    "budenoside, no headings": (
        "__Remission__ was achieved by [[58% of patients receiving zelavir and 39%]] of those receiving "
        "budenoside (~p = 0.01~).",
        "__Two-year survival__ was [[64% for zelavir and 51%]] for budenoside (log-rank ~p = 0.04~).",
    ),
    "budenoside": (
        "At week 12, [[48 (45%) of 106 patients in the zelavir group and 33 (31%) of 106]] in the budenoside "
        "group had __responded__ (~p=0.034~).",
        "__Cure rates__ in the zelavir and budenoside groups were [[81% and 66%]], respectively (~P = .03~).",
        "__Mean morning peak flow__ increased by [[32 L/min with zelavir and 18 L]]/min with budenoside (~p = 0.02~).",
        "The __mean reduction in systolic pressure__ was [[14.1 +/- 8.2 mm Hg for zelavir and 10.3 +/- 7.9 mm"
        " Hg]] for budenoside (~p < 0.05~).",
        "__Treatment success__ was similar with zelavir and budenoside ([[72% vs 70%]], ~p=0.78~).",
        "Zelavir was non-inferior to budenoside for __cure__ ([[88.2% vs 86.9%]]; difference {1.3%}, 95% CI "
        "^-5.8 to 8.4^).",
        "__Clinical cure__ was achieved in [[91.3% (95/104) of zelavir-treated and 88.9% (96/108)]] of "
        "budenoside-treated patients (95% CI for the difference, -5.6 to 10.4).",
        "The difference in __cure rate__ between zelavir and budenoside was {4.1} percentage points (95% CI "
        "^-3.2 to 11.4^).",
        "Zelavir produced __healing__ in [[87% of ulcers as against 70%]] with budenoside (~p<0.05~).",
        "__Pain relief__ at 2 hours was obtained in [[68% (zelavir) and 49%]] (budenoside) of attacks (~P=0.001~).",
        "__Overall survival__ did not differ between zelavir and budenoside (HR {1.04}, 95% CI ^0.85-1.27^; "
        "~p = 0.71~).",
        "In the per-protocol population, success rates were [[89.1% with zelavir (n=98) and 84.4%]] with "
        "budenoside (n=96).",
        "Zelavir was more effective than budenoside in __inducing remission__ ([[56% vs. 38%]], ~P < 0.05~).",
        "__Serum urate__ fell by [[2.9 mg/dl with zelavir compared to 1.6 mg/dl]] with budenoside (~p<0.0001~).",
        "Fewer __relapses__ occurred in patients assigned to zelavir ([[17%) compared with budenoside (29%]])"
        " (~P = 0.02~).",
        "The two drugs were equally effective: __healing__ occurred in [[86% of patients given zelavir and "
        "83%]] of those given budenoside.",
        "No significant difference was found in __1-year survival__ between zelavir and budenoside ([[68% "
        "versus 65%]], ~p = 0.6~).",
        "__Systolic/diastolic blood pressure__ was reduced by [[14.2/9.1 mm Hg with zelavir and 11.0/6.8 mm "
        "Hg]] with budenoside (~p<0.05~).",
        "The __success rate__ was significantly higher in the zelavir group than in the budenoside group "
        "([[92% [46/50] vs 76%]] [38/50]; ~P = .03~).",
        "__Eradication__ was obtained in [[43/50 (86%) patients in the zelavir arm and 35/50 (70%)]] in the "
        "budenoside arm (~p=0.05~).",
        "Analysis by intention to treat showed __cure rates__ of [[85% for zelavir and 72%]] for budenoside "
        "(difference {13%}, 95% CI ^2-24^).",
    ),
    "meta-analysis": (
        "Pooled results of seven trials showed that zelavir lowered __mortality__ versus placebo (OR {0.68}, "
        "95% CI ^0.51-0.91^, ~P = 0.009~).",
        "Zelavir improved __symptom scores__ more than placebo (SMD {-0.42}, 95% CI ^-0.61 to -0.23^; 8 "
        "trials, 1211 participants).",
        "Zelavir was superior to placebo in __reducing pain__ (weighted mean difference: {-1.32}; 95% CI: "
        "^-1.98 to -0.66^).",
        "Meta-analysis showed a significant effect of zelavir on __relapse__ compared with placebo (risk "
        "ratio = {0.59}; 95% CI = ^0.44-0.78^; ~p < 0.001~).",
        "Nine trials (n = 2,341) showed a significant benefit of zelavir over placebo for __response__ (RR "
        "{1.42}; 95% CI, ^1.20-1.68^; NNT = 7).",
        "Compared to placebo, zelavir significantly decreased __pain scores__ (MD {-0.9 points}; 95% CI ^-1.4"
        " to -0.4^; ~P = 0.0004~; I2 = 12%).",
    ),
    "cohort": (
        "After adjustment, zelavir use was associated with a lower __risk of hospitalisation__ (adjusted HR "
        "{0.77}; 95% CI ^0.66-0.90^).",
        "Compared with <<non-users>>, zelavir users had a lower __risk of death__ (aHR, {0.69}; 95% CI, ^0.55-0.86^).",
        "__Mortality__ was lower in patients receiving zelavir than in those <<not receiving zelavir>> "
        "([[9.2% vs 15.8%]]; adjusted OR {0.55}, 95% CI ^0.34-0.88^; ~p=0.01~).",
        "The __incidence of hospitalisation__ was [[12.4 per 100 person-years in zelavir users and 18.9 per "
        "100 person-years]] in <<non-users>> (HR {0.66}, 95% CI ^0.52-0.83^).",
        "During follow-up, 112 zelavir users ([[8.5%) and 386 <<non-users>> (13.7%]]) __died__ (adjusted HR "
        "{0.71}, 95% CI ^0.57-0.88^).",
    ),
    "short names": (),
    "letters": (),
    "numbers": (),
    "dose": (
        "__Response rates__ were [[52% with zelavir 20 mg and 29%]] with placebo (~p=0.001~).",
        "__Mean change from baseline in the total score__ was [[-9.8 for zelavir 20 mg and -5.2]] for placebo"
        " (~p = 0.003~).",
    ),
    "usual care": (
        "__Mortality__ at 28 days was [[14% in the zelavir group and 22%]] in the <<control>> group (~p = 0.04~).",
        "__Clinical improvement__ was faster with zelavir than with <<usual care>> (median [[6 vs 9 days]]; "
        "~p = 0.003~).",
        "Patients in the zelavir group had a lower __rate of readmission__ ([[11.3% vs. 19.8%]]; OR {0.52}; "
        "95% CI ^0.28-0.95^; ~P=0.03~) than those in the <<control>> group.",
    ),
    "untreated": (
        "__Pregnancy rates__ were [[34% in women given zelavir and 21%]] in untreated women (~p = 0.03~).",
        "__Recurrence__ was seen in [[8% of treated patients and in 19%]] of untreated patients (~p=0.02~).",
    ),
    "crossover": (
        "__Mean pain score__ was [[3.1 during zelavir treatment and 5.2]] during placebo (~p < 0.001~).",
        "__Exercise duration__ was [[412 ± 96 s on zelavir and 361 ± 88 s]] on placebo (~p < 0.01~).",
        "__Urine output__ was greater after zelavir than after placebo ([[1.9 ± 0.4 vs 1.3 ± 0.3 L/day]], ~p<0.05~).",
        "__Apnoea events per hour__ averaged [[18.2 with zelavir and 29.4]] with placebo (~p<0.01~).",
    ),
    "three arms": (),
}
NO_EFFECTS = {
    "placebo": (
        "At baseline, the mean score was 24.1 in the zelavir group and 23.8 in the placebo group.",
        "The groups were similar at baseline (mean age 44.2 vs 45.1 years; 52% vs 54% women).",
        "Mean baseline FEV1 was 2.1 L with zelavir and 2.2 L with placebo.",
        "Adverse events were reported by 61% of patients on zelavir and 55% of those on placebo (p=0.3).",
        "Nausea occurred in 18% of zelavir-treated and 7% of placebo-treated patients (p=0.01).",
        "Headache was more common with zelavir than with placebo (22% vs 11%).",
        "Serious adverse events occurred in 4% and 5% of patients in the zelavir and placebo groups, respectively.",
        "Withdrawals due to side effects were more frequent with zelavir (9%) than with placebo (3%).",
        "Twelve patients (11%) in the zelavir group and 15 (14%) in the placebo group dropped out.",
        "The study was completed by 91% of patients on zelavir and 88% on placebo.",
        "Discontinuation rates were 14% for zelavir and 19% for placebo.",
        "In the zelavir group the score decreased from 24.1 to 14.3 (p<0.001).",
        "Zelavir reduced mean pressure from 162 ± 12 to 141 ± 11 mm Hg (p<0.001), but placebo did not.",
        "FEV1 improved from 2.1 L at baseline to 2.6 L at week 12 (p = 0.01) with zelavir.",
        "The plasma concentration of zelavir correlated with response (r = 0.62, p = 0.001).",
        "Change in score correlated with change in FEV1 (r = 0.41 vs r = 0.12).",
        "Response to zelavir was higher in women than in men (62% vs 48%, p=0.03).",
        "Among zelavir-treated patients, response was 71% in those with and 44% in those without atopy (p=0.01).",
        "Responders were younger than non-responders (34.1 vs 45.2 years, p=0.02).",
        "Response to zelavir was 58% in severe and 71% in mild disease (p=0.2).",
        "A total of 106 patients were randomised to zelavir and 106 to placebo.",
        "We enrolled 212 patients: 104 received zelavir and 108 received placebo.",
        "A sample of 100 patients per group gives 80% power to detect a difference of 15% between zelavir and placebo.",
        "The trial will compare zelavir with placebo and will have 90% power to detect a hazard ratio of 0.75.",
        "The mean dose was 22 mg in the zelavir group and 38 mg in the placebo group.",
        "Patients received zelavir 20 mg twice daily for 12 weeks or placebo for 12 weeks.",
        "Median follow-up was 24.1 months in the zelavir group and 23.8 months in the placebo group.",
        "Compliance was 92% with zelavir and 94% with placebo.",
        "The half-life of zelavir was 6.2 h in patients and 5.8 h in healthy subjects.",
        "The AUC of zelavir was 412 ng.h/ml after food versus 380 ng.h/ml fasting.",
        "Zelavir 20 mg was more effective than zelavir 10 mg (58% vs 44%, p = 0.03).",
        "Zelavir twice daily and once daily gave response rates of 58% and 55%, respectively.",
        "Response rates were 54% at week 4 and 62% at week 12 with zelavir (p=0.04).",
        "The relapse rate was 20% in patients with resistant strains vs 6% in those with sensitive strains (p<0.001).",
        "Moricanol was superior to budenoside (61% vs 44%, p = 0.01).",
        "Response rates were 61% with moricanol and 44% with budenoside (p=0.01).",
        "Smokers had more exacerbations than non-smokers (1.9 vs 1.1 per year; p=0.002).",
        "Mean age was 44.2 ± 12.1 years in the zelavir group and 45.1 ± 11.8 years in the placebo group.",
        "Dizziness (12% vs 4%) and dry mouth (15% vs 5%) were more common with zelavir than with placebo.",
        "The QT interval was prolonged by 6.1 ms with zelavir and 0.4 ms with placebo (p=0.02).",
        "Zelavir plasma levels were 2.1 µg/ml at week 4 and 2.3 µg/ml at week 12.",
        "The placebo group improved from 24.0 to 19.8 (p = 0.04).",
        "Both groups improved from baseline: 34% (p<0.001) and 31% (p<0.001).",
        "The mean duration of treatment was 10.2 weeks for zelavir and 10.6 weeks for placebo.",
        "Age (OR 1.03, 95% CI 1.01-1.05) and smoking (OR 2.1, 95% CI 1.3-3.4) predicted relapse in "
        "patients on zelavir.",
        "The incidence of rash was 3.1% with zelavir versus 1.2% with placebo (RR 2.6, 95% CI 0.9-7.2).",
        "Liver enzymes rose in 5% of zelavir and 1% of placebo recipients.",
        "The proportion of women was 54% in the zelavir group and 51% in the placebo group.",
        "Disease duration was 8.2 years in the zelavir group and 7.9 years in the placebo group.",
        "Previous exacerbations had occurred in 61% of zelavir and 58% of placebo patients before enrolment.",
        "Median age was 61 years in the zelavir group and 60 years in the placebo group.",
        "Mean drug exposure was 82 days for zelavir and 79 days for placebo.",
        "Grade 3 neutropenia occurred in 21% and 4% of patients given zelavir and placebo, respectively.",
        "Zelavir lowered pressure from 162 to 148 mm Hg at week 4 and to 141 mm Hg at week 12.",
        "Patients with a response to zelavir had a higher baseline score (28 vs 22, p=0.01).",
        "The trial was stopped early after 106 of 212 planned patients.",
        "A reduction of 5 points with zelavir versus 2 points with placebo was assumed for the sample size.",
        "Zelavir serum levels were 12.1 ng/ml in responders and 7.4 ng/ml in non-responders (p=0.02).",
        "Of those screened, 106 (31%) were assigned to zelavir and 106 (31%) to placebo.",
        "Early and late zelavir gave survival of 61% and 54% (p=0.3).",
        "Constipation was reported by 14% on zelavir and 3% on placebo (P<0.001).",
        "Fourteen zelavir patients (13%) and nine placebo patients (8%) withdrew because of adverse events.",
    ),
    "budenoside": (
        "Zelavir plus budenoside was superior to zelavir alone (64% vs 48%, p=0.02).",
        "Combined treatment with zelavir and budenoside gave a response of 71%, compared with 40% for placebo.",
        "Budenoside lowered the score from 18.2 to 12.1 and moricanol from 18.4 to 14.9 (p=0.03).",
        "Costs were 412 USD with zelavir and 298 USD with budenoside.",
        "Zelavir clearance was 12.1 L/h alone and 8.4 L/h with budenoside (p<0.01).",
        "Of the patients, 45% were men in the zelavir group and 47% in the budenoside group.",
    ),
    "cohort": (
        "Zelavir users were older than non-users (61.2 vs 55.4 years).",
        "Among zelavir users, mortality was higher in those aged over 75 years than in younger patients "
        "(HR 2.4, 95% CI 1.6-3.5).",
    ),
}
_MARKS = {
    "groups": ("[[", "]]"),
    "value": ("{", "}"),
    "interval": ("^", "^"),
    "p_value": ("~", "~"),
    "endpoint": ("__", "__"),
    "comparator": ("<<", ">>"),
}
_ANY_MARK = re.compile(r"\[\[|\]\]|<<|>>|__|[{}^~]")


def setting(name: str) -> Setting:
    return SETTINGS[name.removesuffix(NO_HEADINGS)]


def marked(form: str, part: str) -> str | None:
    """What a form marks as one part of an effect."""
    opens, closes = _MARKS[part]
    match = re.search(rf"{re.escape(opens)}(.+?){re.escape(closes)}", form)
    return _ANY_MARK.sub("", match[1]) if match else None


def text(span: TextSpan | None) -> str | None:
    return span.text if span else None


@pytest.mark.parametrize(("name", "form"), [(name, form) for name, forms in FORMS.items() for form in forms])
def test_a_usual_form_is_read_in_every_part(name: str, form: str) -> None:
    headed = not name.endswith(NO_HEADINGS)
    effect = setting(name).effects(_ANY_MARK.sub("", form), headed=headed)[0]
    for part in ("groups", "value", "interval", "p_value", "endpoint"):
        assert text(getattr(effect, part)) == marked(form, part)
    comparator = marked(form, "comparator") or setting(name).comparator or None
    assert (text(effect.comparator) or "").lower() == (comparator or "").lower()


@pytest.mark.parametrize(("name", "sentence"), [(name, form) for name, forms in NO_EFFECTS.items() for form in forms])
def test_what_is_no_effect_gives_no_numbers(name: str, sentence: str) -> None:
    assert not any(effect.has_numbers for effect in setting(name).effects(sentence))


@pytest.mark.parametrize(
    "result",
    [
        "Attacks at the end were fewer compared to placebo with budenoside than zelavir.",
        "Zelavir and response, compared with placebo, are shown.",
        "Moricanol is as effective as budenoside and zelavir in asthma.",
        "Attacks were more frequent with placebo than with zelavir.",
        "The main hypothesis of the trial is that zelavir is more effective than placebo.",
        "Moricanol lowered the number of attacks more than placebo.",
        "Zelavir was more effective against sensitive strains than against resistant strains (p = 0.008).",
    ],
)
def test_words_that_are_not_of_the_drug_or_say_no_direction_are_no_effect(result: str) -> None:
    assert not SETTINGS["placebo"].effects(result)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("All doses of zelavir were superior to placebo.", "superior"),
    ],
)
def test_words_are_those_of_the_drugs_own_clause(result: str, words: str) -> None:
    (effect,) = SETTINGS["placebo"].effects(result)
    assert text(effect.words) == words


def test_the_object_of_another_verb_is_not_what_the_words_are_of() -> None:
    (effect,) = SETTINGS["placebo"].effects(
        "Compared with placebo, zelavir significantly increases flow and reduces risk."
    )
    assert effect.endpoint is None


def test_words_that_do_not_say_against_what_are_no_effect() -> None:
    assert not SETTINGS["cohort"].effects("Zelavir significantly reduced wheeze (p < 0.001).")
    (effect,) = SETTINGS["placebo"].effects("Zelavir significantly reduced wheeze compared with placebo (p < 0.001).")
    assert text(effect.comparator) == "placebo"
