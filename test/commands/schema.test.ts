import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/generate/all-commands.ts";
import { checkDeclaredOutput } from "../support/cli/declared-output.ts";
import { jsonError, runHere } from "../support/cli/run-cli.ts";

interface Schemas {
  command: string;
  summary: string;
  arguments: { properties: Record<string, unknown>; required: string[] };
  output: object | false;
  stream: boolean;
  error: object;
}

async function schemas(...words: string[]): Promise<Schemas[]> {
  const { code, stderr, stdout } = await runHere(["schema", ...words]);
  expect([code, stderr]).toEqual([0, ""]);
  return [JSON.parse(stdout) as Schemas | Schemas[]].flat();
}

/** Shared: each instance compiles the schema of schemas, which takes 20 ms. */
const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);

describe("schema", () => {
  test("describes arguments and flags with the limits of the service", async () => {
    const [{ arguments: own } = { arguments: undefined }] = await schemas("browsers", "create");
    expect(own?.properties).toMatchObject({
      "--timeout-seconds": { type: "string" },
      "--headless": { type: "boolean", default: false },
      "--tag": { type: "array", items: { type: "string", pattern: "^[^=]+=" } },
      "--viewport": { pattern: "^[0-9]+x[0-9]+(@[0-9]+)?$" },
      "--output": { enum: ["json", "jsonl", "yaml", "csv", "table", "env", "text"] },
    });
    const [curl] = await schemas("browsers", "curl");
    expect(curl?.arguments.required).toEqual(["url"]);
    const [list] = await schemas("browsers", "ls");
    expect(list?.arguments.properties["--limit"]).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
  });
  test("names the words after -- and whether they are required", async () => {
    const [exec] = await schemas("browsers", "process", "exec");
    expect(exec?.arguments.required).toContain("--");
    expect(exec?.arguments.properties["--"]).toMatchObject({ type: "array", items: { type: "string" } });
  });
  test("of a stream says so; output is false where a command prints no JSON of its own", async () => {
    expect(await schemas("invocations", "tail")).toMatchObject([{ stream: true }]);
    expect(await schemas("browsers", "run")).toMatchObject([{ stream: false, output: false }]);
  });
  test("of a group is a list, and without a command that of all", async () => {
    expect((await schemas("context")).map(({ command }) => command)).toContain("context use");
    expect((await schemas()).map(({ command }) => command)).toEqual(commands.map(({ words }) => words));
  });
  test("every schema is a valid JSON Schema that stands alone", async () => {
    for (const each of await schemas()) {
      for (const schema of [each.arguments, each.output, each.error]) {
        if (schema !== false) expect(() => ajv.compile(schema), each.command).not.toThrow();
      }
    }
  });
  test("the error of a command holds against its schema, and an error without a code does not", async () => {
    const [{ error } = { error: {} }] = await schemas("browsers", "get");
    const failed = await runHere(["browsers", "get", "-o", "json"]);
    const validate = ajv.compile(error);
    expect(validate(JSON.parse(failed.stderr))).toBe(true);
    expect(validate({ error: { message: "x", details: [], exit_code: 1 } })).toBe(false);
  });
  test("words that are no command are exit 2 with the nearest one", async () => {
    expect(jsonError(await runHere(["schema", "browsers", "creat", "-o", "json"]))).toMatchObject({
      exit_code: 2,
      message: 'there is no command "browsers creat"; did you mean "browsers create"?',
    });
  });
});

describe("output that differs from its schema", () => {
  const end = { stderr: "", code: 0 };
  test("is found in a document and in a line of a stream", async () => {
    const path = { file: "/c/settings.json", config_dir: "/c" };
    await expect(
      checkDeclaredOutput(["config", "path", "-o", "json"], { ...end, stdout: JSON.stringify(path) }),
    ).rejects.toThrow("must have required property 'state_dir'");
    await expect(
      checkDeclaredOutput(["invocations", "tail", "i1", "-o=jsonl"], { ...end, stdout: '{"event":"log"}\n' }),
    ).rejects.toThrow("must have required property");
  });
  test("is not looked for where other flags choose the output", async () => {
    const words = ["config", "path"];
    for (const more of [["-o", "json", "--query", "file"], [], ["-o", "yaml"]]) {
      await expect(checkDeclaredOutput([...words, ...more], { ...end, stdout: "/c" })).resolves.toBeUndefined();
    }
  });
});

test("the limits that help has are in the schema, and the operations of commands that have none of their own", async () => {
  const schemaOf = async (...words: string[]) =>
    JSON.parse((await runHere(["schema", ...words])).stdout) as {
      calls: string[];
      arguments: { properties: Record<string, { description: string }> };
    };
  const create = await schemaOf("browsers", "create");
  expect(create.arguments.properties["--timeout-seconds"]?.description).toContain("(10s to 3d)");
  expect(create.calls).toEqual(["POST /browsers", "POST /browser_pools/{id_or_name}/acquire"]);
  expect((await schemaOf("browsers", "fs", "rm")).calls).toEqual([
    "GET /browsers/{id}/fs/file_info",
    "PUT /browsers/{id}/fs/delete_file",
    "PUT /browsers/{id}/fs/delete_directory",
  ]);
  for (const words of ["profiles inspect", "apps delete", "auth status", "login"])
    expect((await schemaOf(...words.split(" "))).calls, words).not.toEqual([]);
  const help = await runHere(["login", "--help"]);
  expect(help.stdout).toContain("API:\n  GET /auth/context");
});
