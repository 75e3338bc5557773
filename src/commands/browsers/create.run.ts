import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { table } from "../../core/table.ts";
import type { Browser } from "../../generated/types.ts";
import type { browsersCreate } from "./create.ts";
import { policyAndRouteProblems, withPolicyAndRoutes } from "./lib/given-network.ts";

/** Fields of the body that a browser of a pool takes; the pool decides the others. */
const ofLease = ["name", "start_url", "tags", "telemetry"] as const;
/** Flags whose names do not follow from their fields. */
const flagNames = table<string>({ extensions: "extension", vaults: "vault" });

export const check: Check<typeof browsersCreate> = (input) => {
  const { flags, request } = input;
  if (flags.pool === undefined) {
    const alone = flags.acquireTimeout === undefined ? [] : [{ path: "--acquire-timeout", message: "needs --pool" }];
    return [...alone, ...policyAndRouteProblems(input)];
  }
  const others = [
    ...Object.keys(request.body ?? {}).filter((field) => !ofLease.some((each) => each === field)),
    ...(flags.chromePolicy === undefined ? [] : ["chrome_policy"]),
    ...(flags.proxyRoute === undefined ? [] : ["proxy_route"]),
  ];
  return others.map((field) => ({
    path: `--${flagNames.get(field) ?? field.replaceAll("_", "-")}`,
    message: "cannot be used together with --pool: its settings are those of the pool",
  }));
};

/** Creates a session, or takes a browser from a pool, and shows it. */
export const run: Run<typeof browsersCreate> = async (body) => {
  const { pool, acquireTimeout } = body.flags;
  if (pool !== undefined) {
    const { acquireBrowser } = await import("../pools/lib/acquire-browser.ts");
    const { name, start_url, tags, telemetry } = body.request.body ?? {};
    const lease = {
      ...(name !== undefined && { name }),
      ...(start_url !== undefined && { start_url }),
      ...(tags && { tags }),
      ...(telemetry !== undefined && { telemetry }),
      ...(acquireTimeout !== undefined && { acquire_timeout_seconds: acquireTimeout }),
    };
    return body.record(await acquireBrowser(body, { params: { id_or_name: pool }, body: lease }));
  }
  const session = await body.call("browsers.create", { body: withPolicyAndRoutes(body, body.request.body) });
  await noteIdleLimit(body, session);
  return body.record(session);
};

/**
 * Prints the idle limit of a new session on stderr, also in a pipe and with `--quiet`, because a session may end
 * unnoticed. Programs that read JSON find the limit in the record.
 */
async function noteIdleLimit(
  { client, log, output, request }: BodyOf<typeof browsersCreate>,
  { name, session_id, timeout_seconds }: Browser,
): Promise<void> {
  if (request.body?.timeout_seconds !== undefined || output === "json" || output === "jsonl") return;
  const ways = (await client()).isLocal
    ? `${commandLine`browsers keep ${name ?? session_id}`} keeps it for an hour, --timeout-seconds sets another limit`
    : "--timeout-seconds sets another limit";
  await log(`note: the session ends after ${timeout_seconds}s without a request or a connected client; ${ways}\n`);
}
