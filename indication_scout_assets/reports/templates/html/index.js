"use strict";
(() => {
  const FIRST = 40, STEP = 100; // diseases and drugs in the matrix at first, and with each press of a button
  const ROOMY = 8; // so many drugs have room for names across and for scores
  const make = (tag, attributes = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const named = (row) => {
    const names = row.dataset.names.split("\n");
    return { row, head: row.querySelector("th"), names, folded: names.map(fold) };
  };
  const drugs = [...document.querySelectorAll(".drugs tbody tr")].map(named);
  const given = [...document.querySelectorAll(".diseases tbody tr")].map((row) => ({
    ...named(row),
    best: Number(row.dataset.best),
    cells: [...row.querySelectorAll(".cell")].map((cell) => ({ cell, drug: Number(cell.dataset.drug) })),
  }));
  const byColumn = new Map(drugs.map((drug) => [Number(drug.row.dataset.drug), drug]));
  const input = document.getElementById("q"), rowsBy = document.getElementById("rows"), columnsBy = document.getElementById("columns");
  const matrix = document.getElementById("matrix"), list = document.getElementById("list");
  const more = { rows: document.getElementById("more-rows"), columns: document.getElementById("more-columns") };
  const narrow = matchMedia("(max-width: 44rem)");
  let view = narrow.matches ? "list" : "matrix", limit = { rows: FIRST, columns: FIRST };

  // Every word must be in one and the same name; -1: in none.
  const hit = (thing, words) => thing.folded.findIndex((name) => words.every((word) => name.includes(word)));
  const plural = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;
  const byName = (a, b) => a.folded[0].localeCompare(b.folded[0], "en");
  const orders = { given: () => 0, best: (a, b) => b.best - a.best || byName(a, b), name: byName };

  const draw = (shown, columns) => {
    const head = make("tr", {}, make("th", { scope: "col" }, "Disease"));
    for (const column of columns) {
      const drug = byColumn.get(column), link = drug.head.querySelector("a"), failed = drug.row.querySelector(".state-failed");
      const label = (failed ? "✕ failed: " : "") + drug.head.textContent.trim();
      const turned = link ? make("a", { class: "turned", href: link.getAttribute("href") }, label) : make("span", { class: "turned" }, label);
      head.append(make("th", { scope: "col", title: label }, turned));
    }
    const body = make("tbody");
    for (const disease of shown) {
      const places = new Map(disease.cells.map(({ cell, drug }) => [drug, cell]));
      const row = make("tr", {}, disease.head.cloneNode(true));
      for (const column of columns) {
        const cell = places.get(column)?.cloneNode(true);
        cell?.querySelector(".of")?.classList.add("sr");
        row.append(cell ? make("td", {}, cell) : make("td"));
      }
      body.append(row);
    }
    const table = make("table", { class: columns.length <= ROOMY ? "matrix roomy" : "matrix" }, make("thead", {}, head), body);
    table.style.width = `calc(var(--first) + ${columns.length} * var(--column))`; // fixed widths: the browser need not measure
    matrix.replaceChildren(table);
  };
  const offer = (what, one, all) => {
    const rest = view === "matrix" ? all - limit[what] : 0;
    more[what].hidden = rest <= 0;
    more[what].textContent = `Show ${Math.min(STEP, rest)} more of ${plural(all, one)}`;
  };
  let order = given; // of the list's rows

  const also = (disease, place) => {
    disease.head.querySelector(".also")?.remove();
    if (place > 0) disease.head.append(make("span", { class: "also" }, `also called “${disease.names[place]}”`));
  };

  const show = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean), asked = words.length > 0;
    const drugHits = new Set(asked ? drugs.filter((drug) => hit(drug, words) >= 0).map((drug) => Number(drug.row.dataset.drug)) : []);
    const shown = [], listed = new Set(drugHits);
    for (const disease of given) {
      const place = asked ? hit(disease, words) : -1, itself = place >= 0;
      also(disease, place);
      const visible = !asked || itself || disease.cells.some(({ drug }) => drugHits.has(drug));
      disease.row.hidden = !visible;
      if (visible) shown.push(disease);
      if (itself || !asked) disease.cells.forEach(({ drug }) => listed.add(drug));
    }
    shown.sort(orders[rowsBy.value]);
    const ordered = rowsBy.value === "given" ? given : [...given].sort(orders[rowsBy.value]);
    if (ordered.some((disease, n) => disease !== order[n])) ordered.forEach(({ row }) => row.parentElement.append(row));
    order = ordered;
    for (const [column, drug] of byColumn) drug.row.hidden = asked && !listed.has(column);

    const counts = new Map(), top = shown.slice(0, limit.rows);
    for (const { cells } of top) for (const { drug } of cells) if (listed.has(drug)) counts.set(drug, (counts.get(drug) ?? 0) + 1);
    const shared = (a, b) => (columnsBy.value === "shared" ? counts.get(b) - counts.get(a) : 0);
    const columns = [...counts.keys()].sort((a, b) => shared(a, b) || a - b);
    if (matrix) {
      if (view === "matrix") draw(top, columns.slice(0, limit.columns));
      matrix.hidden = view !== "matrix" || !shown.length;
      list.hidden = view !== "list" || !shown.length;
      offer("rows", "disease", shown.length);
      offer("columns", "drug", columns.length);
      for (const one of document.querySelectorAll(".views button")) one.setAttribute("aria-pressed", String(one.dataset.view === view));
    }
    const drugsShown = drugs.filter((drug) => !drug.row.hidden).length;
    document.getElementById("found").textContent = !asked ? `${plural(given.length, "disease")} and ${plural(drugs.length, "drug")}.`
      : shown.length || drugsShown ? `${plural(shown.length, "disease")} and ${plural(drugsShown, "drug")} found.`
      : document.getElementById("field-data") ? `No drug that was run here, nor a candidate of one, is called “${input.value.trim()}”; the lists of all drugs are below.`
      : `Nothing here is called “${input.value.trim()}”: no drug, and no candidate, approved use or known harm of one.`;
  };

  // The search is part of the address, so that it can be linked to: #q=asthma or ?q=asthma.
  const fromAddress = () => {
    const hash = new URLSearchParams(location.hash.slice(1));
    return hash.has("q") ? hash.get("q") : location.hash ? null : new URLSearchParams(location.search).get("q");
  };
  const toAddress = () => {
    const q = input.value.trim();
    try { history.replaceState(null, "", location.pathname + (q ? `#q=${encodeURIComponent(q)}` : "")); } catch { /* not from every kind of address */ }
  };
  input.addEventListener("input", () => { limit = { rows: FIRST, columns: FIRST }; toAddress(); show(); });
  for (const select of [rowsBy, columnsBy]) select.addEventListener("change", show);
  for (const [what, button] of Object.entries(more)) button?.addEventListener("click", () => { limit[what] += STEP; show(); });
  document.querySelectorAll(".views button").forEach((one) => one.addEventListener("click", () => { view = one.dataset.view; show(); }));
  addEventListener("hashchange", () => { const q = fromAddress(); if (q !== null) { input.value = q; show(); } });

  document.querySelector(".controls").hidden = false;
  document.querySelectorAll(".views").forEach((part) => { part.hidden = false; });
  input.value = fromAddress() ?? input.value;
  show();
})();
