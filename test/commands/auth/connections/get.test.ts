import { expect, test } from "vitest";
import { type HereOptions, runHere } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";
import { awaitingPassword, connection, connectionId, read } from "../../../support/servers/connection-server.ts";

type Json = Record<string, unknown>;

const terminal: HereOptions = { tty: { stdout: true }, width: 200 };

/** Shows a connection with these members. */
async function shown(members: Json, options: HereOptions = {}, ...more: string[]): Promise<string> {
  const server = await apiServer(read(members));
  const words = ["auth", "connections", "get", connectionId, "--no-color", ...more];
  return (await runHere(words, { ...options, env: server.env })).stdout;
}

const asking: Json = {
  ...awaitingPassword,
  discovered_fields: [{ name: "password", label: "Password", selector: "#p", type: "password" }],
  choices: [{ id: "sms", label: "Text\u001b[31m message", type: "mfa_method" }],
  flow_expires_at: "2999-01-01T00:00:00Z",
};

test("a terminal shows what a login asks for by its labels, once, and nothing that is not set", async () => {
  const text = await shown(asking, terminal);
  expect(text).toMatch(/^fields +Password \(password\)$/m);
  expect(text).toMatch(/^choices +Text␛\[31m message \(sms\)$/m);
  expect(text).toMatch(/^flow_expires_at +2999-01-01T00:00:00Z \(in \d+d.*\)$/m);
  expect(text).not.toMatch(/^(discovered_fields|mfa_options|browser_telemetry)/m);
});

test("a terminal shows the older form where a service has no other", async () => {
  const text = await shown({ ...asking, interaction_id: undefined, fields: null }, terminal);
  expect(text).toMatch(/^discovered_fields /m);
});

test("a program gets the whole record", async () => {
  expect(JSON.parse(await shown(asking, {}, "-o", "json"))).toEqual(connection(asking));
  expect(await shown(asking)).toMatch(/^mfa_options\t$/m);
});
