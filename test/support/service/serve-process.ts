import { serve } from "../../../src/service/lifecycle/serve.ts";
import { takeErrors } from "../vitest/take-errors.ts";

// Runs the service as a process of its own: `node serve-process.ts '<options as JSON>'`.
const options = JSON.parse(process.argv[2] ?? "{}") as { stateDir: string; version: string };
const service = await serve({
  screen: "headless",
  ...options,
  env: process.env,
  takeErrors,
  log: { write: (line) => process.stderr.write(line) },
}).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
await service.stopped;
