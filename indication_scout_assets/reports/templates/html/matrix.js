
/* The matrix of all drugs: drugs of a disease and diseases of a drug, by the search of the page. */
(() => {
  const element = document.getElementById("field-data");
  if (!element) return;
  const DRUGS = 4, DISEASES = 4, ROWS = 25; // shown of each at once
  const data = JSON.parse(element.textContent);
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const make = (tag, attributes, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  const folded = { drugs: data.drugs.map(fold), diseases: data.diseases.map(fold) };
  const drugsOf = data.diseases.map(() => ({ fresh: [], tried: [] }));
  data.lists.forEach(([fresh, odds, tried], drug) => {
    fresh.forEach((disease, place) => drugsOf[disease].fresh.push({ drug, place, odds: odds[place] }));
    tried.forEach((disease, place) => drugsOf[disease].tried.push({ drug, place }));
  });
  for (const { fresh, tried } of drugsOf) for (const places of [fresh, tried]) places.sort((a, b) => a.place - b.place || a.drug - b.drug);

  // Whole names first, then those that begin with what is typed, then the shortest.
  const hits = (kind, typed) => {
    const words = typed.split(/\s+/).filter(Boolean);
    const weight = (name) => (name === typed ? 0 : name.startsWith(typed) ? 1 : 2);
    return folded[kind].map((name, number) => ({ name, number })).filter(({ name }) => words.every((word) => name.includes(word)))
      .sort((a, b) => weight(a.name) - weight(b.name) || a.name.length - b.name.length || a.number - b.number).map(({ number }) => number);
  };
  const odds = (band) => (band >= 0 ? data.odds[band] : "");
  const table = (title, heads, rows, all) => {
    const body = make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells.map((cell) => make("td", {}, cell)))));
    const more = all > rows.length ? ` (the first ${rows.length} of ${all})` : "";
    return make("table", {}, make("caption", {}, title + more), make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))), body);
  };
  const ofDrug = (drug) => {
    const [fresh, bands, tried] = data.lists[drug], part = make("article", {}, make("h3", {}, data.drugs[drug]));
    if (fresh.length) part.append(table("New to the drug", ["Place", "Disease", "Odds"], fresh.map((disease, place) => [place + 1, data.diseases[disease], odds(bands[place])]), fresh.length));
    if (tried.length) part.append(table("Tried, not approved", ["Place", "Disease"], tried.map((disease, place) => [place + 1, data.diseases[disease]]), tried.length));
    if (!fresh.length && !tried.length) part.append(make("p", {}, "No disease has a place in its lists."));
    return part;
  };
  const ofDisease = (disease) => {
    const { fresh, tried } = drugsOf[disease], part = make("article", {}, make("h3", {}, data.diseases[disease]));
    if (fresh.length) part.append(table("New to these drugs", ["Place in its list", "Drug", "Odds"], fresh.slice(0, ROWS).map(({ drug, place, odds: band }) => [place + 1, data.drugs[drug], odds(band)]), fresh.length));
    if (tried.length) part.append(table("Tried with these drugs", ["Place in its list", "Drug"], tried.slice(0, ROWS).map(({ drug, place }) => [place + 1, data.drugs[drug]]), tried.length));
    if (!fresh.length && !tried.length) part.append(make("p", {}, "It is among the first places of no drug; scout matrix drugs shows the others."));
    return part;
  };

  const input = document.getElementById("q"), found = document.getElementById("field-found"), common = document.getElementById("field-common");
  const search = () => {
    const typed = fold(input.value.trim());
    found.hidden = typed.length < 2;
    common.hidden = !found.hidden;
    if (found.hidden) return found.replaceChildren();
    const drugs = hits("drugs", typed), diseases = hits("diseases", typed);
    const counted = `${drugs.length} drug${drugs.length === 1 ? "" : "s"} and ${diseases.length} disease${diseases.length === 1 ? "" : "s"} of the matrix have such a name.`;
    found.replaceChildren(make("p", { role: "status" }, counted), make("div", { class: "field-lists" }, ...drugs.slice(0, DRUGS).map(ofDrug), ...diseases.slice(0, DISEASES).map(ofDisease)));
  };
  input.addEventListener("input", search);
  addEventListener("hashchange", search);
  search();
})();
