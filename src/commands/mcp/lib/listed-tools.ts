import { deletes, onlyReads } from "../../../cli/declare/only-reads.ts";
import type { CommandHead } from "../../../cli/declare/spec.ts";
import { type Place, type PlacedCommand, placedCommand } from "./tool-words.ts";
import { commandTools, type Tool } from "./tools.ts";

/** JSON Schema of the inputs of a tool. */
interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** A tool with what follows from the declarations of its commands. */
export interface ListedTool {
  readonly tool: Tool;
  /** Commands by action; by their words for a tool with one command. */
  readonly commands: ReadonlyMap<string, PlacedCommand>;
  readonly schema: InputSchema;
  readonly annotations: { readonly readOnlyHint?: true; readonly destructiveHint?: boolean };
}

/**
 * The tools of commands. With `readOnly` only the commands that change nothing, and the tools that have any.
 */
export async function listedTools(
  heads: readonly CommandHead[],
  { readOnly }: { readonly readOnly: boolean },
): Promise<ListedTool[]> {
  const listed = await Promise.all(commandTools.map((tool) => listedTool(tool, heads, readOnly)));
  return listed.filter((tool) => tool !== undefined);
}

async function listedTool(
  tool: Tool,
  heads: readonly CommandHead[],
  readOnly: boolean,
): Promise<ListedTool | undefined> {
  const named = typeof tool.commands === "string" ? { [tool.commands]: tool.commands } : tool.commands;
  const all = await Promise.all(
    Object.entries(named).map(async ([action, words]) => {
      const command = await placedCommand(words, heads);
      return { action, command, reads: await onlyReads(command.spec), deletes: await deletes(command.spec) };
    }),
  );
  const used = readOnly ? all.filter(({ reads }) => reads) : all;
  if (used.length === 0) return undefined;
  const reads = used.every((each) => each.reads);
  const commands = new Map(used.map(({ action, command }) => [action, command]));
  return {
    tool,
    commands,
    schema: schemaOf(tool, [...commands.values()], typeof tool.commands === "string" ? [] : [...commands.keys()]),
    annotations: reads
      ? { readOnlyHint: true }
      : { destructiveHint: tool.operates || used.some((each) => each.deletes) },
  };
}

function schemaOf(
  { inputs, required = [], schema }: Tool,
  commands: readonly PlacedCommand[],
  actions: readonly string[],
): InputSchema {
  const shown = Object.entries(inputs).flatMap(([name, about]) => {
    const places = commands.flatMap((command) => command.places.filter((place) => place.name === name));
    const [place] = places;
    if (place === undefined) return [];
    const isRequired = commands.every((command) => command.places.some((each) => each.name === name && each.required));
    return [{ name, isRequired, schema: { ...typeOf(place), ...(about !== "" && { description: about }) } }];
  });
  const needed = [
    ...(actions.length > 0 ? ["action"] : []),
    ...shown.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ...required,
  ];
  return {
    type: "object",
    properties: {
      ...(actions.length > 0 && { action: { type: "string", enum: actions } }),
      ...Object.fromEntries(shown.map(({ name, schema }) => [name, schema])),
      ...schema,
    },
    ...(needed.length > 0 && { required: needed }),
  };
}

/** JSON type of an argument or a flag. Durations and sizes are texts, as they are typed. */
function typeOf({ spec: { choices, kind }, name }: Place): object {
  if (name === "session") return { type: "string" };
  if (choices) return { type: "string", enum: choices };
  if (kind === "boolean" || kind === "integer" || kind === "number") return { type: kind };
  return { type: "string" };
}
