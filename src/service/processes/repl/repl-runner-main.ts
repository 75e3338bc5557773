import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import { RESULT_FD } from "../playwright/protocol.ts";
import { jsonLines, type ReplInput, type ReplMessage, type ReplRequest } from "./protocol.ts";
import { ReplRunner } from "./repl-runner.ts";

// Entry of a separate bundle, which runs inside the container of a session. Code may change every global name.
const { stringify } = JSON;
const require = createRequire(import.meta.url);
const send = (message: ReplMessage): void => writeFileSync(RESULT_FD, `${stringify(message)}\n`);
let runner: ReplRunner | undefined;
const take = jsonLines((line) => {
  if (runner) return runner.handle(line as ReplRequest);
  const input = line as ReplInput;
  runner = new ReplRunner({ process, input, playwright: require(input.playwright), send });
  runner.start();
});
// A read by node:fs would keep `process.exit` of the code waiting.
new Socket({ fd: 0, readable: true, writable: false }).on("data", take);
