import type { RawFrame, StoredEntry } from "../raw-frame.ts";
import { candidates } from "./candidates.ts";
import { $, type AnyElement } from "./dom.ts";
import { grouped } from "./groups.ts";
import { hosts } from "./hosts.ts";
import { MAX_STORED_ENTRIES, MAX_STORED_KEY, MAX_STORED_VALUE } from "./limits.ts";
import { operations } from "./operate.ts";
import { clean } from "./texts.ts";
import { findModals } from "./visibility.ts";
import { alerts, controls, elements, lines, visitBody } from "./visit.ts";

declare global {
  var browserctlLogin: Reading;
}

/** Result of a reading, which stays in the world of the service until the next one. */
interface Reading {
  readonly frame: RawFrame;
  /** Elements of the controls, by their place in the frame. */
  readonly elements: readonly AnyElement[];
  readonly hosts: readonly Element[];
  readonly operations: typeof operations;
  readonly storedEntries: typeof storedEntries;
  readonly candidates: typeof candidates;
}

/**
 * Collects the controls and the visible text of one frame, in an isolated world, which the page cannot see. It only
 * collects; the meaning of the controls is decided outside of the page. Attributes of the page are not changed, and
 * values of fields are not read.
 *
 * The script runs again for each reading, so that the state of its modules belongs to one reading, except for `kept`
 * values. Enters open shadow roots, and closed ones that the service has found; does not enter frames.
 */
function collect(): RawFrame {
  findModals(document);
  const body = document[$.body] as HTMLElement | null;
  if (body) visitBody(body);
  return {
    url: location.href,
    origin: globalThis.origin,
    title: clean(document[$.title]),
    language: clean((document[$.documentElement] as HTMLElement | null)?.[$.lang], 35),
    loading: document[$.readyState] !== "complete",
    empty: innerWidth < 2 || innerHeight < 2,
    width: innerWidth,
    height: innerHeight,
    lines,
    alerts,
    ...(body ? grouped(elements, controls, body) : { controls: [], groups: [] }),
    hosts: hosts.length,
  };
}

globalThis.browserctlLogin = { frame: collect(), elements, hosts, operations, storedEntries, candidates };

/**
 * Entries of the storage areas of a frame's origin; empty for an area that the frame may not use. For a long value, its
 * start and its length.
 */
function storedEntries(): StoredEntry[] {
  return [...entriesOf("local", () => localStorage), ...entriesOf("session", () => sessionStorage)];
}

function entriesOf(area: StoredEntry[0], storage: () => Storage): StoredEntry[] {
  try {
    const entries: [string, string][] = Object.entries(storage()).slice(0, MAX_STORED_ENTRIES);
    return entries.map(([key, value]) => [area, key.slice(0, MAX_STORED_KEY), bounded(value)]);
  } catch {
    return [];
  }
}

function bounded(value: string): string {
  return value.slice(0, MAX_STORED_VALUE) + (value.length > MAX_STORED_VALUE ? value.length : "");
}
