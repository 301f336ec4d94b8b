// The student's page. Every text from the server is set as text, never as HTML.

const part = (id) => document.getElementById(id);
const NAMESPACE = "http://www.w3.org/2000/svg";

let code = "";
let sheet = null;
let answers = []; // per question [class or list of possible classes, doubt] or null
let here = 0; // the question on screen

async function post(path, message) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
  const content = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(content.sentence), { refused: true, retry: content.retry });
  }
  return response.status === 202 ? Object.assign(content, { waiting: true }) : content;
}

function say(sentence) {
  part("message").textContent = sentence;
  part("message").hidden = !sentence;
}

function explain(error) {
  say(error.refused ? error.message : "The teacher's machine does not answer. Is the network on? Try again.");
}

function show(id) {
  for (const section of ["door", "waiting", "task", "thanks"]) part(section).hidden = section !== id;
}

// The teacher has to let this device in, or too many come at this moment: ask again by itself.
const ASK_AGAIN = 3; // seconds
let timer = 0;

function wait(typed, sentence, seconds) {
  part("waiting-text").textContent = sentence;
  say("");
  show("waiting");
  timer = setTimeout(() => join(typed), 1000 * Math.min(30, seconds));
}

async function join(typed) {
  clearTimeout(timer);
  code = typed;
  let found;
  try {
    found = await post("join", { code });
  } catch (error) {
    if (error.retry !== undefined) return wait(typed, error.message, error.retry + Math.random());
    const waits = !part("waiting").hidden && !error.refused; // the network is away for a moment
    if (waits) return wait(typed, part("waiting-text").textContent, ASK_AGAIN);
    explain(error);
    show("door");
    return;
  }
  if (code !== typed) return; // another code was given meanwhile
  if (found.waiting) return wait(typed, found.sentence, ASK_AGAIN);
  sheet = found;
  say("");
  part("device").textContent = `Device ${sheet.device}`;
  part("device").hidden = false;
  history.replaceState(null, "", "#" + code.replace(/[^0-9A-Za-z-]/g, "")); // for a reload
  answers = sheet.answers;
  const open = answers.indexOf(null);
  prepare();
  if (open < 0) finish();
  else ask(open);
}

function shape(name, attributes, parent) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

// What stays the same over all questions: the dots, the buttons, the texts.
function prepare() {
  part("title").textContent = sheet.title;
  part("note").textContent = sheet.note;
  part("note").hidden = !sheet.note;
  part("across").textContent = "→ " + sheet.axes[0];
  part("up").textContent = "↑ " + sheet.axes[1];
  const plane = part("plane");
  plane.replaceChildren();
  const radius = sheet.dots.length > 300 ? 9 : 13;
  for (const [x, y] of sheet.dots) shape("circle", { cx: x, cy: y, r: radius, class: "dot" }, plane);
  for (const [name, r] of [["halo", 38], ["ring", 38], ["asked", 15]]) {
    shape("circle", { r, class: name, id: name }, plane);
  }
  part("classes").replaceChildren(
    ...sheet.classes.map((name, k) => {
      const button = document.createElement("button");
      button.type = "button";
      const swatch = document.createElementNS(NAMESPACE, "svg");
      swatch.setAttribute("viewBox", "0 0 10 10");
      swatch.setAttribute("aria-hidden", "true");
      shape("circle", { cx: 5, cy: 5, r: 5, fill: sheet.colours[k] }, swatch);
      const label = document.createElement("span");
      label.textContent = name;
      button.append(swatch, label);
      button.addEventListener("click", () => choose(k));
      return button;
    }),
  );
  part("steps").replaceChildren(...sheet.questions.map(() => document.createElement("i")));
}

function ask(nth) {
  here = nth;
  const { place, facts } = sheet.questions[nth];
  for (const id of ["halo", "ring", "asked"]) {
    part(id).setAttribute("cx", place[0]);
    part(id).setAttribute("cy", place[1]);
  }
  part("facts").textContent = facts.join(" · ");
  part("several").checked = Array.isArray(answers[nth]?.[0]) && !knowsNothing(nth);
  part("doubt").value = Math.round(100 * (answers[nth]?.[1] ?? 0.2));
  mark();
  show("task");
  scrollTo(0, 0);
}

// The classes of an answer, none before there is one.
function members(nth) {
  const given = answers[nth]?.[0];
  return given === undefined ? [] : [given].flat();
}

function knowsNothing(nth) {
  return members(nth).length === sheet.classes.length;
}

// What follows an answer: which button is pressed, how far we are, what Next does.
function mark() {
  const count = sheet.questions.length;
  part("progress").textContent = `${here + 1} of ${count}`;
  [...part("steps").children].forEach((step, nth) => {
    step.className = (answers[nth] ? "done" : "") + (nth === here ? " here" : "");
  });
  [...part("classes").children].forEach((button, k) => {
    button.setAttribute("aria-pressed", !knowsNothing(here) && members(here).includes(k));
  });
  part("unknown").setAttribute("aria-pressed", knowsNothing(here));
  part("doubt").disabled = knowsNothing(here);
  part("doubt-text").textContent = `${part("doubt").value} %`;
  part("back").disabled = here === 0;
  part("next").disabled = !answers[here];
  part("next").textContent = here + 1 < count ? "Next" : "Finish";
}

// Answers go off at once and one after the other, so that the newest one wins. One that got lost
// goes off again with the next.
const unsent = new Set();
let sending = Promise.resolve();

async function sendAll() {
  try {
    for (const nth of [...unsent]) {
      const given = answers[nth];
      const chosen = Array.isArray(given[0]) ? { classes: given[0] } : { class: given[0] };
      await post("answer", { code, question: nth, ...chosen, doubt: given[1] });
      if (answers[nth] === given) unsent.delete(nth);
    }
    say("");
  } catch (error) {
    explain(error);
  }
}

function send() {
  sending = sending.then(sendAll);
  return sending;
}

function choose(k) {
  let given = k;
  if (part("several").checked) {
    const before = knowsNothing(here) ? [] : members(here);
    given = before.includes(k) ? before.filter((each) => each !== k) : [...before, k];
    if (given.length === 0) given = [k]; // an answer stays one
  }
  note(given, part("doubt").value / 100);
}

function note(given, doubt) {
  answers[here] = [given, doubt];
  unsent.add(here);
  mark();
  send();
}

part("doubt").addEventListener("input", mark);
part("doubt").addEventListener("change", () => {
  if (answers[here]) note(answers[here][0], part("doubt").value / 100);
});
part("several").addEventListener("change", () => {
  if (!part("several").checked && members(here).length > 1) choose(members(here)[0]);
});
part("unknown").addEventListener("click", () => {
  part("several").checked = false;
  note(sheet.classes.map((_, k) => k), 0);
});
part("back").addEventListener("click", () => ask(here - 1));
part("next").addEventListener("click", () => {
  if (here + 1 < sheet.questions.length) ask(here + 1);
  else finish();
});
part("again").addEventListener("click", () => ask(0));

async function finish() {
  const missing = answers.indexOf(null);
  if (missing >= 0) return ask(missing);
  if (unsent.size) await send();
  if (unsent.size) return;
  part("thanks-text").textContent =
    `Your ${answers.length} answers are with the class. You can still change them while the session is open.`;
  show("thanks");
}

// How honest the doubts were, once the teacher has revealed the classes.
part("honest").addEventListener("click", async () => {
  try {
    const { own, class: all } = await post("score", { code });
    const parts = [`Your Brier score is ${own.brier ?? "–"}, that of the class ${all.brier ?? "–"} (0 is best, 2 worst).`];
    for (const [kind, title] of [["sure", "Sure of a class"], ["doubtful", "In doubt"]]) {
      const [right, count] = own[kind];
      if (count) parts.push(`${title}, you were right in ${+right.toFixed(1)} of ${count}.`);
    }
    say("");
    part("score").textContent = parts.join(" ");
    drawCurve(own.curve, all.curve);
  } catch (error) {
    explain(error);
  }
});

// How often one was right, by how sure one was: honest doubt lies on the diagonal.
function drawCurve(own, all) {
  const plane = part("curve-plane");
  plane.replaceChildren();
  part("curve").hidden = !own.length;
  const at = ([sure, right]) => [1000 * sure, 1000 * (1 - right)];
  shape("line", { x1: 0, y1: 1000, x2: 1000, y2: 0, class: "honest" }, plane);
  shape("polyline", { points: all.map((step) => at(step).join()).join(" "), class: "all" }, plane);
  for (const [steps, look] of [[all, "all-point"], [own, "own-point"]]) {
    const most = Math.max(...steps.map((step) => step[2]));
    for (const step of steps) {
      const [cx, cy] = at(step);
      const r = look === "own-point" ? 14 + 26 * Math.sqrt(step[2] / most) : 16;
      shape("circle", { cx, cy, r, class: look }, plane);
    }
  }
  const percent = (share) => `${Math.round(100 * share)} %`;
  const said = own.map(([sure, right, count]) => `${percent(sure)} sure: right ${percent(right)} of ${count}`);
  part("curve-text").textContent = `You, in colour (${said.join("; ")}), and the class, in grey. Honest doubt lies on the dashed line.`;
}

part("door").addEventListener("submit", (event) => {
  event.preventDefault();
  join(part("code").value);
});
addEventListener("hashchange", () => enter());

function enter() {
  const given = location.hash.slice(1);
  if (given) join(given);
  else show("door");
}
enter();
