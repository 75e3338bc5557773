import { Faults } from "../../../src/service/faults.ts";
import { serve } from "../../../src/service/lifecycle/serve.ts";

// Runs the service as a process of its own that never gets to the end of saving a profile: `node held-save-process.ts DIR`.
const faults = new Faults();
faults.inject("profile-save", { delayMs: 600_000 });
await serve({
  version: "0.1.0",
  env: process.env,
  stateDir: process.argv[2] ?? "",
  port: 0,
  screen: "headless",
  faults,
});
