/* A number of the standing that has changed is bold for ten seconds on a hall screen, so that the room sees what is new. */
(() => {
  const BOLD = 10000, hall = document.getElementById("hall");
  if (!hall) return;
  const until = new Map();
  const numbers = () => {
    const found = new Map();
    for (const row of hall.querySelectorAll(".hall-standing li:has(.name)")) {
      for (const kind of ["rank", "second", "total"]) {
        const part = row.querySelector(`.${kind}`);
        if (part) found.set(`${row.querySelector(".name").textContent} ${kind}`, part);
      }
    }
    return found;
  };
  const told = () => new Map([...numbers()].map(([name, part]) => [name, part.textContent]));
  let known = told();
  const mark = () => {
    for (const [name, part] of numbers()) part.classList.toggle("changed", until.get(name) > Date.now());
  };
  document.addEventListener("htmx:after:swap", () => {
    const now = told();
    for (const [name, text] of now) {
      if (known.has(name) && known.get(name) !== text) until.set(name, Date.now() + BOLD);
    }
    known = now;
    mark();
  });
  setInterval(mark, 1000);
})();
