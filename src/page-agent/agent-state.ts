import { References, type StoredReferences } from "./references.ts";
import { Secrets } from "./secrets.ts";
import type { RememberedLine, RememberedPage } from "./snapshot/compare-lines.ts";

/** State of a session between the calls of agents. All agents of a session share it. */
export interface AgentState {
  readonly references: References;
  /** Pages as they were last shown, by target. */
  readonly remembered: Map<string, RememberedPage>;
  readonly secrets: Secrets;
  /** Targets of the open tabs in the order in which they were seen first; a browser lists them in any order. */
  tabs: readonly string[];
  readonly seen: Seen;
}

/** Time of the newest record that an agent has seen, by the kind of records, in milliseconds since 1970. */
interface Seen {
  console?: number;
  network?: number;
}

/** {@link AgentState} as data. Secrets are not among it: only the fields that hold them. */
export interface StoredAgentState {
  readonly references: StoredReferences;
  readonly remembered: readonly (readonly [string, StoredPage])[];
  readonly secretElements: readonly string[];
  readonly tabs: readonly string[];
  /** Absent in the state of an earlier version. */
  readonly seen?: Readonly<Seen>;
}

interface StoredPage {
  readonly loaderId: string;
  readonly lines: readonly (readonly [string, RememberedLine])[];
  readonly unsaid?: readonly (readonly [string, RememberedLine | null])[];
}

export function newAgentState(stored?: StoredAgentState): AgentState {
  const pages = stored?.remembered.map(([target, { lines, loaderId, unsaid = [] }]) => {
    const kept = new Map(unsaid.map(([key, line]) => [key, line ?? undefined]));
    return [target, { loaderId, lines: new Map(lines), unsaid: kept }] as const;
  });
  const secrets = new Secrets(stored?.secretElements);
  return {
    references: new References(stored?.references),
    remembered: new Map(pages),
    secrets,
    tabs: stored?.tabs ?? [],
    seen: { ...stored?.seen },
  };
}

export function storedAgentState({ references, remembered, secrets, seen, tabs }: AgentState): StoredAgentState {
  return {
    references: references.toData(),
    secretElements: secrets.elements,
    tabs,
    seen: { ...seen },
    remembered: [...remembered].map(([target, { lines, loaderId, unsaid }]) => {
      const kept = [...unsaid].map(([key, line]) => [key, line ?? null] as const);
      return [target, { loaderId, lines: [...lines], ...(kept.length > 0 && { unsaid: kept }) }];
    }),
  };
}
