import { join } from "node:path";
import { Clock } from "../../../src/service/clock.ts";
import { probeContainer } from "../../../src/service/processes/container-probe.ts";
import { SessionPaths } from "../../../src/service/processes/session-paths.ts";
import { SessionProcesses } from "../../../src/service/processes/session-processes.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";

// Runs processes of a session as whoever runs this: `node container-as-user.ts <folder>`. Prints JSON.
const dir = process.argv[2] ?? "";
const facts = await probeContainer({ env: process.env, stateDir: dir, log: () => {} });
const place = new SessionPaths(facts, await prepareSessionRoot(join(dir, "session")), () => {});
const processes = new SessionProcesses(place, new Clock());
const { signal } = new AbortController();
const run = async (script: string): Promise<string> => {
  const limits = { outputBytes: 1_000_000, overflow: "kill" } as const;
  const { output } = await processes.exec({ command: "sh", args: ["-c", script], input: false }, limits, signal);
  return output.stdout.toString() + output.stderr.toString();
};
await run("sleep 1000 & echo written > /tmp/file");
const names = await run("whoami; id -un; id -gn; ls -ld ~ | cut -d' ' -f3,4; hostname; cat /etc/passwd /etc/group");
const ran = await run("id; pwd; grep CapEff /proc/self/status; cat /tmp/file; ps ax | grep -c '[s]leep 1000'");
await processes.close(new Error("the session is over"));
await processes.closeContainer();
process.stdout.write(JSON.stringify({ facts, names, ran }));
