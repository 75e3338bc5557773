import { describe, expect, onTestFinished, test } from "vitest";
import { globalFlags, needsOf } from "../../src/cli/declare/global-flags.ts";
import { loadOperation } from "../../src/cli/declare/operations.ts";
import { commandHeads } from "../../src/generated/commands.ts";
import { program, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, session } from "../support/servers/api-server.ts";
import { until } from "../support/until.ts";
import { type TerminalOptions, ViewTerminal } from "../tui/support/view-terminal.ts";

interface Watched {
  readonly server: ApiServer;
  /** Answer of the service from now on. */
  answer: Answer;
}

/** A service that answers one request again and again. */
async function watched(request: string, answer: Answer): Promise<Watched> {
  const holder = { answer } as { server: ApiServer; answer: Answer };
  holder.server = await apiServer({ request, answer: () => holder.answer, times: "any" });
  return holder;
}

function sessions(...names: string[]): Answer {
  return { json: names.map((name, at) => session(`s${at}`, { name })) };
}

async function atTerminal(
  { server }: Watched,
  args: readonly string[],
  { env, ...options }: TerminalOptions = {},
): Promise<ViewTerminal> {
  const home = temporaryHome();
  const words = [...args, "--watch", "500ms"];
  const view = new ViewTerminal(program, { ...options, args: words, env: { ...home.env, ...server.env, ...env } });
  onTestFinished(() => view.close());
  return view;
}

/** The program's last words on the main screen. */
async function lastWords(view: ViewTerminal): Promise<string> {
  await view.ended();
  expect(view.terminal.buffer.active.type).toBe("normal");
  expect(view.output).toContain("\u001b[?7h");
  return view.scrollback().join("\n");
}

const list = ["browsers", "list"];

describe("at a terminal", () => {
  test("--watch at a terminal marks changes, shows passing failures, redraws after a resize, and q leaves with exit 0", async () => {
    const service = await watched("GET /browsers", sessions("cart", "shop"));
    const view = await atTerminal(service, list, { env: { NO_COLOR: "1" } });
    await view.shows("no change yet");
    expect(view.screen()[0]).toMatch(/^Every 0\.5s: browserctl browsers list +\d\d:\d\d:\d\d$/);
    service.answer = sessions("cart", "checkout", "new");
    await view.shows("+ s2");
    expect(
      view
        .screen()
        .slice(1, 6)
        .map((row) => row.split(/ {2,}/).slice(0, 2).join("|")),
    ).toEqual([
      expect.stringMatching(/^changed at \d\d:\d\d:\d\d · \+ new, ~ changed, - gone$/),
      "|ID",
      "|s0",
      "~ s1|checkout",
      "+ s2|new",
    ]);
    service.answer = { status: 503, json: { code: "busy", message: "too busy" } };
    await view.shows("error: too busy; next try at");
    expect(view.screen().join("\n")).toContain("checkout");
    service.answer = sessions("cart");
    await view.shows("- s2");
    expect(view.screen().join("\n")).not.toContain("error:");
    view.resize(20, 5);
    await view.shows("  s0  cart");
    view.resize(20, 1);
    await view.until(() => view.screen().join("\n").trim() === "ID  NAME …", "one row");
    view.type("q");
    await lastWords(view);
    expect(view.exitCode).toBe(0);
  });

  test("a deleted record ends --watch with exit 4", async () => {
    const service = await watched("GET /browsers/s1", { json: session("s1") });
    const view = await atTerminal(service, ["browsers", "get", "s1"]);
    await view.shows("no change yet");
    service.answer = { status: 404, json: { code: "not_found", message: "there is no session s1" } };
    expect(await lastWords(view)).toMatch(/error: there is no session s1; it was there at \d\d:\d\d:\d\d/);
    expect(view.exitCode).toBe(4);
  });

  test.each([
    ["Ctrl-C", (view: ViewTerminal): void => view.type("\u0003"), [], 130],
    ["SIGTERM", (view: ViewTerminal): void => void process.kill(view.pty.pid, "SIGTERM"), [], 143],
    ["the time limit", (): void => {}, ["--timeout", "2s"], 6],
  ] as const)("%s ends --watch with the terminal restored", async (_, end, flags, code) => {
    const service = await watched("GET /browsers", sessions("cart"));
    const view = await atTerminal(service, [...list, ...flags]);
    await view.shows("no change yet");
    end(view);
    await lastWords(view);
    expect(view.exitCode).toBe(code);
  });

  test("--watch prints each result once for a screen reader, and q leaves", async () => {
    const service = await watched("GET /browsers", sessions("cart"));
    const view = await atTerminal(service, list, { env: { INK_SCREEN_READER: "true" } });
    await view.shows("cart");
    await service.server.received(3);
    service.answer = sessions("checkout");
    await view.shows("checkout");
    view.type("q");
    await view.ended();
    expect(view.exitCode).toBe(0);
    const text = view.scrollback().join("\n");
    expect(text.match(/-- browserctl browsers list at/g)).toHaveLength(2);
    expect(text.match(/cart/g)).toHaveLength(1);
  });
});

describe("in a pipe", () => {
  test.each([
    ["jsonl", ["-o", "jsonl", "--fields", "name"], '{"name":"a"}\n{"name":"b"}\n'],
    ["json", ["-o", "json", "--query", "[].name"], '["a"]\n["b"]\n'],
    ["text", ["--query", "[].name"], "a\n\nb\n"],
    ["yaml", ["-o", "yaml", "--query", "[].name"], "- a\n---\n- b\n"],
    ["a template", ["--template", "<{{name}}>"], "<a>\n\n<b>\n"],
  ])("--watch in a pipe prints each result that differs: %s", async (_, flags, wanted) => {
    const service = await watched("GET /browsers", sessions("a"));
    const cli = startCli([...list, ...flags, "--watch", "500ms"], { env: service.server.env });
    await cli.shows("a");
    await service.server.received(3);
    service.answer = sessions("b");
    await cli.shows("b");
    cli.kill("SIGINT");
    const { code, stdout } = await cli.done;
    expect([code, stdout]).toEqual([130, wanted]);
  });

  test("a transient failure of --watch is one note, and a refused token ends it with exit 3", async () => {
    const service = await watched("GET /browsers", sessions("a"));
    const cli = startCli([...list, "--watch", "500ms"], { env: service.server.env });
    await cli.shows("a");
    service.answer = { status: 503, headers: { "x-should-retry": "false" }, json: { code: "busy", message: "busy" } };
    await cli.shows("note: busy; trying again in 1 s\n");
    await service.server.received(service.server.requests.length + 2);
    service.answer = sessions("a");
    await cli.shows("note: the service answers again\n");
    service.answer = { status: 401, json: { code: "unauthorized", message: "no" } };
    const { code, stderr } = await cli.done;
    expect(code).toBe(3);
    expect(stderr.match(/trying again/g)).toHaveLength(1);
  });

  test("a failure before the first result ends --watch", async () => {
    const service = await watched("GET /browsers", { status: 400, json: { code: "bad_request", message: "bad" } });
    const result = await runHere([...list, "--watch", "1s"], { env: service.server.env });
    expect([result.code, result.stdout]).toEqual([1, ""]);
  });

  test("--watch prints a note that repeats in every round once", async () => {
    const service = await watched("GET /browsers", { ...sessions("a"), headers: { "x-has-more": "true" } });
    const cli = startCli([...list, "--watch", "500ms"], { env: service.server.env });
    await service.server.received(3);
    await until(() => cli.stdout() !== "", { what: "a result" });
    cli.kill("SIGINT");
    expect((await cli.done).stderr.match(/Showing the first 1/g)).toHaveLength(1);
  });
});

test.each([
  [["browsers", "list", "--watch", "100ms"], "--watch: must be 500ms or more, not 100ms"],
  [["browsers", "list", "--watch", "2"], '--watch: "2" has no unit'],
  [["browsers", "list", "--watch", "1s", "--dry-run"], "--watch: cannot be used together with --dry-run"],
  [["browsers", "list", "--watch", "1s", "--print", "curl"], "--watch: cannot be used together with --print"],
  [["browsers", "delete", "s1", "--watch", "1s"], "--watch: unknown flag; only commands that read something"],
  [["projects", "archive", "shop", "--watch", "1s"], "--watch: unknown flag; only commands that read something"],
])("%j is refused", async (args, message) => {
  const result = await runHere(args);
  expect([result.code, result.stdout, result.stderr]).toEqual([2, "", expect.stringContaining(message)]);
});

test("no command that changes something takes --watch", async () => {
  const taking = await Promise.all(
    commandHeads.map(async (head) => {
      const spec = await head.load();
      const operation = spec.operation && (await loadOperation(spec.operation));
      return globalFlags(spec, needsOf(operation)).some((flag) => flag.name === "watch") ? [head.words] : [];
    }),
  );
  const verbs = new Set(taking.flat().map((words) => words.split(" ").at(-1)));
  expect([...verbs].sort()).toEqual(
    [
      "browsers",
      "context",
      "entitlements",
      "events",
      "explain",
      "get",
      "info",
      "items",
      "list",
      "providers",
      "show",
      "status",
      "support",
      "timeline",
      "totp",
      "whoami",
    ].sort(),
  );
});
