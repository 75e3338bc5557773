const STEP_MS = 5_000;

/** Time of the content of the page, in milliseconds of `performance.now()`. */
let shownAt = 0;

/** Keeps the remaining time up to date. It follows the clock of the service, which may differ from this one. */
export function startCountdown(): void {
  resetCountdown();
  setInterval(update, STEP_MS);
}

/** Restarts the time after the content has changed. */
export function resetCountdown(): void {
  shownAt = performance.now();
}

function update(): void {
  const element = document.querySelector<HTMLElement>("[data-expires-ms]");
  if (!element) return;
  const left = Number(element.dataset["expiresMs"]) - (performance.now() - shownAt);
  const minutes = Math.ceil(left / 60_000);
  const text = minutes <= 1 ? "Expires in less than a minute." : `Expires in ${minutes} minutes.`;
  if (element.textContent !== text) element.textContent = text;
}
