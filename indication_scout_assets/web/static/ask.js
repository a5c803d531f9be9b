"use strict";
// The Ask page with script: the form is sent as it is, and its answer read as it comes about. Without script the browser
// sends it, and gets the page with the answer.
(() => {
  const form = document.getElementById("ask"), turns = document.getElementById("turns");
  const progress = document.getElementById("progress"), status = document.getElementById("status");
  const verified = document.getElementById("verified"), asked = document.getElementById("asked");
  const stop = document.getElementById("stop"), question = form.elements.question;
  const submit = form.querySelector("button[type=submit]");
  let under = null; // what ends the request that is under way

  const item = (text, step) => {
    const made = document.createElement("li");
    made.textContent = text;
    made.dataset.step = step;
    return made;
  };
  const begin = (text) => {
    asked.textContent = text;
    status.textContent = "Searching…";
    verified.replaceChildren();
    progress.hidden = false;
    progress.classList.remove("failed");
    progress.dataset.working = "";
    stop.hidden = false;
    submit.disabled = true;
  };
  const end = (sentence, choices = []) => {
    delete progress.dataset.working;
    stop.hidden = true;
    submit.disabled = false;
    under = null;
    if (sentence === undefined) { progress.hidden = true; return; }
    progress.classList.add("failed");
    status.textContent = sentence;
    verified.replaceChildren();
    for (const collection of choices) {
      const asked = new URLSearchParams([...new FormData(form)].filter(([key, value]) => value && key !== "conversation"));
      asked.set("collection", collection);
      const link = document.createElement("a");
      link.href = `/ask?${asked}`;
      link.textContent = `Ask the papers of ${collection.replace("drug:", "")}`;
      const line = document.createElement("li");
      line.append(link);
      verified.append(line);
    }
  };

  const done = (data) => {
    const made = document.createElement("template");
    made.innerHTML = data.html; // made by the server, where everything is escaped; the policy runs no script in it
    turns.append(made.content);
    document.getElementById("history").innerHTML = data.history;
    form.elements.conversation.value = data.conversation;
    form.elements.context.value = "";
    const exports = document.getElementById("exports");
    exports.hidden = false;
    for (const link of exports.querySelectorAll("a")) {
      link.href = `/v1/conversations/${encodeURIComponent(data.conversation)}/export?format=${link.dataset.format}`;
    }
    document.getElementById("new").hidden = false;
    document.querySelector("label[for=question]").textContent = "Follow-up question";
    document.getElementById("hint").textContent = "What a follow-up leaves out is taken from the question before.";
    question.value = "";
    if (data.address !== location.pathname) history.pushState(null, "", data.address);
    end();
    const turn = turns.querySelector(":scope > .turn:last-of-type");
    turn.scrollIntoView({ block: "start" });
    turn.focus({ preventScroll: true });
  };
  const happened = {
    start: () => {},
    retrieved: (data) => { status.textContent = `Searched ${data.searched} Reading the best ${data.retrieved.length}…`; },
    sentence: (data) => { verified.append(item(`${data.text} ${[...new Set(data.citations.map((c) => `[${c.n}]`))].join(" ")}`, data.step)); },
    withdrawn: (data) => {
      for (const told of [...verified.children]) if (told.dataset.step === String(data.step)) told.remove();
      status.textContent = `What was written is withdrawn. ${data.message}`;
    },
    removed: (data) => { status.textContent = `A sentence was removed: ${data.reason}`; },
    error: (data) => end(data.message, data.choices),
    done,
  };

  const take = (block) => {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      if (line.startsWith("data:")) data.push(line.slice(5).trim());
    }
    if (data.length && happened[name]) happened[name](JSON.parse(data.join("\n")));
    return name;
  };

  const send = async () => {
    const text = question.value.trim();
    if (!text || under) return;
    under = new AbortController();
    const mine = under;
    begin(text);
    try {
      const answer = await fetch(form.action, {
        method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "text/event-stream" }, signal: mine.signal,
      });
      if (!(answer.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        end(page.querySelector("[role=alert]")?.textContent.trim() ?? "The server gave no answer; ask again.");
        return;
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "", last = "";
      for (;;) {
        const { value, done: over } = await reader.read();
        if (over) break;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) last = take(block);
      }
      if (under === mine && last !== "done" && last !== "error") end("The answer broke off; ask again.");
    } catch (error) {
      end(error.name === "AbortError" ? "Stopped. Nothing of it was kept." : "The server could not be reached; ask again.");
      if (error.name === "AbortError") question.focus();
    }
  };

  form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
  question.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); form.requestSubmit(); }
  });
  stop.addEventListener("click", () => under?.abort());
  // Back and forward: the page of the address, from the server.
  addEventListener("popstate", () => { if (!location.hash) location.reload(); });
})();
