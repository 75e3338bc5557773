import { stripVTControlCharacters } from "node:util";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { loadOperation } from "../../../src/cli/declare/operations.ts";
import type { CommandHead } from "../../../src/cli/declare/spec.ts";
import { commandOutput, errorSchema } from "../../../src/cli/help/command-schema.ts";
import { route } from "../../../src/cli/route/route.ts";
import { commandHeads } from "../../../src/generated/commands.ts";

/** The parts of a run that are compared with the declaration of its command. */
interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Flags that choose from the output, or replace it. */
const otherOutput = /^--(dry-run|print|query|fields|template|out|watch|help)(=|$)/;

interface Declared {
  readonly validate: ValidateFunction | undefined;
  readonly stream: boolean;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
const validateError = ajv.compile(errorSchema);
const known = new Map<CommandHead, Promise<Declared>>();

/**
 * Compares what a command line printed under `-o json` or `-o jsonl` with the schemas that `browserctl schema` prints
 * for it. Throws with the command line and the difference.
 */
export async function checkDeclaredOutput(args: readonly string[], { stdout, stderr, code }: Run): Promise<void> {
  const own = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
  const format = formatOf(own);
  if (format === undefined) return;
  if (code !== 0) return checkError(args, stderr);
  if (own.some((word) => otherOutput.test(word) || word === "-h")) return;
  const where = route(args, commandHeads);
  if (where.to === "help") return;
  const { validate, stream } = await declaredOutput(where.head);
  if (validate === undefined) return;
  const plain = stripVTControlCharacters(stdout);
  const documents = stream || format === "jsonl" ? plain.split("\n").filter(Boolean) : [plain];
  for (const text of documents) {
    const value: unknown = JSON.parse(text);
    const values = format === "jsonl" && !stream ? [value, [value]] : [value];
    if (values.some((each) => validate(each))) continue;
    const excerpt = text.slice(0, 600);
    throw new Error(
      `the output of ${JSON.stringify(args)} differs from its schema: ${ajv.errorsText(validate.errors)}: ${excerpt}`,
    );
  }
}

function formatOf(words: readonly string[]): "json" | "jsonl" | undefined {
  const at = words.findLastIndex((word) => /^(-o.*|--output(=.*)?)$/.test(word));
  const word = words[at];
  if (word === undefined) return undefined;
  const value = word === "-o" || word === "--output" ? words[at + 1] : word.replace(/^(-o=?|--output=)/, "");
  return value === "json" || value === "jsonl" ? value : undefined;
}

function checkError(args: readonly string[], stderr: string): void {
  const last = stderr.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith('{"error"')) return;
  if (!validateError(JSON.parse(last))) {
    throw new Error(
      `the error of ${JSON.stringify(args)} differs from its schema: ${ajv.errorsText(validateError.errors)}: ${last}`,
    );
  }
}

function declaredOutput(head: CommandHead): Promise<Declared> {
  const found = known.get(head) ?? compile(head);
  known.set(head, found);
  return found;
}

async function compile(head: CommandHead): Promise<Declared> {
  const spec = await head.load();
  const { schema, stream = false } = await commandOutput(spec, spec.operation && (await loadOperation(spec.operation)));
  return { validate: schema && ajv.compile(schema), stream };
}
