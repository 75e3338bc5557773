#!/usr/bin/env node
// The launcher: Node's version, the compile cache, --version; everything else is in dist. It must run on any Node, and is
// CommonJS (package.json beside it): Node starts that faster than ES modules.
const oldest = 24;
const major = Number(process.versions.node.split(".")[0]);
const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  writeNow(`${require("../package.json").version}\n`);
} else if (major < oldest) {
  runWithNewerNode();
} else if (words[0] === "__complete") {
  complete(words.slice(1));
} else {
  enableCompileCache();
  require("../dist/main.cjs").main(words);
}

/** Keeps compiled code where this user alone can write. */
function enableCompileCache() {
  const { NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
  // Node has read both at its start.
  if (NODE_COMPILE_CACHE || NODE_DISABLE_COMPILE_CACHE) return;
  require("../dist/compile-cache.cjs").enableOwnCompileCache(process.env);
}

/** Answers a shell that completes a word, by a small program of its own. Whatever fails means no values, silently. */
function complete(question) {
  process.on("uncaughtException", () => process.exit(0));
  process.removeAllListeners("warning");
  enableCompileCache();
  require("../dist/complete.cjs").complete(question, process.env, process.cwd(), Date.now()).then(writeAll);
}

/** Writes a text to stdout and ends the process. */
function writeAll(text) {
  const { writeSync } = require("node:fs");
  for (let bytes = Buffer.from(text); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      // The shell that reads it may be slow, or gone.
      if (error.code !== "EAGAIN" || process.uptime() > 0.3) break;
    }
  }
  process.exit(0);
}

/** Writes a few bytes to stdout. To open it as a stream loads Node's network, a tenth of the start. */
function writeNow(text) {
  try {
    require("node:fs").writeSync(1, text);
  } catch (error) {
    // A reader that is gone needs no answer; one that is full for the moment takes it later.
    if (error.code === "EAGAIN") process.stdout.write(text);
    else if (error.code !== "EPIPE") throw error;
  }
}

/** Runs this file with the Node that a checkout pins, as if it were this process; says what is needed otherwise. */
function runWithNewerNode() {
  const { existsSync } = require("node:fs");
  const { join } = require("node:path");
  const pinned = join(__dirname, "../node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(pinned) || process.env.BROWSERCTL_RELAUNCHED) {
    if (words[0] === "__complete") process.exit(0);
    process.stderr.write(`error: browserctl needs Node ${oldest} or later; this is Node ${process.versions.node}\n`);
    process.exit(2);
  }
  const { spawn } = require("node:child_process");
  const child = spawn(pinned, [__filename].concat(words), {
    stdio: "inherit",
    env: Object.assign({}, process.env, { BROWSERCTL_RELAUNCHED: "1" }),
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    // At a terminal Ctrl-C reaches the child by itself: it is in the same foreground group.
    process.on(signal, () => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("error", (error) => {
    process.stderr.write(`error: cannot run the pinned Node: ${error.message}\n`);
    process.exit(70);
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(typeof code === "number" ? code : 70);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
