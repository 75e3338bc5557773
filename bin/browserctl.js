#!/usr/bin/env node
// The launcher: Node's version, the compile cache, --version; everything else is in dist. It must run on any Node.
// Of Node's own modules it takes what it needs when it needs it: to import `node:fs` by name alone costs 3 ms.
const oldest = 24;
const major = Number(process.versions.node.split(".")[0]);
const words = process.argv.slice(2);

if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
  const { readFileSync } = await nodeModule("node:fs");
  process.stdout.write(`${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}\n`);
} else if (major < oldest) {
  await runWithNewerNode();
} else {
  process.getBuiltinModule("node:module").enableCompileCache();
  const { main } = await import("../dist/main.js");
  await main(words);
}

/** One of Node's own modules; an import where this Node has no cheaper way. */
async function nodeModule(name) {
  return process.getBuiltinModule?.(name) ?? (await import(name));
}

/** Runs this file with the Node that a checkout pins, as if it were this process; says what is needed otherwise. */
async function runWithNewerNode() {
  const { existsSync } = await nodeModule("node:fs");
  const pinned = new URL(`../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`, import.meta.url);
  if (!existsSync(pinned) || process.env.BROWSERCTL_RELAUNCHED) {
    process.stderr.write(`error: browserctl needs Node ${oldest} or later; this is Node ${process.versions.node}\n`);
    process.exit(2);
  }
  const { spawn } = await import("node:child_process");
  const { fileURLToPath } = await import("node:url");
  const child = spawn(fileURLToPath(pinned), [fileURLToPath(import.meta.url), ...words], {
    stdio: "inherit",
    env: { ...process.env, BROWSERCTL_RELAUNCHED: "1" },
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
    if (signal === null) process.exit(code ?? 70);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
