import { appRunner } from "./app-runner.ts";

// Entry of a bundle of its own, which the service starts for each build and each invocation of an app.
appRunner(import.meta.url);
