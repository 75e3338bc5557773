import Type, { type TProperties } from "typebox";
import type { OperationId } from "../../contract/index.ts";
import { answerSchema, type JsonSchema } from "./answer-schema.ts";
import { loadOperation } from "./operations.ts";
import type { CommandOutput } from "./spec.ts";

/** A record with exactly these members. */
export function closed<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** Text, or null. */
export const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** Record of a file that was saved on this machine. */
export const savedFile = closed({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() });

/** Output of a command that prints one document. */
export function prints(schema: object): CommandOutput {
  return { schema };
}

/** Output of a command that prints documents as they arrive, one per line. */
export function streams(schema: object): CommandOutput {
  return { schema, stream: true };
}

/** Schema of the answer of an operation. */
export async function answerOf(id: OperationId): Promise<JsonSchema> {
  return answerSchema(await loadOperation(id));
}

/** Schema of a part of an operation's answer, by the keywords that lead to it. */
export async function partOfAnswer(id: OperationId, ...path: readonly string[]): Promise<JsonSchema> {
  const answer = await answerOf(id);
  const { $defs } = answer;
  const part = path.reduce<unknown>((schema, key) => (schema as JsonSchema)[key], answer);
  return { ...(part as JsonSchema), ...($defs !== undefined && { $defs }) };
}

/** A schema of a record in which a member may be missing. */
export function withOptional({ required, ...schema }: JsonSchema, name: string): JsonSchema {
  return { ...schema, required: (required as readonly string[]).filter((each) => each !== name) };
}

/** Schema of a record that has more members. */
export function withMembers({ $defs, ...schema }: JsonSchema, members: object): JsonSchema {
  return { allOf: [schema, members], ...($defs !== undefined && { $defs }) };
}

/** Schema of a document that matches one of these schemas; it also has their definitions. */
export function either(...schemas: readonly object[]): JsonSchema {
  const parts = schemas.map(({ $defs = {}, ...schema }: { $defs?: object }) => ({ $defs, schema }));
  const $defs = Object.assign({}, ...parts.map((part) => part.$defs)) as object;
  return { anyOf: parts.map(({ schema }) => schema), ...(Object.keys($defs).length > 0 && { $defs }) };
}

/** Output of a command that prints the output of another program or the content of a file. */
export const printsNoJson: CommandOutput = {};
