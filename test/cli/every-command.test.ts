import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import type { CommandSpec } from "../../src/cli/declare/spec.ts";
import { closedSchema } from "../../src/contract/closed-schema.ts";
import type { OperationId } from "../../src/contract/index.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { valueAt } from "../../src/render/columns.ts";
import { placeOf, withFlags, writeExampleContent } from "../support/cli/example-content.ts";
import { exampleCalls, exampleVariables, needsMore } from "../support/cli/example-lines.ts";
import { runHere } from "../support/cli/run-cli.ts";
import { declared, exampleService } from "./support/example-service.ts";

/** Commands that make a value of their own out of the answer of their operation, or give none. */
const ownValue = new Set([
  // The local service adds the origins of each login.
  "auth connections timeline",
  "api-keys create",
  "api-keys rotate",
  "apps deploy",
  "apps deploy-repo",
  "auth connections explain",
  "auth connections plans show",
  "auth connections screenshot",
  "browsers curl",
  "browsers pdf",
  "browsers screenshot",
  "browsers fs watch",
  // The list alone.
  "browsers playwright executors list",
  "browsers webmcp list",
  "credential-providers items",
  "browsers webmcp custom-tools list",
  "browsers webmcp custom-tools add",
  // The output of the tool.
  "browsers webmcp invoke",
  "browsers process exec",
  "browsers process stdin",
  "browsers run",
  "browsers use",
  "browsers view",
  "invocations browsers",
  "invoke",
  // Its address is beside its state.
  "local status",
  "projects archive",
  "projects unarchive",
  "projects use",
  "wait browser",
  "wait connection",
  "wait deployment",
  "wait invocation",
]);

/** Examples whose flags choose another operation than that of their command. */
const otherOperations: Readonly<Record<string, OperationId>> = {
  "browsers create shop --pool checkout": "pools.acquire",
};

/** Columns that the table alone has: names that are looked up for people. */
const onlyInTable = ["deployments: app", "deployments: version"];
/** Columns of a context that something other than the settings file chose, and of a token for one project. */
const onlyWhereChosen = ["auth: project", "context: chosen_by", "context: project_from"];
/** Columns of a connection that has been checked. */
const onlyAfterCheck = ["auth connections: last_auth_check_at"];
/** Columns of a connection whose login runs. */
const onlyInLogin = ["choices", "fields", "flow_expires_at", "flow_status"].map((path) => `auth connections: ${path}`);

function jsonAnswer({ operation }: CommandSpec): { schema: unknown; value: unknown } | undefined {
  if (operation === undefined) return undefined;
  const { example, response } = declared(operation);
  return response.kind === "json" ? { schema: response.schema, value: example.result } : undefined;
}

/** Output of every example under `-o json`, from a service that answers with the examples. */
async function printed(wanted: readonly CommandSpec[]): Promise<Map<CommandSpec, { line: string; value: unknown }[]>> {
  const { home, unknown } = await exampleService();
  writeExampleContent(home);
  const values = new Map(wanted.map((spec) => [spec, [] as { line: string; value: unknown }[]]));
  for (const { argv, line, own, spec } of exampleCalls(home)) {
    const list = values.get(spec);
    // A file that is written is the result then.
    if (!own || !list || needsMore(line) || / --out /.test(line)) continue;
    const flags = ["-o", "json", "--yes", ...(spec.operation ? ["--show-token"] : [])];
    const result = await runHere(withFlags(argv, ...flags), {
      home,
      env: exampleVariables("secret"),
      ...placeOf(line, home),
    });
    expect(result.code, `${line}: ${result.stderr}`).toBe(0);
    list.push({ line, value: JSON.parse(result.stdout) });
  }
  expect(unknown).toEqual([]);
  return values;
}

test("-o json of every JSON operation prints the example answer unchanged, and it matches its schema", async () => {
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  const wanted = commands.filter((spec) => jsonAnswer(spec) && !ownValue.has(spec.words));
  for (const [spec, values] of await printed(wanted)) {
    expect(values.length, spec.words).toBeGreaterThan(0);
    const answer = jsonAnswer(spec);
    const validate = ajv.compile(closedSchema(answer?.schema) as object);
    for (const { line, value } of values) {
      const other = otherOperations[line];
      expect(value, line).toEqual(other === undefined ? answer?.value : declared(other).example.result);
      expect(validate(value), `${line}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  }
  expect(wanted.length).toBeGreaterThan(30);
});

test("every column of every command has a value in an example answer", async () => {
  // A wait has the columns of its record; the findings of doctor and conformance are those of this machine and service.
  const wanted = commands.filter(({ columns, words }) => columns && !/^(wait |(conformance|doctor)$)/.test(words));
  const values = await printed(wanted);
  // The commands of a noun show one kind of record, of which not every answer has every field.
  const nouns = Map.groupBy(wanted, ({ words }) => words.replace(/ [^ ]+$/, ""));
  const empty = [...nouns].flatMap(([noun, specs]) => {
    const items = specs.flatMap((spec) => (values.get(spec) ?? []).flatMap(({ value }) => value));
    const columns = new Map(specs.flatMap((spec) => (spec.columns ?? []).map((column) => [column.path, column])));
    // A missing value that has a text is a value.
    const isUnseen = (value: unknown, none: string | undefined): boolean =>
      none === undefined ? isEmpty(value) : value === undefined;
    return [...columns.values()]
      .filter(({ none, path }) => items.every((item) => isUnseen(valueAt(item, path), none)))
      .map(({ path }) => `${noun}: ${path}`);
  });
  expect(empty.sort()).toEqual([...onlyInTable, ...onlyWhereChosen, ...onlyAfterCheck, ...onlyInLogin].sort());
  expect(wanted.length).toBeGreaterThan(20);
});

test("-q prints only the id of a record that a command gets or updates", async () => {
  const { home } = await exampleService();
  writeExampleContent(home);
  const withId = commands.filter((spec) => {
    const value = jsonAnswer(spec)?.value;
    const [field = ""] = typeof value === "object" && value !== null ? Object.keys(value) : [];
    return / (get|update)$/.test(spec.words) && /^(session_)?id$/.test(field);
  });
  const wrong: string[] = [];
  const calls = exampleCalls(home);
  for (const spec of withId) {
    const call = calls.find((each) => each.own && each.spec === spec && !needsMore(each.line));
    const words = withFlags(call?.argv ?? [], "-q", "--output", "text");
    const { code, stdout } = await runHere(words, { home, env: exampleVariables("secret") });
    if (code !== 0 || !/^\w{8,}\n$/.test(stdout)) wrong.push(`${spec.words}: ${stdout}`);
  }
  expect(wrong).toEqual([]);
  expect(withId.length).toBeGreaterThan(10);
});

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
