import type { AuditDictionary } from "./audit-dictionary.ts";
import type { AuditCaller, AuditRoute } from "./audit-entry.ts";
import { markOf, type SegmentFilter } from "./audit-segment.ts";

/** Conditions of a request to the audit log; all that are given must hold. */
export interface AuditConditions {
  readonly method?: string | undefined;
  readonly exclude_method?: readonly string[] | undefined;
  readonly service?: string | undefined;
  readonly auth_strategy?: string | undefined;
  /** Part of a path, status, user id, email or client address. */
  readonly search?: string | undefined;
  /** Users whose entries a search finds too. */
  readonly search_user_id?: readonly string[] | undefined;
}

interface Dictionaries {
  readonly callers: AuditDictionary<AuditCaller>;
  readonly routes: AuditDictionary<AuditRoute>;
}

/** The only service here. */
const SERVICE = "api";

/** Characters that a search needs for the index, which has three at a time. */
const INDEXED = 3;

/** The conditions as one filter of a segment: callers and routes are chosen in the dictionaries, words in its index. */
export function auditFilter(conditions: AuditConditions, { callers, routes }: Dictionaries): SegmentFilter {
  const { auth_strategy: strategy, exclude_method: excluded = [], method, search, service } = conditions;
  if (service !== undefined && service.toLowerCase() !== SERVICE) return { kind: "none" };
  const chosen: Chosen[] = [];
  if (method !== undefined || excluded.length > 0) {
    const wanted = (route: AuditRoute): boolean =>
      (method === undefined || route.method === method) && !excluded.includes(route.method);
    chosen.push({ kind: "r", numbers: routes.numbersWhere(wanted) });
  }
  if (strategy !== undefined) {
    chosen.push({ kind: "c", numbers: callers.numbersWhere(({ authStrategy }) => authStrategy === strategy) });
  }
  const users = conditions.search_user_id ?? [];
  const text = search === "" ? undefined : search?.toLowerCase();
  const found =
    text === undefined && users.length === 0
      ? undefined
      : callers.numbersWhere(
          ({ clientIp, userId }) =>
            users.includes(userId) ||
            (text !== undefined && [clientIp, userId].some((each) => each.toLowerCase().includes(text))),
        );
  if (text === undefined && found !== undefined) chosen.push({ kind: "c", numbers: found });
  if (chosen.some(({ numbers }) => numbers.length === 0)) return { kind: "none" };
  if (text === undefined) return chosen.length === 0 ? { kind: "all" } : { kind: "index", match: marked(chosen) };
  const searched = { text, callers: found ?? [] };
  return [...text].length < INDEXED ? scan(chosen, searched) : indexed(chosen, searched);
}

/** Routes or callers of which an entry must have one. */
interface Chosen {
  readonly kind: "r" | "c";
  readonly numbers: readonly number[];
}

interface Searched {
  readonly text: string;
  /** Callers whose entries are found, whatever their texts. */
  readonly callers: readonly number[];
}

function marked(chosen: readonly Chosen[]): string {
  return chosen.map((each) => anyMark(each)).join(" AND ");
}

function anyMark({ kind, numbers }: Chosen): string {
  return `(${numbers.map((number) => `marks : ${phrase(markOf(kind, number))}`).join(" OR ")})`;
}

function indexed(chosen: readonly Chosen[], { callers, text }: Searched): SegmentFilter {
  const ofCallers = callers.length === 0 ? "" : ` OR ${anyMark({ kind: "c", numbers: callers })}`;
  const words = `(text : ${phrase(text)}${ofCallers})`;
  return { kind: "index", match: [words, ...(chosen.length === 0 ? [] : [marked(chosen)])].join(" AND ") };
}

function scan(chosen: readonly Chosen[], { callers, text }: Searched): SegmentFilter {
  const columns = { r: "route", c: "caller" } as const;
  const oneOf = "IN (SELECT value FROM json_each(?))";
  return {
    kind: "scan",
    sql: [
      `(instr(lower(path), ?) OR instr(status, ?) OR caller ${oneOf})`,
      ...chosen.map(({ kind }) => `${columns[kind]} ${oneOf}`),
    ].join(" AND "),
    values: [text, text, JSON.stringify(callers), ...chosen.map(({ numbers }) => JSON.stringify(numbers))],
  };
}

/** A text as a phrase of the index, in which no character means anything else. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
