import { randomBytes } from "node:crypto";
import { Check } from "typebox/schema";
import type { Targets } from "./targets.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Custom tool as the API shows it (contract 2.25). */
export interface CustomToolRecord {
  readonly id: string;
  readonly namespace: string;
  readonly kind: "cdp" | "page";
  readonly match: { readonly url_patterns: string[] };
  readonly tool: {
    readonly name: string;
    readonly description: string;
    readonly title?: string;
    readonly inputSchema: Schema;
    readonly outputSchema?: Schema;
    readonly annotations?: Readonly<Record<string, boolean>>;
  };
}

/** Record of a tool, with the source of its function when it runs in the page. */
export interface CustomToolFacts extends CustomToolRecord {
  readonly pageFunction?: string;
}

/** Document in which a tool was called, for a function that runs in the REPL. */
export interface ToolMatch {
  readonly frame_id: string;
  /** Session of the target, for `cdp`. */
  readonly session_id: string;
  /** Null for a frame in the process of another document. */
  readonly target_id: string | null;
  readonly top_target_id: string;
  readonly url: string;
}

type Execute = (input: unknown, context: { readonly matches: readonly ToolMatch[] }) => unknown;

interface Kept {
  readonly facts: CustomToolFacts;
  readonly execute: Execute;
}

/** Tools that cannot be added: status 409 for names that the namespace has, otherwise 400. */
export class CustomToolsError extends Error {
  override readonly name = "CustomToolsError";
  readonly status: 400 | 409;
  constructor(status: 400 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** Maximum number of custom tools of a session, of patterns of a tool, and of characters of a pattern. */
export const MAX_CUSTOM_TOOLS = 1_000;
export const MAX_PATTERNS = 100;
export const MAX_PATTERN_CHARACTERS = 2_048;
/** Maximum size of a result, in bytes of JSON (contract 2.25). */
const MAX_RESULT_BYTES = 240 * 2 ** 10;
const HINTS = [
  "consequentialHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
  "readOnlyHint",
  "untrustedContentHint",
];

/** Custom tools of a REPL; they end with it. */
export class CustomTools {
  readonly #tools = new Map<string, Kept>();
  readonly #changed: (tools: readonly CustomToolFacts[]) => void;

  /** @param changed called with all tools after each change */
  constructor(changed: (tools: readonly CustomToolFacts[]) => void) {
    this.#changed = changed;
  }

  /** Adds all tools, or none: throws a {@link CustomToolsError}. `replace` removes the others of the namespace. */
  add(namespace: unknown, definitions: unknown, replace: boolean): CustomToolRecord[] {
    if (typeof namespace !== "string" || !/^[A-Za-z0-9_.-]{1,128}$/.test(namespace)) {
      throw invalid("namespace: must be 1 to 128 letters, digits, underscores, dots and hyphens");
    }
    if (!Array.isArray(definitions) || definitions.length === 0) {
      throw invalid("the source must be an array of one or more { kind, match, tool, execute }");
    }
    const added = definitions.map((each, at) => readDefinition(namespace, each, `[${at}]`));
    const names = added.map(({ facts }) => facts.tool.name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw invalid(`two tools are called ${JSON.stringify(twice)}`);
    const own = [...this.#tools.values()].filter(({ facts }) => facts.namespace === namespace);
    const taken = replace ? undefined : own.find(({ facts }) => names.includes(facts.tool.name));
    if (taken) {
      const name = JSON.stringify(taken.facts.tool.name);
      throw new CustomToolsError(409, `${namespace} has a tool ${name}; remove it, or replace the namespace`);
    }
    const rest = this.#tools.size - (replace ? own.length : 0);
    if (rest + added.length > MAX_CUSTOM_TOOLS) throw invalid(`a session has at most ${MAX_CUSTOM_TOOLS} custom tools`);
    if (replace) for (const { facts } of own) this.#tools.delete(facts.id);
    for (const kept of added) this.#tools.set(kept.facts.id, kept);
    this.#changed(this.#facts());
    return added.map(({ facts }) => recordOf(facts));
  }

  list(): CustomToolRecord[] {
    return this.#facts().map(recordOf);
  }

  /** Removes a tool; a call that runs goes on. False when there is none. */
  remove(id: unknown): boolean {
    const isRemoved = this.#tools.delete(String(id));
    if (isRemoved) this.#changed(this.#facts());
    return isRemoved;
  }

  /**
   * Calls the function of a tool. Throws its error, and one for input or output that its schemas do not allow or that is too
   * large.
   */
  async call(id: string, input: unknown, matches: readonly ToolMatch[]): Promise<unknown> {
    const kept = this.#tools.get(id);
    if (!kept) throw new Error("the tool was removed");
    const { inputSchema, outputSchema } = kept.facts.tool;
    if (!Check(inputSchema, input)) throw new Error("the input does not fit the tool's inputSchema");
    const output = await kept.execute(input, { matches });
    const text = JSON.stringify(output) as string | undefined;
    const bytes = Buffer.byteLength(text ?? "");
    if (bytes > MAX_RESULT_BYTES) {
      throw new Error(`the tool answered with ${bytes} bytes of JSON; at most ${MAX_RESULT_BYTES} are passed on`);
    }
    const plain: unknown = text === undefined ? undefined : JSON.parse(text);
    if (outputSchema && !Check(outputSchema, plain)) throw new Error("the output does not fit the tool's outputSchema");
    return plain;
  }

  #facts(): CustomToolFacts[] {
    return [...this.#tools.values()].map(({ facts }) => facts);
  }
}

function invalid(message: string): CustomToolsError {
  return new CustomToolsError(400, message);
}

function recordOf({ pageFunction: _source, ...record }: CustomToolFacts): CustomToolRecord {
  return record;
}

/** A definition; throws a {@link CustomToolsError} with the place of what is wrong in it. */
function readDefinition(namespace: string, definition: unknown, at: string): Kept {
  const { execute, kind, match, tool } = objectAt(definition, at);
  if (kind !== "cdp" && kind !== "page") throw invalid(`${at}.kind: must be "page" or "cdp"`);
  if (typeof execute !== "function") throw invalid(`${at}.execute: must be a function`);
  const { url_patterns: patterns } = objectAt(match, `${at}.match`);
  const isPatterns = Array.isArray(patterns) && patterns.every((each) => typeof each === "string" && each !== "");
  if (!isPatterns || patterns.length === 0 || patterns.length > MAX_PATTERNS) {
    throw invalid(`${at}.match.url_patterns: must be 1 to ${MAX_PATTERNS} texts such as "https://example.com/*"`);
  }
  if (patterns.some((each: string) => each.length > MAX_PATTERN_CHARACTERS)) {
    throw invalid(`${at}.match.url_patterns: a pattern has at most ${MAX_PATTERN_CHARACTERS} characters`);
  }
  const facts: CustomToolFacts = {
    id: `ct_${randomBytes(15).toString("hex").slice(0, 24)}`,
    namespace,
    kind,
    match: { url_patterns: patterns as string[] },
    tool: readTool(tool, `${at}.tool`),
    ...(kind === "page" && { pageFunction: sourceOf(execute, at) }),
  };
  return { facts, execute: execute as Execute };
}

function readTool(tool: unknown, at: string): CustomToolRecord["tool"] {
  const { annotations, description, inputSchema, name, outputSchema, title } = objectAt(tool, at);
  if (typeof name !== "string" || !/^[\w.-]{1,128}$/.test(name)) {
    throw invalid(`${at}.name: must be 1 to 128 letters, digits, underscores, dots and hyphens`);
  }
  if (typeof description !== "string" || description === "") throw invalid(`${at}.description: must be a text`);
  if (title !== undefined && typeof title !== "string") throw invalid(`${at}.title: must be a text`);
  if (annotations !== undefined) readHints(annotations, `${at}.annotations`);
  return {
    name,
    description,
    ...(title !== undefined && { title }),
    inputSchema: readSchema(inputSchema, `${at}.inputSchema`),
    ...(outputSchema !== undefined && { outputSchema: readSchema(outputSchema, `${at}.outputSchema`) }),
    ...(annotations !== undefined && { annotations: annotations as Readonly<Record<string, boolean>> }),
  };
}

function readHints(annotations: unknown, at: string): void {
  for (const [hint, value] of Object.entries(objectAt(annotations, at))) {
    if (!HINTS.includes(hint)) throw invalid(`${at}.${hint}: is unknown; there are ${HINTS.join(", ")}`);
    if (typeof value !== "boolean") throw invalid(`${at}.${hint}: must be true or false`);
  }
}

function readSchema(schema: unknown, at: string): Schema {
  const found = objectAt(schema, at);
  if (found["type"] !== "object") throw invalid(`${at}: must be a JSON Schema of the type "object"`);
  try {
    // A schema that cannot be used, such as one with a wrong pattern, throws.
    Check(found, {});
    return JSON.parse(JSON.stringify(found)) as Schema;
  } catch (error) {
    throw invalid(`${at}: is no JSON Schema: ${(error as Error).message}`);
  }
}

/** Source of a function as an expression; a method's own is none. */
function sourceOf(execute: unknown, at: string): string {
  const source = String(execute);
  for (const expression of [`(${source})`, `({ ${source} }).${(execute as { name: string }).name || "execute"}`]) {
    try {
      new Function(`return ${expression}`);
      return expression;
    } catch {}
  }
  throw invalid(`${at}.execute: its source cannot be sent to a page; write a function or an arrow function`);
}

function objectAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`${at}: must be an object`);
}

/** True for an address that a pattern names; `*` is any text. */
export function matchesPattern(url: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = "", ...rest] = pattern.split("*");
    if (!url.startsWith(first)) return false;
    let at = first.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      const found = isLast ? Math.max(url.length - part.length, 0) : url.indexOf(part, at);
      if (found < at || !url.startsWith(part, found)) return false;
      at = found + part.length;
    }
    return rest.length > 0 || at === url.length;
  });
}

/** Documents of a page, in frames too, whose addresses a tool names. */
export async function toolMatches(
  targets: Targets,
  topTargetId: string,
  { match }: Pick<CustomToolRecord, "match">,
): Promise<ToolMatch[]> {
  const page = await targets.session(topTargetId);
  const frames = await targets.framesBelow(page);
  return frames.flatMap(({ frameId, session, url }) =>
    matchesPattern(url, match.url_patterns)
      ? [
          {
            frame_id: frameId,
            session_id: session.id,
            target_id: session.targetId === frameId ? frameId : null,
            top_target_id: topTargetId,
            url,
          },
        ]
      : [],
  );
}
