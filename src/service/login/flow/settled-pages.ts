import { pageSignature } from "../decide/signature.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { ReadFacts } from "../page/read-page.ts";

/** Maximum number of pages that are kept. */
const MAX_EARLY = 10;

/**
 * Pages of a login that had settled. One that is opened again and shows the same needs no time to settle: the page that
 * the browser was shown last is that of somebody who is logged in, the pages before the first value those of everybody.
 */
export class SettledPages {
  readonly #early = new Set<string>();
  #last: string | undefined;
  #hasEntered = false;

  add(facts: PageFacts): void {
    if (!facts.settled) return;
    this.#last = featuresOf(facts);
    if (!this.#hasEntered && this.#early.size < MAX_EARLY) this.#early.add(contentOf(facts));
  }

  /** From now on the pages may be those of somebody who is logged in. */
  entered(): void {
    this.#hasEntered = true;
  }

  /** True for a page that shows what the last one showed, after values were entered. */
  readonly isLast = (facts: ReadFacts): boolean => this.#hasEntered && featuresOf(facts) === this.#last;

  /** True for a page that shows, at any address, what one showed before a value was entered. */
  readonly isEarly = (facts: ReadFacts): boolean => this.#early.has(contentOf(facts));
}

function contentOf(facts: ReadFacts): string {
  return featuresOf({ ...facts, url: "" });
}

function featuresOf(facts: ReadFacts): string {
  return pageSignature(facts).join();
}
