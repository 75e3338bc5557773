import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { playwrightRunner, type RunnerInput } from "./playwright-runner.ts";
import { RESULT_FD } from "./result-fd.ts";

// Entry of a separate bundle, which runs inside the container of a session.
const input = JSON.parse(readFileSync(0, "utf8")) as RunnerInput;
playwrightRunner(createRequire(import.meta.url), process, input, (text) => writeFileSync(RESULT_FD, text));
