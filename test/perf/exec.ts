import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Bench,
  environment,
  interleaved,
  program,
  type Row,
  startService,
  timeProgram,
  timesFloor,
} from "./bench.ts";

/** `process exec -- true` as a person waits for it, against the simplest call of the same program. */
export async function benchExec(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const { token } = JSON.parse(await readFile(join(service.stateDir, "service.json"), "utf8")) as { token: string };
  const env = environment(join(service.stateDir, "client"), {
    BROWSERCTL_BASE_URL: service.baseUrl,
    BROWSERCTL_TOKEN: token,
  });
  const { session_id } = await service.api("POST", "/browsers", { timeout_seconds: 3_600 });
  const exec = ["browsers", "process", "exec", String(session_id), "--", "true"];
  const { exec: values, context: floors } = await interleaved(bench, bench.long ? 30 : 12, {
    exec: () => timeProgram(bench, [program, ...exec], env),
    context: () => timeProgram(bench, [program, "auth", "context", "-o", "json"], env),
  });
  return [timesFloor("exec of true, client", values, floors, 2)];
}
