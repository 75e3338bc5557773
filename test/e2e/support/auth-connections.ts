import { expect } from "vitest";
import type { DemoSite } from "../../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../../src/demo-site/users.ts";
import type { StartedHome } from "../../support/cli/local-home.ts";
import type { CliResult, RunningCli } from "../../support/cli/run-cli.ts";
import { until } from "../../support/until.ts";

const [alice] = demoUsers;
/** Values of a user of the demo site, for the commands. */
export const env = { USER_NAME: alice?.name ?? "", PASSWORD: alice?.password ?? "" };
export const connections = ["auth", "connections"];

/** A connection to a page of the demo site, whose login runs. */
export async function startedLogin(home: StartedHome, site: DemoSite, profile: string, page: string): Promise<string> {
  const words = ["create", "localhost", "--profile-name", profile, "--login-url", site.on("main", page)];
  const { id } = await home.json<{ id: string }>([...connections, ...words]);
  await home.json(["api", "POST", `/auth/connections/${id}/login`]);
  return id;
}

/** Runs a command of auth connections, which must succeed. */
export async function done(home: StartedHome, ...words: string[]): Promise<CliResult> {
  const result = await home.cli([...connections, ...words], { env });
  expect(result.code, result.stderr).toBe(0);
  return result;
}

/** Record with which `wait connection` ends, once one of the conditions holds. */
export async function waited(home: StartedHome, id: string, ...conditions: string[]): Promise<unknown> {
  const words = conditions.flatMap((condition) => ["--for", condition]);
  const { code, stderr, stdout } = await home.cli([
    "wait",
    "connection",
    id,
    ...words,
    "--timeout",
    "30s",
    "-o",
    "json",
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** Waits until the last watched state asks for a field or a choice of this type. */
export async function asks({ stdout }: RunningCli, type: string): Promise<void> {
  await until(() => {
    const last = stdout().trimEnd().split("\n").at(-1) ?? "";
    return last.includes('"AWAITING_INPUT"') && last.includes(`"type":"${type}"`);
  });
}
