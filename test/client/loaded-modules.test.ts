import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { program, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";

/** Lists Node's own modules that a whole run of the program has loaded. */
async function loaded(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const home = temporaryHome();
  const list = join(home.dir, "loaded");
  const preload = join(home.dir, "preload.cjs");
  writeFileSync(
    preload,
    `process.on("exit", () => fs.writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join("\\n")));
const fs = require("node:fs");`,
  );
  await promisify(execFile)(process.execPath, ["--require", preload, program, ...args], {
    env: { ...home.env, ...env },
  });
  return readFileSync(list, "utf8").split("\n");
}

/** Names of `process.moduleLoadList`, each of which costs milliseconds. */
const heavy = [
  "child_process",
  "crypto",
  "http2",
  "https",
  "internal/crypto/util",
  "internal/deps/undici/undici",
  "internal/perf/performance",
  "internal/webstreams/readablestream",
  "perf_hooks",
  "readline",
  "stream/web",
  "tls",
  "worker_threads",
  "zlib",
].map((name) => `NativeModule ${name}`);
const network = ["http", "_http_client"].map((name) => `NativeModule ${name}`);

const among = (modules: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) => modules.includes(name));

describe("a whole call loads none of Node's large modules", () => {
  test.each([[["-o", "json"]], [[]]])("browsers get s1 %j loads none of Node's large modules", async (more) => {
    const server = await apiServer({ request: "GET /browsers/s1", answer: { json: session() } });
    const modules = await loaded(["browsers", "get", "s1", ...more], server.env);
    expect(among(modules, heavy)).toEqual([]);
    expect(modules).toContain("NativeModule http");
  });

  test("a compressed answer loads only zlib", async () => {
    const { gzipSync } = await import("node:zlib");
    const server = await apiServer({
      request: "GET /browsers/s1",
      answer: {
        body: gzipSync(JSON.stringify(session())),
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      },
    });
    const modules = await loaded(["browsers", "get", "s1"], server.env);
    expect(among(modules, heavy)).toEqual(["NativeModule zlib"]);
  });
});

test.each([[["--help"]], [["browsers", "get", "--help"]], [["browsers", "get", "s1", "--dry-run"]]])(
  "%j loads no HTTP at all",
  async (args) => {
    const modules = await loaded(args, { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" });
    expect(among(modules, [...heavy, ...network])).toEqual([]);
  },
);
