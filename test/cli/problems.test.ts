import { describe, expect, test } from "vitest";
import { runHere } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";

const NOWHERE = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };

/** Lines of the error of words that are refused before a request is sent. */
async function refusal(...words: string[]): Promise<string[]> {
  const { code, stderr } = await runHere(words, { env: NOWHERE });
  expect(code).toBe(2);
  return stderr.trimEnd().split("\n").slice(0, -1);
}

describe("an unknown flag is the only problem", () => {
  test.each([
    [["browsers", "process", "resize", "s1", "p1", "--rowz", "5"], "--rowz: unknown flag; did you mean --rows?"],
    [["context", "add", "work", "--base-ulr", "http://h"], "--base-ulr: unknown flag; did you mean --base-url?"],
    [["browsers", "curl", "s1", "--jq", "a"], "--jq: unknown flag; use --query EXPR (JMESPath)"],
    [["browsers", "fs", "mv", "s1", "/a", "--zzzzz", "/b"], "--zzzzz: unknown flag"],
  ])("%j", async (words, problem) => {
    expect(await refusal(...words)).toEqual([`error: ${problem}`]);
  });
});

describe("a problem of the service names the member under the flag that set it", () => {
  const invoke = async (payload: string, ...details: string[]) => {
    const json = {
      code: "bad_request",
      message: "the payload does not fit the action's input_schema",
      details: details.map((message) => ({ code: "invalid_input", message })),
    };
    const server = await apiServer({ request: "POST /invocations", answer: { status: 400, json } });
    return (await runHere(["invoke", "shop", "import", "--payload", payload], { env: server.env })).stderr;
  };
  test("a value of the wrong type is reported under its flag", async () => {
    expect(await invoke('{"n":"text"}', "payload.n: must be a whole number")).toBe(
      "error: --payload.n: must be a whole number\n",
    );
  });
  test("a field that an empty object lacks is reported under its flag", async () => {
    expect(await invoke("{}", "payload.n: is missing")).toBe("error: --payload.n: is missing\n");
  });
  test("several nested problems are reported under their flags", async () => {
    expect(await invoke("{}", "payload.a[1].first-name: is missing", "payload.b: is missing")).toBe(
      "error: the payload does not fit the action's input_schema\n" +
        "  --payload.a[1].first-name: is missing\n  --payload.b: is missing\n",
    );
  });
  test("a problem with the payload itself is reported under its argument", async () => {
    expect(await invoke("1", "payload: must be an object")).toBe("error: --payload: must be an object\n");
  });
});

test("a drag with one point is refused: it needs two or more", async () => {
  expect(await refusal("browsers", "computer", "drag", "s1", "1,1")).toEqual([
    "error: <x,y>: must have 2 points or more, not 1",
  ]);
});

describe("durations", () => {
  test("press --duration takes a duration with a unit, or a number of milliseconds", async () => {
    for (const [typed, sent] of [
      ["1s", 1000],
      ["250ms", 250],
      ["50", 50],
    ] as const) {
      const server = await apiServer({ request: "POST /browsers/s1/computer/press_key", answer: { status: 200 } });
      const words = ["browsers", "computer", "press", "s1", "a", "--duration", typed];
      expect((await runHere(words, { env: server.env })).code).toBe(0);
      expect(server.requests[0]).toMatchObject({ json: { keys: ["a"], duration: sent } });
    }
  });
  test.each([
    ["long", '--duration: "long" is not a duration; write one like 500ms, 30s, 5m, 2h or 1h30m'],
    ["2m", "--duration: must be 0ms to 1m, not 2m"],
  ])("press --duration %s is refused", async (typed, problem) => {
    expect(await refusal("browsers", "computer", "press", "s1", "a", "--duration", typed)).toEqual([
      `error: ${problem}`,
    ]);
  });
});
