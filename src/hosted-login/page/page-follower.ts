import { resetCountdown } from "./countdown.ts";
import { focusTarget, prepare } from "./prepare.ts";

/** Pause before the page is requested again after a failure, in milliseconds. */
const RETRY_MS = 3_000;

/** Shows each state of the login as soon as it arrives. Changes nothing while the state is the same. */
export class PageFollower {
  #events: EventSource | undefined;
  #isLoading = false;
  /** True when a new state arrived while the page was being loaded. */
  #isStale = false;

  start(): void {
    // A page that comes back from the history shows an old state.
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
    this.#connect();
  }

  #connect(): void {
    if (content().dataset["over"] !== undefined) return;
    const events = new EventSource(`${location.pathname}/events`);
    this.#events = events;
    events.addEventListener("open", () => say(content().dataset["status"]));
    events.addEventListener("message", ({ data }) => {
      const { event, key, status } = JSON.parse(data as string) as { event: string; key?: string; status?: string };
      if (event !== "state") return;
      if (key !== content().dataset["key"]) void this.#load();
      else if (status !== undefined) {
        content().dataset["status"] = status;
        say(status);
      }
    });
    events.addEventListener("error", () => {
      say("Connection lost. Trying again…");
      if (events.readyState !== EventSource.CLOSED) return;
      // The service has refused: its page says why.
      void this.#load();
    });
  }

  async #load(): Promise<void> {
    this.#isStale = this.#isLoading;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
      this.#show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      say("Connection lost. Trying again…");
      this.#isStale = false;
      setTimeout(() => void this.#load(), RETRY_MS);
      return;
    } finally {
      this.#isLoading = false;
    }
    if (this.#isStale) void this.#load();
  }

  #show(page: Document): void {
    const fresh = page.querySelector<HTMLElement>("#login");
    const shown = content();
    if (fresh && fresh.dataset["key"] !== shown.dataset["key"]) {
      const next = document.importNode(fresh, true);
      shown.replaceWith(next);
      document.title = page.title;
      resetCountdown();
      prepare(next);
      focusTarget(next)?.focus();
    }
    say(content().dataset["status"]);
    if (content().dataset["over"] !== undefined) this.#events?.close();
    else if (this.#events?.readyState === EventSource.CLOSED) setTimeout(() => this.#connect(), RETRY_MS);
  }
}

function content(): HTMLElement {
  const main = document.querySelector<HTMLElement>("#login");
  if (!main) throw new Error("the page has no content");
  return main;
}

/** Announces a status, once. */
function say(text: string | undefined): void {
  const status = document.querySelector("#status bdi");
  if (status && text !== undefined && status.textContent !== text) status.textContent = text;
}
