import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PlaywrightRunner } from "./playwright-runner.ts";
import { RESULT_FD, type RunnerInput } from "./protocol.ts";

// Entry of a separate bundle, which runs inside the container of a session.
const input = JSON.parse(readFileSync(0, "utf8")) as RunnerInput;
const answer = (text: string): void => writeFileSync(RESULT_FD, text);
new PlaywrightRunner({ require: createRequire(import.meta.url), process, answer }, input).run();
