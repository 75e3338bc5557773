import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { apiServer, session } from "../support/api-server.ts";
import { program, temporaryHome } from "../support/run-cli.ts";

/** What a whole run of the program has loaded of Node's own modules. */
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

const heavy =
  /undici|webstreams|stream\/web|\btls\b|_tls|crypto|zlib|http2|https|worker|perf\/performance|perf_hooks|child_process|readline|\bassert\b|\burl\b$/;

describe("a whole call loads none of Node's large modules", () => {
  test.each([[["-o", "json"]], [[]]])("browsers get s1 %j", async (more) => {
    const server = await apiServer({ request: "GET /browsers/s1", answer: { json: session() } });
    const modules = await loaded(["browsers", "get", "s1", ...more], server.env);
    expect(modules.filter((name) => heavy.test(name))).toEqual([]);
    expect(modules).toContain("NativeModule http");
  });

  test("a compressed answer loads zlib alone", async () => {
    const { gzipSync } = await import("node:zlib");
    const server = await apiServer({
      request: "GET /browsers/s1",
      answer: {
        body: gzipSync(JSON.stringify(session())),
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      },
    });
    const modules = await loaded(["browsers", "get", "s1"], server.env);
    expect(modules).toContain("NativeModule zlib");
    expect(modules.filter((name) => /undici|webstreams|\btls\b/.test(name))).toEqual([]);
  });
});

test.each([[["--help"]], [["browsers", "get", "--help"]], [["browsers", "get", "s1", "--dry-run"]]])(
  "%j loads no network at all",
  async (args) => {
    const modules = await loaded(args, { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" });
    expect(modules.filter((name) => heavy.test(name) || /NativeModule (http|_http_client)$/.test(name))).toEqual([]);
  },
);
