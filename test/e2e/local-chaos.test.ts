import { expect, test } from "vitest";
import { localHome, type StartedService, startedHome } from "../support/cli/local-home.ts";
import { jsonError } from "../support/cli/run-cli.ts";

interface ChaosState {
  spec: string | null;
  seed: number | null;
  struck: { error: number; latency: number };
}

const noteOf = (spec: string): string =>
  `note: fault injection is on in the local service: ${spec}; turn it off with: browserctl local chaos off`;

test("start --chaos: the background service has the faults, and reports their seed", async () => {
  const home = localHome();
  const started = await home.cli(["local", "start", "--chaos", "latency=20ms-40ms,error=100%", "-o", "json"]);
  expect(started.code, started.stderr).toBe(0);
  const { chaos } = JSON.parse(started.stdout) as { chaos: string };
  expect(chaos).toMatch(/^latency=20ms-40ms,error=100%,seed=\d+$/);
  expect(started.stderr).toContain(noteOf(chaos));
  expect(await home.json(["local", "status"])).toMatchObject({ chaos });
  const created = await home.cli(["browsers", "create", "-o", "json"]);
  expect(created.code).toBe(1);
  expect(jsonError(created)).toMatchObject({ code: "chaos_error", http_status: 503 });
  // A safe call is tried three times, the other one once.
  expect((await home.cli(["browsers", "list"])).code).toBe(1);
  expect((await home.json<ChaosState>(["local", "chaos", "show"])).struck).toMatchObject({ error: 4, latency: 4 });
  const off = await home.cli(["local", "chaos", "off"]);
  expect(off).toMatchObject({ code: 0, stderr: expect.stringContaining("Fault injection is off.") });
  expect(await home.json(["browsers", "list"])).toEqual([]);
  const logs = await home.cli(["local", "logs"]);
  expect(logs.stdout).toContain(`fault injection: ${chaos}`);
  expect(logs.stdout).toContain("fault injection: off");
});

test("start --chaos of a running service sets the faults, and a start without it keeps them; a restart forgets them", async () => {
  const home = await startedHome();
  expect(home.service).not.toHaveProperty("chaos");
  const spec = "error=1%,seed=5";
  const set = await home.json<StartedService & { chaos: string }>(["local", "start", "--chaos", spec]);
  expect(set).toEqual({ ...home.service, chaos: spec });
  const again = await home.cli(["local", "start"]);
  expect(again.stderr).toContain(noteOf(spec));
  expect((await home.json<ChaosState>(["local", "chaos", "show"])).spec).toBe(spec);
  await home.cli(["local", "stop"]);
  expect((await home.cli(["local", "start"])).stderr).not.toContain("fault injection");
  expect(await home.json(["local", "status"])).not.toHaveProperty("chaos");
});

test("chaos set, show and off act on this machine's service, whatever the context is", async () => {
  const home = await startedHome();
  await home.cli(["context", "add", "prod", "--base-url", "https://api.example"]);
  await home.cli(["context", "use", "prod"]);
  const set = await home.json<ChaosState>(["local", "chaos", "set", "drop-stream=2.5%,extension-live=fail,seed=7"]);
  expect(set).toMatchObject({ spec: "drop-stream=2.5%,extension-live=100%,seed=7", seed: 7 });
  expect(await home.json(["local", "chaos", "show"])).toEqual(set);
  expect(await home.json(["local", "chaos", "off"])).toEqual({ ok: true });
  expect(await home.json(["local", "chaos", "off"])).toEqual({ ok: true });
  expect(await home.json(["local", "chaos", "show"])).toMatchObject({ spec: null, seed: null });
});

test("an invalid specification of faults is exit 2 with every key, before anything starts", async () => {
  const home = localHome();
  const spec = "error=5,latency=61s,foo=1";
  const said = [
    '"5" has no percent sign; write 5%',
    'latency: must be at most 60s, not "61s"',
    'unknown fault "foo"; known: latency, error, drop-stream, cut-download, extension-live, seed',
  ];
  const start = await home.cli(["local", "start", "--chaos", spec, "--port", "70000"]);
  const set = await home.cli(["local", "chaos", "set", spec]);
  expect([start.code, set.code]).toEqual([2, 2]);
  for (const text of said) {
    expect(start.stderr).toMatch(new RegExp(`^  --chaos: .*${text.replace(/[.*+?^$()|[\]{}]/g, "\\$&")}$`, "m"));
    expect(set.stderr).toContain(text);
  }
  expect(start.stderr).toContain("--port: must be 0 to 65535");
  expect((await home.cli(["local", "status"])).code).toBe(5);
  expect((await home.cli(["local", "chaos", "set"])).code).toBe(2);
  expect((await home.cli(["local", "start", "--chaos", ""])).stderr).toContain("--chaos: is empty; write ");
});

test("without a service chaos set, show and off are exit 5 with the command that starts it", async () => {
  const home = localHome();
  for (const words of [["set", "error=1%"], ["show"], ["off"]]) {
    const result = await home.cli(["local", "chaos", ...words, "-o", "json"]);
    expect(result.code).toBe(5);
    expect(jsonError(result)).toMatchObject({ code: "local_not_running", hint: "browserctl local start" });
  }
});
