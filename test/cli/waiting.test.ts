import { expect, onTestFinished, test } from "vitest";
import { program, temporaryHome } from "../support/cli/run-cli.ts";
import { type ApiServer, apiServer, session } from "../support/servers/api-server.ts";
import { ViewTerminal } from "../tui/support/view-terminal.ts";

const stalled = { stall: true, json: [session("s1")] };

function atTerminal(server: ApiServer, args: readonly string[], env: Record<string, string> = {}): ViewTerminal {
  const view = new ViewTerminal(program, { args, env: { ...temporaryHome().env, ...server.env, ...env } });
  onTestFinished(() => view.close());
  return view;
}

test.each([
  ["declares its call alone", ["browsers", "get", "s1"]],
  ["has a function", ["browsers", "view", "s1", "-o", "json"]],
])("a command that %s says what it waits for after a second, and removes it with the answer", async (_, words) => {
  const live = session("s1", { browser_live_view_url: "https://live.example/s1" });
  const server = await apiServer({ request: "GET /browsers/s1", answer: { stall: true, json: live } });
  const view = atTerminal(server, words);
  await view.shows(`Waiting for 127.0.0.1:${server.port}`);
  server.release();
  await view.ended();
  expect(view.scrollback().join("\n")).not.toContain("Waiting");
  expect(view.output).toContain("\u001b[?25h");
  expect(view.exitCode).toBe(0);
});

test("a command with CI or --quiet does not say what it waits for", async () => {
  const server = await apiServer({ request: "GET /browsers", answer: stalled, times: "any" });
  const silent = [
    atTerminal(server, ["browsers", "list"], { CI: "1" }),
    atTerminal(server, ["browsers", "list", "--quiet"]),
  ];
  await server.received(silent.length);
  // It waits for as long as each of the others did before it.
  const told = atTerminal(server, ["browsers", "list"]);
  await told.shows("Waiting for");
  server.release();
  for (const view of silent) {
    await view.ended();
    expect(view.output).not.toContain("Waiting");
    expect(view.exitCode).toBe(0);
  }
});

test("a screen reader is told once what a command waits for", async () => {
  const server = await apiServer({ request: "GET /browsers", answer: stalled });
  const view = atTerminal(server, ["browsers", "list"], { INK_SCREEN_READER: "true" });
  await view.shows("Waiting for");
  server.release();
  await view.ended();
  expect(view.output.match(/Waiting for/g)).toHaveLength(1);
});

test("Ctrl-C while a command waits restores the cursor", async () => {
  const server = await apiServer({ request: "GET /browsers", answer: stalled });
  const view = atTerminal(server, ["browsers", "list"]);
  await view.shows("Waiting for");
  view.type("\u0003");
  await view.ended();
  expect(view.exitCode).toBe(130);
  expect(view.output.lastIndexOf("\u001b[?25h")).toBeGreaterThan(view.output.lastIndexOf("\u001b[?25l"));
  expect(view.scrollback().join("\n")).not.toContain("Waiting");
});
