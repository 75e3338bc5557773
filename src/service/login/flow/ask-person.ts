import { untilAborted } from "../../../core/abort.ts";
import { pause } from "../../../core/pause.ts";
import { hasMoved, type LoginState } from "../decide/page-changes.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { FlowPage } from "./flow-page.ts";
import type { LoginAnswers, LoginDialog, LoginQuestion } from "./flow-types.ts";

/** Pause between two checks of a page that waits for a person, in milliseconds. */
const LOOK_MS = 1_000;

/** Test of a page: true when a person has ended the login in it. */
export type HasEnded = (facts: PageFacts) => Promise<boolean>;

/**
 * Asks a person, and watches the page in the meantime: somebody may finish the step in the live view, or confirm a push
 * message. Undefined when the page went on by itself.
 */
export async function askPerson(
  page: FlowPage,
  { dialog, hasEnded }: { readonly dialog: LoginDialog; readonly hasEnded: HasEnded },
  question: LoginQuestion,
  { facts }: LoginState,
): Promise<LoginAnswers | undefined> {
  const over = new AbortController();
  const answered = new AbortController();
  const answer = dialog.ask(question, AbortSignal.any([over.signal, page.signal])).finally(() => answered.abort());
  const watching = watch(page, { facts, hasEnded }, answered.signal).then((hasGone) => {
    if (hasGone) over.abort();
    return hasGone;
  });
  try {
    const first = await untilAborted(Promise.race([answer, gone(watching)]), page.signal);
    return first === GONE ? undefined : first;
  } finally {
    answered.abort();
    // Calls on a page must not overlap: the running check ends first.
    await watching.catch(() => {});
  }
}

const GONE = Symbol("gone");

/** Settles only when the page went on, or can no longer be read. */
async function gone(watching: Promise<boolean>): Promise<typeof GONE> {
  if (await watching) return GONE;
  return new Promise(() => {});
}

/** Returns true when the page went on, false when the question was answered first. */
async function watch(
  page: FlowPage,
  { facts: before, hasEnded }: { readonly facts: PageFacts; readonly hasEnded: HasEnded },
  answered: AbortSignal,
): Promise<boolean> {
  while (!answered.aborted) {
    await pause(LOOK_MS, AbortSignal.any([answered, page.signal])).catch((error: unknown) => {
      if (!answered.aborted) throw error;
    });
    if (answered.aborted) return false;
    const facts = await page.facts();
    if (isPast(before, facts) || (await hasEnded(facts))) return true;
  }
  return false;
}

/** True for a page that no longer asks for the same thing. */
function isPast(before: PageFacts, after: PageFacts): boolean {
  if (hasMoved(before, after) || before.external?.kind !== after.external?.kind) return true;
  return (!before.logout && after.logout) || questionOf(before) !== questionOf(after);
}

function questionOf(facts: PageFacts): string {
  const choices = facts.choices.filter(({ kind }) => kind !== "other");
  return [...(facts.form?.fields ?? []), ...choices].map(({ ref }) => ref).join("\n");
}
