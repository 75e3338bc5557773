import { expect, test } from "vitest";
import { jsonError, runHere } from "../support/cli/run-cli.ts";
import { type Answer, apiServer } from "../support/servers/api-server.ts";

const supportHint = "hint: browserctl local support";

function refusal(status: number, code: string, message: string, details: readonly string[]): Answer {
  return { status, json: { code, message, details: details.map((text) => ({ code, message: text })) } };
}

async function createWith(answer: Answer, ...words: string[]) {
  const server = await apiServer({ request: "POST /browsers", answer });
  return runHere(["browsers", "create", ...words], { env: server.env });
}

test("a field that the local service lacks is named by its flag", async () => {
  const answer = refusal(501, "not_supported_locally", "the local service does not support gpu of browsers.create", [
    "gpu: there is no GPU",
  ]);
  const { code, stderr } = await createWith(answer, "--gpu");
  expect(stderr).toBe(`error: the local service does not support --gpu\n  --gpu: there is no GPU\n${supportHint}\n`);
  expect(code).toBe(1);
});

test.each([
  ["profile", "profile.name", "profiles list"],
  ["proxy", "proxy.name", "proxies list"],
])("a %s that does not exist is an error that names it, with the command that lists them", async (noun, path, list) => {
  const text = `there is no ${noun} "nope"`;
  const answer = refusal(400, "bad_request", "the request is not valid", [`${path}: ${text}`]);
  const { stderr } = await createWith(answer, `--${noun}`, "nope");
  expect(stderr).toBe(`error: ${text}\nhint: browserctl ${list}\n`);
});

test("one refused field is the error itself; several are listed by their flags", async () => {
  const one = refusal(400, "bad_request", "the request is not valid", ["timeout_seconds: must be at most 60"]);
  expect((await createWith(one)).stderr).toBe("error: --timeout-seconds: must be at most 60\n");
  const details = ["timeout_seconds: must be at most 60", "viewport.width: is too small", "unknown: is odd"];
  const several = refusal(400, "bad_request", "the request is not valid", details);
  expect((await createWith(several)).stderr).toBe(
    [
      "error: the request is not valid",
      "  --timeout-seconds: must be at most 60",
      "  --viewport.width: is too small",
      "  unknown: is odd",
      "",
    ].join("\n"),
  );
});

test("a member of a field is named by the flag that sets it", async () => {
  const text = "must be 1 to 65535, not 99999";
  const answer = refusal(400, "bad_request", "the request is not valid", [`config.port: ${text}`]);
  const server = await apiServer({ request: "POST /proxies", answer });
  const words = ["proxies", "create", "office", "--host", "h", "--port", "9"];
  expect((await runHere(words, { env: server.env })).stderr).toBe(`error: --port: ${text}\n`);
});

test.each([
  ["command: is missing", "-- PROGRAM [ARG...]: is missing"],
  ["command.0: must be an absolute path", "-- PROGRAM [ARG...]: must be an absolute path"],
  ["token: is missing", "--provider-token: is missing"],
  ["tokens: is unknown", "the request is not valid\n  tokens: is unknown"],
])("a field that a command fills with its words is named by them: %s", async (detail, shown) => {
  const answer = refusal(400, "bad_request", "the request is not valid", [detail]);
  const server = await apiServer({ request: "POST /org/credential_providers", answer });
  const words = ["credential-providers", "create", "own", "--provider-type", "program"];
  expect((await runHere(words, { env: server.env })).stderr).toBe(`error: ${shown}\n`);
});

test("an argument that is a member of a field is named by its place", async () => {
  const answer = refusal(400, "bad_request", "the request is not valid", ["source.url: must be an address"]);
  const server = await apiServer({ request: "POST /deployments", answer });
  const words = ["apps", "deploy-repo", "ftp://example.com/shop", "--ref", "main", "--entrypoint", "shop.ts"];
  expect((await runHere(words, { env: server.env })).stderr).toBe("error: <url>: must be an address\n");
});

test("the JSON form keeps the text of the service", async () => {
  const details = ['profile.name: there is no profile "nope"'];
  const answer = refusal(400, "bad_request", "the request is not valid", details);
  expect(jsonError(await createWith(answer, "-o", "json"))).toEqual({
    code: "bad_request",
    message: "the request is not valid",
    details: [{ code: "bad_request", message: details[0] }],
    http_status: 400,
    exit_code: 1,
  });
});
