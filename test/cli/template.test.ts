import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { limitAfter } from "../support/cli/limit-after.ts";
import { type CliResult, type HereOptions, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../support/servers/api-server.ts";

async function run(step: Step, args: readonly string[], options: HereOptions = {}): Promise<CliResult> {
  const server = await apiServer(step);
  return runHere(args, { ...options, env: { ...server.env, ...options.env } });
}

const hostile = "a\u001b[31mb";
const list = { request: "GET /browsers", answer: { json: [session("s1", { name: hostile }), session("s2")] } };

describe("a result through a template", () => {
  test("a template is repeated for each item of a list, with escapes, and overrides the form of the settings", async () => {
    const args = ["browsers", "list", "--template", String.raw`{{session_id}}\t{{name}}`];
    const result = await run(list, args, { env: { BROWSERCTL_OUTPUT: "csv" } });
    expect([result.code, result.stdout, result.stderr]).toEqual([0, "s1\ta␛[31mb\ns2\t\n", ""]);
  });
  test("remote text in a template is escaped at a terminal", async () => {
    const args = ["browsers", "list", "--template", "{{name}}"];
    expect((await run(list, args, { tty: { stdout: true } })).stdout).toBe("a␛[31mb\n\n");
  });
  test("a field of a template that no item has is noted", async () => {
    const result = await run(list, ["browsers", "list", "--template", "{{sesion_id}}"]);
    expect([result.code, result.stdout, result.stderr]).toEqual([
      0,
      "\n\n",
      "note: the result has no field sesion_id\n",
    ]);
  });
  test("a template applies to the result of --query, also to values that are not records", async () => {
    const args = ["browsers", "list", "--query", "[].session_id", "--template", "<{{item}}>"];
    expect((await run(list, args)).stdout).toBe("<s1>\n<s2>\n");
  });
  test("a template from a file is used unchanged", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "form.txt"), "{{session_id}}\\n\n");
    const { stdout } = await run(list, ["browsers", "list", "--template", "@form.txt"], { home });
    expect(stdout).toBe("s1\\n\ns2\\n\n");
  });
  test("secrets stay masked in a template", async () => {
    const answer = { json: session("s1", { start_url: "https://me:hunter2@shop.example/" }) };
    const args = ["browsers", "get", "s1", "--template", "{{start_url}} {{item | json}}"];
    const { stdout } = await run({ request: "GET /browsers/s1", answer }, args);
    expect(stdout).toContain("https://***@shop.example/");
    expect(stdout).not.toContain("hunter2");
  });
});

const endless =
  "{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}";
const many = `[@,@]${"|[@,@][]".repeat(13)}`;
const nested = "$a[*].[length($a[*].[length($a[*].[length($a)])])]";

describe("a template or query without end", () => {
  /** Runs a command with a limit that is over after the answer has come. */
  async function runLimited(command: (limit: string) => HereOptions & { args: readonly string[] }): Promise<CliResult> {
    const server = await apiServer({ ...list, times: "any" });
    const isAnswered = (): boolean => server.requests.length > 0;
    return limitAfter(isAnswered, (limit) => {
      const { args, ...options } = command(limit);
      return runHere(args, { ...options, env: server.env });
    });
  }

  test.each([
    ["--template", endless, []],
    ["--query", `let $a = (${many}) in ${nested}`, []],
    ["--template", endless, ["--watch", "1s"]],
  ])("%s ends with --timeout: exit 6", async (flag, program, flags) => {
    const result = await runLimited((limit) => ({
      args: ["browsers", "list", flag, program, "--timeout", limit, ...flags],
    }));
    expect([result.code, result.stdout]).toEqual([6, ""]);
    expect(result.stderr).toMatch(/timed out after \d+ms \(--timeout\)/);
  });

  test("an endless template in a line of a batch ends with the limit of the line or of the batch", async () => {
    const line = ["browsers", "list", "--template", endless];
    const { code, stdout } = await runLimited((limit) => ({
      args: ["batch"],
      stdin: [[...line, "--timeout", limit], ["version"]].map((words) => `${JSON.stringify(words)}\n`).join(""),
    }));
    expect(stdout.split("\n").map((text) => text && JSON.parse(text).exit_code)).toEqual([6, 0, ""]);
    expect(code).toBe(6);
    const whole = await runLimited((limit) => ({ args: ["batch", "--timeout", limit], stdin: JSON.stringify(line) }));
    expect(whole.code).toBe(6);
  });
});

test.each([
  ["another form", ["--template", "x", "-o", "csv"], 2, "--template: cannot be used together with --output csv"],
  ["a fault", ["--template", "{{ x"], 2, '--template: output "{{ x" not closed'],
  ["a missing file", ["--template", "@nope"], 10, 'cannot read "nope"'],
])("%s is refused before anything is sent", async (_, flags, code, message) => {
  const server = await apiServer();
  const result = await runHere(["browsers", "list", ...flags], { env: server.env });
  expect([result.code, result.stdout, result.stderr]).toEqual([code, "", expect.stringContaining(message)]);
});

test("a template for a result that is text is exit 2, with nothing on stdout", async () => {
  const result = await runHere(["completion", "bash", "--template", "{{x}}"]);
  expect([result.code, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toContain("--template: the result of this command is text, which has no fields");
});
