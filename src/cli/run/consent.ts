import type { OperationId } from "../../contract/index.ts";
import type { CommandContext, RequestInput } from "../declare/context.ts";
import type { Output, QuestionSpec } from "../declare/spec.ts";
import { fill, placeOfQuestion } from "./sentences.ts";

/** Fields of a thing's record that questions need. */
export interface Thing {
  readonly id?: unknown;
  readonly session_id?: unknown;
  readonly name?: unknown;
  readonly domain?: unknown;
  readonly status?: unknown;
  readonly [field: string]: unknown;
}

/**
 * Asks the question of a destructive command about an existing record. The record is read first: a missing one is exit
 * 4 without a question, and one that has already ended is reported. With `--yes` nothing is read or asked. Returns the
 * output of a command that has nothing to do.
 */
export async function askAbout(context: CommandContext, question: QuestionSpec): Promise<Output | undefined> {
  const { globals, request } = context;
  if (globals.yes) return undefined;
  const thing = await readThing(context, question.about, request.params);
  const { over } = question;
  if (over?.states.includes(String(thing.status))) {
    return { kind: "done", sentence: fill(over.sentence, context), value: { ...request.params, already_ended: true } };
  }
  const [typed = ""] = Object.values(request.params);
  const place = await placeOfQuestion(context);
  await context.confirm(question.text.replace("{thing}", () => `${naming(typed, thing)}${place}`));
  return undefined;
}

/** Record of the thing that a command is about to change. */
async function readThing(context: CommandContext, about: OperationId, params: RequestInput["params"]): Promise<Thing> {
  const client = await context.client();
  const record = await client.call(await context.loadOperation(about), { params });
  return typeof record === "object" && record !== null ? (record as Thing) : {};
}

/** Typed word, with the other name of the thing: `shop (k3v9…)` for a typed name, `k3v9… (shop)` for a typed id. */
export function naming(
  typed: string,
  { id, session_id, name, domain }: Pick<Thing, "id" | "session_id" | "name" | "domain">,
): string {
  const other = [session_id, id, name, domain].find(
    (each) => typeof each === "string" && each !== "" && each !== typed,
  );
  return other === undefined ? typed : `${typed} (${String(other)})`;
}
