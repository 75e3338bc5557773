import { runInNewContext } from "node:vm";
import type { PlainSchema, Validate } from "../../contract/plain.ts";
import { type InputProblem, inputProblems } from "../../contract/problems.ts";
import { table } from "../../core/table.ts";
import { ResourceError } from "../store/resource-error.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Schemas of an action; a missing schema is null or omitted. */
interface ActionSchemas {
  readonly name: string;
  readonly input_schema?: Schema | null;
  readonly output_schema?: Schema | null;
}

/** Time limit to compile or check a schema, which comes from an app. */
const CHECK_MS = 2_000;
/** Maximum number of cached compiled schemas. */
const MAX_KEPT = 100;
const compiled = new Map<string, Validate>();

/** Drafts by `$schema`, without the fragment. assumed: 2020-12 when a schema names no draft. */
const drafts = table<"ajv" | "2019" | "2020">({
  "http://json-schema.org/draft-06/schema": "ajv",
  "http://json-schema.org/draft-07/schema": "ajv",
  "https://json-schema.org/draft/2019-09/schema": "2019",
  "https://json-schema.org/draft/2020-12/schema": "2020",
});

/**
 * Compiles the schemas of an app's actions. Throws an Error that names the action, the schema and what is wrong with
 * it.
 */
export async function checkActionSchemas({ actions }: { readonly actions: readonly ActionSchemas[] }): Promise<void> {
  for (const { name, ...schemas } of actions) {
    for (const field of ["input_schema", "output_schema"] as const) {
      const schema = schemas[field];
      if (schema === null || schema === undefined) continue;
      await compile(schema).catch((error: Error) => {
        throw new Error(`the action "${name}" has an ${field} that is not valid: ${error.message}`);
      });
    }
  }
}

/**
 * Checks the payload of an invocation, as JSON text, against the action's `input_schema`. Throws `invalid` with the path of
 * every invalid field; values are not repeated because payloads may contain secrets.
 * assumed: the API does not say that schemas are enforced. A missing payload is checked as an empty object;
 * `output_schema` is not enforced, and defaults are not filled in.
 */
export async function checkPayload(schema: Schema | null | undefined, payload: string | null): Promise<void> {
  if (schema === null || schema === undefined) return;
  const validate = await compile(schema).catch((error: Error) => {
    throw refused([{ path: "payload", message: `cannot be checked: the input_schema is not valid: ${error.message}` }]);
  });
  const value: unknown = payload === null ? {} : JSON.parse(payload);
  let fits: boolean;
  try {
    fits = inTime(() => validate(value));
  } catch {
    throw refused([{ path: "payload", message: `cannot be checked against the input_schema within ${CHECK_MS} ms` }]);
  }
  if (fits) return;
  const secret = { ...schema, "x-secret": true } as PlainSchema;
  const problems = inputProblems(validate.errors ?? [], secret, value, "");
  throw refused(problems.map(({ path, message }) => ({ path: below(path), message })));
}

/** Path of a field inside the payload. */
function below(path: string): string {
  return path === "" || path.startsWith("[") ? `payload${path}` : `payload.${path}`;
}

function refused(problems: readonly InputProblem[]): Error {
  return ResourceError.invalid(problems, "the payload does not fit the action's input_schema");
}

async function compile(schema: Schema): Promise<Validate> {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  const ajv = await validatorOf(schema);
  const validate = inTime(() => ajv.compile(JSON.parse(key))) as Validate;
  const [oldest] = compiled.keys();
  if (compiled.size >= MAX_KEPT && oldest !== undefined) compiled.delete(oldest);
  compiled.set(key, validate);
  return validate;
}

/** Compiler for one schema; not shared, because two schemas may have the same `$id`. Loaded on demand. */
async function validatorOf({ $schema }: Schema): Promise<{ compile(schema: object): unknown }> {
  const name = $schema === undefined ? "2020" : drafts.get(String($schema).replace(/#$/, ""));
  if (name === undefined) throw new Error(`its $schema ${JSON.stringify($schema)} is not supported`);
  const [{ Ajv }, { Ajv2019 }, { Ajv2020 }, formats] = await Promise.all([
    import("ajv"),
    import("ajv/dist/2019.js"),
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  const Compiler = { ajv: Ajv, "2019": Ajv2019, "2020": Ajv2020 }[name];
  const ajv = new Compiler({ allErrors: true, strict: false, logger: false, validateFormats: true });
  const add = formats.default as unknown as { default?: typeof formats.default } & typeof formats.default;
  (add.default ?? add)(ajv as never);
  // Compiles the meta-schema of the draft before the time limit starts: it is not part of the app, and would take most
  // of the limit on a slow machine.
  ajv.validateSchema({});
  return ajv;
}

/** Runs a function with a time limit, {@link CHECK_MS}: a pattern of an app can cause unbounded backtracking. */
function inTime<T>(work: () => T): T {
  return runInNewContext("work()", { work }, { timeout: CHECK_MS }) as T;
}
