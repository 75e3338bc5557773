import { AppRunner } from "./app-runner.ts";

// Entry of a separate bundle, which the service starts for each build and each invocation of an app.
new AppRunner(import.meta.url, process);
