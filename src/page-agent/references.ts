import { quoted } from "./page-text.ts";
import type { Line } from "./snapshot/line.ts";

/** Maximum number of characters of a name in an error. */
const MAX_DESCRIBED = 100;
/** Maximum number of references that are kept; the oldest are forgotten. */
const MAX_REFERENCES = 20_000;

/** Control of a page that was printed with a reference, and what it looked like then. */
export interface Reference {
  /** `e` and a number, which rises for the whole session and is never used again. */
  readonly ref: string;
  readonly targetId: string;
  readonly frameId: string;
  readonly loaderId: string;
  readonly backendId: number;
  readonly role: string;
  readonly name: string;
  readonly isGuessed: boolean;
  /** Backend id of the row, list item or card that it was in. */
  readonly rowId?: number | undefined;
  /** Texts of that row. */
  readonly row?: readonly string[] | undefined;
  /** Of a row: the number of the column of each of its cells, as the page said it; empty where it did not. */
  readonly cells?: readonly string[] | undefined;
  /** Place of the cell of the row that is meant, from 1. */
  readonly cell?: number;
}

/** Reference in an error: `e12 (button "Save")`. */
export function described({ name, ref, role }: Pick<Reference, "name" | "ref" | "role">): string {
  return `${ref} (${role} ${quoted(name, MAX_DESCRIBED)})`;
}

/** Number of a column as a page says it; empty where that is no number. */
export function columnNumber(text: string | undefined): string {
  return text !== undefined && /^\d{1,9}$/.test(text) ? text : "";
}

/** References of a session as data, which a client keeps for a hosted session. */
export interface StoredReferences {
  readonly last: number;
  readonly references: readonly Reference[];
}

/** References of one session. The same element keeps its number while its document lives. */
export class References {
  readonly #byRef = new Map<string, Reference>();
  readonly #byElement = new Map<string, Reference>();
  readonly #byKey = new Map<string, string>();
  #last: number;

  constructor(stored: StoredReferences = { last: 0, references: [] }) {
    this.#last = stored.last;
    for (const reference of stored.references) this.#keep(reference);
  }

  get(ref: string): Reference | undefined {
    return this.#byRef.get(ref);
  }

  /** Number of the last reference; one above it was never given. */
  get last(): number {
    return this.#last;
  }

  /** Reference of a line's element, with the role and name that the line shows. */
  of(targetId: string, { cells, isGuessed, name, node, role, row }: Line): string {
    const { frameId, loaderId } = node.document;
    const known = this.#byElement.get(elementKey({ targetId, loaderId, frameId, backendId: node.backendId }));
    const ref = known?.ref ?? `e${++this.#last}`;
    const element = { targetId, frameId, loaderId, backendId: node.backendId };
    // The texts of the row are read when the lines are printed.
    const columns = cells?.map(({ attributes }) => columnNumber(attributes.get("aria-colindex")));
    this.#keep({ ref, ...element, role, name, isGuessed, rowId: row?.backendId, ...(columns && { cells: columns }) });
    return ref;
  }

  /** Reference of an element by its frame and backend id, `FRAME ID`; undefined when it was never printed. */
  ofKey(key: string): string | undefined {
    return this.#byKey.get(key);
  }

  setRow(ref: string, row: readonly string[] | undefined): void {
    const known = this.#byRef.get(ref);
    if (known) this.#keep({ ...known, row });
  }

  /** New texts of the row of a reference, for all controls in it. */
  setRows({ frameId, loaderId, rowId }: Reference, row: readonly string[]): void {
    for (const known of this.#byRef.values()) {
      if (known.rowId === rowId && known.frameId === frameId && known.loaderId === loaderId) {
        this.#byRef.set(known.ref, { ...known, row });
      }
    }
  }

  toData(): StoredReferences {
    return { last: this.#last, references: [...this.#byRef.values()] };
  }

  #keep(reference: Reference): void {
    // Deleted first, so that the most recently printed are the last to be forgotten.
    this.#byRef.delete(reference.ref);
    this.#byRef.set(reference.ref, reference);
    this.#byElement.set(elementKey(reference), reference);
    this.#byKey.set(`${reference.frameId} ${reference.backendId}`, reference.ref);
    if (this.#byRef.size <= MAX_REFERENCES) return;
    const [oldest] = this.#byRef.values();
    if (!oldest) return;
    this.#byRef.delete(oldest.ref);
    this.#byElement.delete(elementKey(oldest));
    this.#byKey.delete(`${oldest.frameId} ${oldest.backendId}`);
  }
}

type ElementOf = Pick<Reference, "targetId" | "frameId" | "loaderId" | "backendId">;

function elementKey({ backendId, frameId, loaderId, targetId }: ElementOf): string {
  return [targetId, frameId, loaderId, backendId].join(" ");
}
