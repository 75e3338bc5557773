import { accessibleNodes } from "../read/accessible.ts";
import { type ReadPage, readPage } from "../read/read-page.ts";
import { rowTexts } from "../read/row-texts.ts";
import type { References } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { Secrets } from "../secrets.ts";
import type { AgentPage, TargetSession } from "../target.ts";
import { inTurns, type Paced, paced, wait } from "../waiting.ts";
import { buildLines } from "./build-lines.ts";
import { type Choice, type Chosen, chooseLines, findableTexts, forgetCost } from "./choose-lines.ts";
import type { FindTexts } from "./find-texts.ts";
import { keptText, type Line, linesBelow, shownControls } from "./line.ts";
import { markCovers } from "./mark-covers.ts";

/** Maximum number of controls of a large page whose accessibility is read (measured: 200 take 0.1 to 0.5 s). */
const MAX_READ_CONTROLS = 250;

/** Attempts to read a page, and the time between two of them in milliseconds. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 100;

/** Lines of a page and which of them are chosen. */
export interface Snapshot {
  readonly page: ReadPage;
  readonly root: Line;
  readonly chosen: Chosen;
}

/** Reads the lines of a page. On a large page roles and names are those of the markup until {@link chooseFrom} has chosen. */
export async function readLines(page: AgentPage, secrets: Secrets): Promise<{ page: ReadPage; root: Line }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const read = await readPage(page);
      return { page: read, root: await inTurns(linesOf(read, secrets), page.signal) };
    } catch (error) {
      // A document that is being replaced cannot be read for a moment.
      if (attempt === MAX_ATTEMPTS || page.signal?.aborted || page.dialog() || error instanceof Refusal) throw error;
      await wait(RETRY_MS);
    }
  }
}

interface ChoiceNeeds {
  readonly find: FindTexts | undefined;
  readonly secrets: Secrets;
  readonly under: (root: Line) => Line;
}

/** Chooses the lines of a snapshot. `under`: the part of the page to choose from. */
export async function chooseFrom(
  { page, root }: { page: ReadPage; root: Line },
  choice: Choice,
  { find, secrets, under }: ChoiceNeeds,
): Promise<Snapshot> {
  const choose = async (part: Line): Promise<Chosen> => {
    const found = find && (await find(findableTexts(part, choice)));
    const lines = chooseLines(part, { ...choice, find: found && ((text) => found.has(text)) });
    return inTurns(lines, page.signal);
  };
  let lines = root;
  let chosen = await choose(under(lines));
  if (page.isLarge) {
    await readControls(page, chosen.lines);
    lines = await inTurns(linesOf(page, secrets), page.signal);
    chosen = await choose(under(lines));
  }
  const covered = await markCovers(lines, chosen.lines);
  if (covered.length > 0) {
    for (const line of covered) {
      forgetCost(line);
      if (line.parent) forgetCost(line.parent);
    }
    chosen = await choose(under(lines));
  }
  return { page, root: lines, chosen };
}

function* linesOf(page: ReadPage, secrets: Secrets): Paced<Line> {
  const root = yield* buildLines(page);
  yield* secrets.hideIn(root);
  // Cut last: a part of a secret is not found any more.
  yield* paced(linesBelow(root), (line) => {
    line.name = keptText(line.name);
    if (line.value !== undefined) line.value = keptText(line.value);
  });
  return root;
}

async function readControls({ accessible }: ReadPage, lines: Iterable<Line>): Promise<void> {
  const controls = shownControls(lines).slice(0, MAX_READ_CONTROLS);
  const ids = Map.groupBy(controls, ({ node }): TargetSession => node.document.session);
  await Promise.all(
    [...ids].map(async ([session, own]) => {
      const nodes = await accessibleNodes(
        session,
        own.map(({ node }) => node.backendId),
      );
      accessible.set(session, nodes);
    }),
  );
}

/** Gives a control its reference, with the texts of its row. */
export function referTo(references: References, targetId: string): (line: Line) => string {
  const rows = new Map<Line["row"], string[]>();
  return (line) => {
    const ref = references.of(targetId, line);
    if (line.row) {
      const texts = rows.get(line.row) ?? rowTexts(line.row);
      rows.set(line.row, texts);
      references.setRow(ref, texts);
    }
    return ref;
  };
}
