"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");

  // Theme: follows the system until the reader chooses; the choice is kept where the browser allows it.
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const recall = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const keep = (value) => { try { localStorage.setItem("theme", value); } catch { /* a page from file:// may not */ } };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
  const chosen = recall();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(root.dataset.theme);
    label();
  });
  system.addEventListener("change", label);
  label();

  // Sorting: a button in every column head; rows with equal values keep their order.
  const value = (cell) => {
    const text = cell.dataset.value ?? cell.textContent.trim().toLowerCase();
    return text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en"));
  const sort = (table, head, index) => {
    const heads = [...head.parentElement.children];
    const before = head.getAttribute("aria-sort");
    const first = head.dataset.first ?? "ascending";
    const order = before ? (before === "ascending" ? "descending" : "ascending") : first;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const body = table.tBodies[0];
    const sign = order === "ascending" ? 1 : -1;
    [...body.rows]
      .map((row) => [value(row.cells[index]), row])
      .sort((a, b) => sign * compare(a[0], b[0]))
      .forEach(([, row]) => body.append(row));
  };
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    [...table.tHead.rows[0].cells].forEach((head, index) => {
      const control = document.createElement("button");
      control.type = "button";
      control.append(...head.childNodes);
      head.append(control);
      control.addEventListener("click", () => sort(table, head, index));
    });
  }

  // A link into a closed part opens it; every piece of the quoted words lights up.
  const reveal = () => {
    document.querySelectorAll(".lit").forEach((piece) => piece.classList.remove("lit"));
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const place = id && document.getElementById(id);
    if (!place) return;
    for (let part = place; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    document.querySelectorAll(`[data-spans~="${CSS.escape(id)}"]`).forEach((piece) => piece.classList.add("lit"));
    place.scrollIntoView({ block: place.closest("mark") ? "center" : "start" });
  };
  addEventListener("hashchange", reveal);
  // The same link pressed twice changes no hash, yet the reader wants to be taken there again.
  addEventListener("click", (event) => {
    const pressed = event.target.closest?.("a[href^='#']");
    if (pressed && (pressed.getAttribute("href") === location.hash)) reveal();
  });
  reveal();

  // Paper shows what is open: who wants all of it opens all of it first.
  const all = document.getElementById("open-all");
  if (all) {
    all.hidden = false;
    all.addEventListener("click", () => {
      const closed = [...document.querySelectorAll("details:not([open])")];
      (closed.length ? closed : [...document.querySelectorAll("details")]).forEach((part) => { part.open = closed.length > 0; });
      all.textContent = closed.length ? "Close everything" : "Open everything";
    });
  }
})();
