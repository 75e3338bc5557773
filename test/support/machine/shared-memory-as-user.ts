import { serve } from "../../../src/service/lifecycle/serve.ts";
import { lookAtSharedMemory } from "./shared-memory.ts";

// Runs a service as whoever runs this, and looks at a session of it: `node shared-memory-as-user.ts <state directory>`.
const stateDir = process.argv[2] ?? "";
const running = await serve({
  version: "0.1.0",
  env: process.env,
  port: 0,
  screen: "real",
  handleSignals: false,
  stateDir,
});
const seen = await lookAtSharedMemory(running.state).finally(() => running.stop("the test is over"));
process.stdout.write(JSON.stringify(seen));
