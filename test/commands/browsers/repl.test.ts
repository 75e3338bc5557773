import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type StartedHome, sharedHome } from "../../support/cli/local-home.ts";
import { type CliResult, jsonError, program } from "../../support/cli/run-cli.ts";
import { until } from "../../support/until.ts";
import { ViewTerminal } from "../../tui/support/view-terminal.ts";

const shared = sharedHome();
let home: StartedHome;
beforeAll(async () => {
  home = await shared();
  mkdirSync(join(home.dir, "work"), { recursive: true });
  await home.json(["browsers", "create", "--name", "shop", "--headless"]);
});

const repl = (words: readonly string[], stdin?: string): Promise<CliResult> =>
  home.cli(["browsers", "repl", "shop", ...words], stdin === undefined ? {} : { stdin });

describe("one code", () => {
  test("the value of an expression is printed, a text as it is", async () => {
    expect(await repl(["'a' + 'b'"])).toMatchObject({ code: 0, stdout: "ab\n", stderr: "" });
    expect(await repl(["({ a: [1, 'x'] });"])).toMatchObject({ stdout: "{ a: [ 1, 'x' ] }\n" });
    expect(await repl(["await page.title() // of the page"])).toMatchObject({ code: 0, stdout: "\n" });
  });

  test("undefined and statements print nothing, and what they declare is kept", async () => {
    expect(await repl(["const total = 40; function add(n) { return total + n }"])).toMatchObject({
      code: 0,
      stdout: "",
    });
    expect(await repl(["undefined"])).toMatchObject({ code: 0, stdout: "" });
    expect(await repl(["add(2)"])).toMatchObject({ stdout: "42\n" });
  });

  test.each([
    ["var n = 2; n * 21", "42\n"],
    ["let s = 'a;b'; // c; d\nlet t = `${[1, 2].map((v) => { return v; })}`\ns + t", "a;b1,2\n"],
    ["if (true) { globalThis.z = 1; }\nz + 1;", "2\n"],
    ["const two = (v) => 2 * v\nconst r = two\n(21)", ""],
    ["for (const v of [1])\n  v", ""],
    ["const { m } = { m: 1 }; { m; }", ""],
  ])("the value of a last statement that is an expression is printed: %j", async (code, stdout) => {
    expect(await repl([code])).toMatchObject({ code: 0, stdout, stderr: "" });
  });

  test("an error in a last statement has the place in what was typed", async () => {
    expect((await repl(["let q = 1; nowhere.at(q)"])).stderr).toContain("at code:1:12\n");
    expect((await repl(["let w = 1\n  nowhere.at(w)"])).stderr).toContain("at code:2:3\n");
  });

  test("output goes to its streams, in lines", async () => {
    const result = await repl(["console.log('out'); console.error('err'); repl.write('a'); repl.write('b')"]);
    expect(result).toMatchObject({ code: 0, stdout: "out\nab\n", stderr: "err\n" });
  });

  test("code that fails is exit 8 with the place in what was typed", async () => {
    const result = await repl(["nowhere.at(0)"]);
    expect([result.code, result.stdout]).toEqual([8, ""]);
    expect(result.stderr).toBe("error: ReferenceError: nowhere is not defined\n      at code:1:1\n");
    const failed = jsonError(await repl(["console.log(1); throw new Error('no')", "-o", "json"]));
    expect(failed).toMatchObject({ code: "script_failed", success: false, content: [{ text: "1" }] });
  });

  test("the answer is JSON on request, and a file is one code", async () => {
    writeFileSync(join(home.dir, "code.js"), "const fromFile = 'file';\nrepl.write(fromFile)\n");
    const { stdout } = await home.cli(["browsers", "repl", "shop", `@${join(home.dir, "code.js")}`, "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      content: [{ type: "text", channel: "write", text: "file" }],
    });
  });

  test("a reset forgets the variables", async () => {
    await repl(["let forgotten = 1"]);
    expect(await repl(["--reset"])).toMatchObject({ code: 0, stderr: "Started a new REPL.\n" });
    expect(await repl(["typeof forgotten"])).toMatchObject({ stdout: "undefined\n" });
  });

  test("nothing to evaluate is a usage error", async () => {
    expect(await repl([])).toMatchObject({ code: 2, stderr: expect.stringContaining("missing argument <code>") });
  });
});

describe("a pipe", () => {
  test("statements are evaluated in turn, over several lines where they are unfinished", async () => {
    const code = "let n = 1\nfunction next() {\n  return ++n\n}\n\nnext()\n`a\nb`\nawait Promise.resolve(n)";
    expect(await repl([], code)).toMatchObject({ code: 0, stdout: "2\na\nb\n2\n", stderr: "" });
  });

  test("the first that fails ends it, and is named", async () => {
    const result = await repl([], "repl.write(1)\n\nif (true) {\n  throw new Error('here')\n}\nrepl.write(2)\n");
    expect([result.code, result.stdout]).toEqual([8, "1\n"]);
    expect(result.stderr).toContain("error: line 3: Error: here");
  });

  test("a statement that never ends is one", async () => {
    const result = await repl([], "1\nif (true) {\n");
    expect([result.code, result.stdout]).toEqual([8, "1\n"]);
    expect(result.stderr).toContain("line 2: SyntaxError: Unexpected end of input");
  });
});

describe("at a terminal", () => {
  function atTerminal(...words: string[]): ViewTerminal {
    const { BROWSERCTL_PAGER: _, ...env } = home.env;
    const view = new ViewTerminal(program, {
      args: ["browsers", "repl", "shop", ...words],
      env: env as Record<string, string>,
    });
    onTestFinished(() => view.close());
    return view;
  }

  /** Types a line at the prompt. */
  async function enter(view: ViewTerminal, line: string): Promise<void> {
    await prompted(view);
    view.type(`${line}\r`);
  }

  /** Ends it by Ctrl-D. */
  const ends = async (view: ViewTerminal): Promise<void> => {
    await prompted(view);
    view.type("\u0004");
    await view.ended();
    expect(view.exitCode).toBe(0);
  };

  /** Waits for an empty line with a prompt. */
  const prompted = (view: ViewTerminal, prompt = ">"): Promise<void> =>
    view.until(
      () =>
        view
          .screen()
          .findLast((row) => row !== "")
          ?.trimEnd() === prompt,
      "a prompt",
    );

  test("values are shown as Node does, and input goes on until it is finished", async () => {
    const view = atTerminal("--reset");
    await enter(view, "let seen = 'text'");
    await enter(view, "seen");
    await view.shows("'text'");
    await enter(view, "function twice(x) {");
    await prompted(view, "...");
    view.type("return 2 * x }\r");
    await enter(view, "[twice(21), undefined]");
    await view.shows("[ 42, undefined ]");
    await enter(view, "console.log('said')");
    await view.shows("said\nundefined");
    await ends(view);
  });

  test("Ctrl-D ends it before the first prompt too", async () => {
    const view = atTerminal();
    await view.shows("Ctrl-D ends it.");
    view.type("\u0004\r");
    await view.ended();
    expect(view.exitCode).toBe(0);
  });

  test("an exception does not end it", async () => {
    const view = atTerminal();
    await enter(view, "throw new TypeError('oops')");
    await view.shows("Uncaught TypeError: oops");
    await enter(view, "6 * 7");
    await view.shows("42");
    await ends(view);
  });

  test("Ctrl-C drops an unfinished input", async () => {
    const view = atTerminal();
    await enter(view, "if (true) {");
    await prompted(view, "...");
    view.type("half");
    await view.shows("... half");
    view.type("\u0003");
    await enter(view, "7 * 6");
    await view.shows("42");
    view.type("\u0003");
    await view.shows("Ctrl-D ends it)");
    view.type("\u0004");
    await view.ended();
    expect(view.exitCode).toBe(0);
  });

  test("Ctrl-C interrupts the running code and keeps the variables", async () => {
    const view = atTerminal();
    await enter(view, "let before = 'kept'");
    await enter(view, "fs.writeFileSync('begun', ''); await new Promise(() => {})");
    await until(
      async () => (await home.cli(["browsers", "fs", "info", "shop", "begun"])).code,
      (code) => code === 0,
    );
    view.type("\u0003");
    await view.shows("interrupted");
    await enter(view, "before");
    await view.shows("'kept'");
    await ends(view);
  });

  test("the arrow up brings back what was typed", async () => {
    const view = atTerminal();
    await enter(view, "1000 + 1");
    await view.shows("1001");
    await prompted(view);
    view.type("\u001b[A");
    await view.shows("> 1000 + 1\n1001\n> 1000 + 1");
    view.type("\u0003");
    await ends(view);
  });

  test("text of a page cannot control the terminal", async () => {
    const view = atTerminal();
    await enter(view, "console.log('\\u001b]0;title\\u0007')");
    await view.shows("␛]0;title␇");
    await ends(view);
  });
});
