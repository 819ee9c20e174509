"""Scripts that run in every page of a test before its own."""

# Counted in the window's storage, so that a page without the script's help goes on counting after a reload. At the
# document: where something has just come to lie there, Playwright stops a tap at the window and tries again.
COUNT_TAPS = """document.addEventListener('pointerdown', () => {
    sessionStorage.taps = 1 + (+sessionStorage.taps || 0);
    globalThis.tappedAt = performance.now();
}, true);"""
NO_DOUBLE_TAP = "new Promise((done) => setTimeout(done, 400 - performance.now() + (globalThis.tappedAt || 0)))"
"""Until the page's own clock says that what follows is not the second tap of a double tap."""
# A page that asks every few seconds asks at once when it is told to.
PERIODS = """{
  const repeat = setInterval, stop = clearInterval, periods = new Map();
  globalThis.setInterval = (call, ...more) => {
    const number = repeat(call, ...more);
    periods.set(number, call);
    return number;
  };
  globalThis.clearInterval = (number) => { periods.delete(number); stop(number); };
  globalThis.endPeriods = () => periods.forEach((call) => call());
  globalThis.stopPeriods = () => [...periods.keys()].forEach(clearInterval);
}"""
# What a page does after its first moments it does when it is told to: most tests have left it by then.
MOMENTS = """{
  const wait = setTimeout, later = [];
  const isLater = (time) => time === 2000 && globalThis.event?.type === "load";
  globalThis.setTimeout = (call, time, ...more) => isLater(time) ? -later.push(call) : wait(call, time, ...more);
  globalThis.endMoments = () => later.splice(0).forEach((call) => call());
}"""
# Some browsers refuse what our policy forbids without a word in the console.
TELL_REFUSED = """addEventListener("securitypolicyviolation", (event) => console.error(
  `refused: ${event.violatedDirective} ${event.blockedURI} ${event.sample} ${event.sourceFile}:${event.lineNumber}`
));"""
# Requests that end because their page is left are nobody's fault: their errors are told, or not, as it happens.
LEFT = """addEventListener("pagehide", () => { console.error = () => {}; });"""
NO_WORKER = "delete Navigator.prototype.serviceWorker"
"""What a worker answers no test can hold or change on its way."""
INIT_SCRIPTS = (COUNT_TAPS, PERIODS, MOMENTS, TELL_REFUSED, LEFT)
