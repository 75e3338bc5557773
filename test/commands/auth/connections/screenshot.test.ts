import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonError, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../../support/servers/api-server.ts";
import { connectionId } from "../../../support/servers/connection-server.ts";

const words = ["auth", "connections", "screenshot", connectionId];
const path = `/_local/auth/connections/${connectionId}/screenshots`;
const local = { "x-browserctl-local": "0.1.0" };
const shot = { id: "t4k8w2c6", taken_at: "2026-03-01T09:11:05Z", bytes: 5, covered: 3 };
const png = Buffer.from("\x89PNG!", "latin1");

function lists(...json: unknown[]): Step {
  return { request: `GET ${path}`, answer: { json, headers: local } };
}
const pictureOf = (login: string): Step => ({
  request: `GET ${path}?login_id=${login}`,
  answer: { json: [{ ...shot, id: login, data: png.toString("base64") }], headers: local },
});

test("the newest screenshot, or that of a login, is written to a file or a pipe", async () => {
  const home = temporaryHome();
  const server = await apiServer(lists(shot), pictureOf(shot.id), lists(shot, { ...shot, id: "t1" }), pictureOf("t1"));
  const file = join(home.dir, "failed.png");
  const saved = await runHere([...words, "--out", file], { home, env: server.env });
  expect([saved.code, saved.stderr]).toEqual([0, `Saved ${file} (5 B).\n`]);
  expect(readFileSync(file)).toEqual(png);
  const piped = await runHere([...words, "t1"], { home, env: server.env });
  expect(piped.bytes).toEqual(png);
});

test("a connection without a screenshot is exit 4, and a terminal gets no picture", async () => {
  const server = await apiServer(lists());
  const none = await runHere([...words, "-o", "json", "--out", "x.png"], { env: server.env });
  expect(jsonError(none)).toMatchObject({ exit_code: 4, code: "not_found" });
  const other = await apiServer(lists(shot));
  const unknown = await runHere([...words, "t9", "--out", "x.png"], { env: other.env });
  expect([unknown.code, unknown.stderr]).toEqual([
    4,
    expect.stringMatching(/login "t9" .* has no screenshot[\s\S]*browserctl auth connections timeline/),
  ]);
  const terminal = await runHere(words, { env: server.env, tty: { stdout: true } });
  expect(terminal.code).toBe(2);
  expect(terminal.stderr).toContain("add --out failed.png");
});
