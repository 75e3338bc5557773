import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { readTar } from "../../../src/archive/read-tar.ts";
import { type CliResult, type Home, jsonError, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../support/servers/api-server.ts";
import { token } from "../../support/servers/loopback.ts";
import { nowhere } from "../../support/servers/nowhere.ts";

const record = { id: "p1", name: "work", created_at: "2026-01-02T03:04:05Z" };

async function profiles(args: readonly string[], ...steps: Step[]): Promise<CliResult & { sent: unknown[] }> {
  const server = await apiServer(...steps);
  const result = await runHere(["profiles", ...args], { env: server.env });
  return { ...result, sent: server.requests.map(({ json }) => json) };
}

describe("profiles create, list, get, update and delete", () => {
  test("create with and without a name", async () => {
    const step: Step = { request: "POST /profiles", answer: { status: 201, json: record } };
    const named = await profiles(["create", "--name", "work", "-o", "json"], step);
    expect([JSON.parse(named.stdout), named.sent]).toEqual([record, [{ name: "work" }]]);
    expect((await profiles(["create"], step)).code).toBe(0);
  });
  test("list, get and update", async () => {
    const page = { json: [record], headers: { "x-has-more": "true", "x-next-offset": "1" } };
    const list = await profiles(["list", "--limit", "1"], { request: "GET /profiles?limit=1", answer: page });
    expect(list.stdout).toBe("p1\twork\t2026-01-02T03:04:05Z\t\t\n");
    expect(list.stderr).toContain("Showing the first 1; use --all for the rest.");
    const get = await profiles(["get", "work"], { request: "GET /profiles/work", answer: { json: record } });
    expect(get.stdout).toContain("name\twork\n");
    const step: Step = { request: "PATCH /profiles/work", answer: { json: record } };
    expect((await profiles(["update", "work", "--name", "office"], step)).sent).toEqual([{ name: "office" }]);
    const missing = { status: 404, json: { code: "not_found", message: "profile not found" } };
    expect((await profiles(["get", "no"], { request: "GET /profiles/no", answer: missing })).code).toBe(4);
  });
  test("delete asks, with the context's name where there is one", async () => {
    const server = await apiServer(
      { request: "GET /profiles/work", answer: { json: record }, times: 2 },
      { request: "DELETE /profiles/work", answer: { status: 204 } },
    );
    const refused = await runHere(["profiles", "delete", "work"], { env: server.env });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      "error: Confirmation needed: delete profile work (p1), and what it has saved? Add --yes.\n",
    ]);
    const asked = startCli(["profiles", "delete", "work"], { env: server.env, tty: true });
    await asked.shows("Delete profile work (p1), and what it has saved?");
    asked.write("n\r");
    expect((await asked.done).code).toBe(11);
    const done = await runHere(["profiles", "delete", "work", "--yes"], { env: server.env });
    expect([done.code, done.stderr]).toEqual([0, "Deleted profile work.\n"]);
  });
  test.each([
    [["create", "--name", "a/b"], "--name: must be 1 to 255 letters"],
    [["create", "--name", ".."], "--name: must be 1 to 255 letters"],
    [["update", "work"], "--name: is missing"],
    [["get", ""], "<id_or_name>: must not be empty"],
  ])("%j is refused before the network", async (args, message) => {
    const error = jsonError(await runHere(["profiles", ...args, "-o", "json"], { env: nowhere }));
    expect(error).toMatchObject({ exit_code: 2, message: expect.stringContaining(message) });
  });
});

describe("profiles import", () => {
  const step = (name: string): Step => ({
    request: `POST /_local/profiles/import?name=${name}`,
    answer: { status: 201, json: record },
  });
  const imported = async (home: Home, args: readonly string[], name: string): Promise<CliResult & { text: string }> => {
    const server = await apiServer(step(name));
    const result = await runHere(["profiles", "import", ...args], { home, env: server.env });
    const [seen] = server.requests;
    expect(seen?.headers["content-type"]).toBe("application/octet-stream");
    return { ...result, text: seen?.text ?? "" };
  };
  const refused = async (home: Home, ...args: string[]): Promise<ReturnType<typeof jsonError>> =>
    jsonError(await runHere(["profiles", "import", ...args, "-o", "json"], { home, env: nowhere }));

  test("a file goes as it is, under its own name or another", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "work.json"), '{"cookies":[]}');
    const own = await imported(home, ["work.json"], "work");
    expect([own.code, own.text]).toEqual([0, '{"cookies":[]}']);
    expect(own.stdout).toContain("id\tp1\n");
    await imported(home, ["work.json", "--name", "office"], "office");
    const tar = Buffer.alloc(1_024);
    tar.write("ustar", 257);
    for (const name of ["a.b.tar", "c.TAR"]) writeFileSync(join(home.dir, name), tar);
    await imported(home, ["a.b.tar"], "a.b");
    await imported(home, ["c.TAR"], "c");
    writeFileSync(join(home.dir, "z.tar.zst"), Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]));
    await imported(home, ["./z.tar.zst"], "z");
  });
  test("a browser's directory is packed, without what it makes anew", async () => {
    const home = temporaryHome();
    for (const directory of ["Default/Cache", "Default/Network", "browserctl"])
      mkdirSync(join(home.dir, "browser", directory), { recursive: true });
    writeFileSync(join(home.dir, "browser", "Local State"), "{}");
    writeFileSync(join(home.dir, "browser", "Default/Network/Cookies"), "c");
    writeFileSync(join(home.dir, "browser", "Default/Cache/x"), "x".repeat(100));
    writeFileSync(join(home.dir, "browser", "browserctl/profile.json"), "{}");
    symlinkSync("host-1", join(home.dir, "browser", "SingletonLock"));
    const bytes: Buffer[] = [];
    const server = await packServer(bytes);
    const args = ["profiles", "import", "browser", "--name", "mine"];
    const result = await runHere(args, { home, env: { BROWSERCTL_BASE_URL: server, BROWSERCTL_TOKEN: "t" } });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('warning: a browser uses "browser"');
    const names: string[] = [];
    for await (const entry of readTar(Readable.from([zstdDecompressSync(Buffer.concat(bytes))])))
      names.push(entry.name);
    expect(names).toEqual([
      "Default/",
      "Default/Network/",
      "Default/Network/Cookies",
      "Local State",
      "browserctl/",
      "browserctl/profile.json",
    ]);
  });
  test("what is no profile is refused before the network", async () => {
    const home = temporaryHome();
    mkdirSync(join(home.dir, "empty"));
    mkdirSync(join(home.dir, "inner"));
    writeFileSync(join(home.dir, "inner", "Preferences"), "{}");
    writeFileSync(join(home.dir, "a.zip"), "PK\u0003\u0004");
    writeFileSync(join(home.dir, "a.txt"), "text");
    writeFileSync(join(home.dir, "list.json"), "[]");
    writeFileSync(join(home.dir, "ü.json"), "{}");
    for (const [name, message] of [
      ["empty", '"empty" is not a browser\'s directory: it has no "Local State"'],
      ["inner", '"inner" is not a browser\'s directory: it has no "Local State"; name the directory above it'],
      ["a.zip", '"a.zip" is not a .tar.zst, .tar or .json profile, but a zip archive'],
      ["a.txt", '"a.txt" is not a .tar.zst, .tar or .json profile, but something else'],
      ["list.json", '"list.json" is a JSON list, not a profile'],
      ["none", 'cannot read "none": no such file or directory'],
    ] as const) {
      expect(await refused(home, name, "--name", "x")).toMatchObject({ exit_code: 10, message });
    }
    expect(await refused(home, "ü.json")).toMatchObject({
      exit_code: 2,
      message: '--name: must be given: "ü" is not a valid name',
    });
    expect((await refused(home, "ü.json", "--name", "a/b")).message).toContain("--name: must be 1 to 255 letters");
  });
  test("local service only", async () => {
    const home = temporaryHome();
    mkdirSync(home.configDir);
    const prod = { kind: "hosted", base_url: "http://127.0.0.1:9", token };
    const text = JSON.stringify({ version: 1, current: "prod", contexts: { prod }, directories: {}, values: {} });
    writeFileSync(join(home.configDir, "settings.json"), text, { mode: 0o600 });
    writeFileSync(join(home.dir, "work.json"), "{}");
    writeFileSync(join(home.dir, "cookies.json"), '[{"name":"a","value":"b","domain":"c"}]');
    for (const args of [
      ["profiles", "import", "work.json"],
      ["local", "seed-profile", "cookies.json", "--name", "x"],
    ]) {
      const error = jsonError(await runHere([...args, "-o", "json"], { home }));
      expect(error).toMatchObject({ exit_code: 2, code: "local_only" });
      expect(error.message).toBe(`"${args.slice(0, 2).join(" ")}" is for the local service only`);
    }
  });
  test("--dry-run and --print curl name the file and send nothing", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "work.json"), "{}");
    const print = await runHere(["profiles", "import", "work.json", "--print", "curl"], { home, env: nowhere });
    expect(print.stdout).toContain("/_local/profiles/import?name=work");
    expect(print.stdout).toContain("--data-binary @work.json");
  });
});

describe("profiles inspect", () => {
  const state = { cookies: [{ name: "sid", value: "s3cret", domain: ".\u001b.example", expires: 1_800_000_000 }] };
  const step = (answer: Step["answer"]): Step => ({ request: "GET /profiles/work/download", answer });
  const json = { body: JSON.stringify(state), headers: { "content-type": "application/json" } };

  test("a word is a profile of the service; one with a / or an ending is a file; - is stdin", async () => {
    const stored = await profiles(["inspect", "work", "-o", "json"], step(json));
    const summary = JSON.parse(stored.stdout) as { format: string; bytes: number };
    expect(summary).toMatchObject({ format: "json", cookies: [{ count: 1, session: 0 }], origins: [] });
    const home = temporaryHome();
    for (const name of ["work", "work.json"]) writeFileSync(join(home.dir, name), JSON.stringify(state));
    for (const word of ["./work", "work.json", "-"]) {
      const stdin = JSON.stringify(state);
      const result = await runHere(["profiles", "inspect", word, "-o", "json"], { home, env: nowhere, stdin });
      expect(JSON.parse(result.stdout)).toEqual(summary);
    }
  });
  test("text for people, with nothing in it that a terminal obeys, and no value", async () => {
    const result = await profiles(["inspect", "work"], step(json));
    expect(result.stdout).toBe(
      `json, ${json.body.length} B\n\n1 cookie of 1 domain\nDOMAIN      COOKIES  SESSION  FIRST EXPIRY  LAST EXPIRY\n.␛.example  1                 2027-01-15    2027-01-15\n\nno storage\n`,
    );
    const empty = {
      ...json,
      body: '{"cookies":[],"origins":[{"origin":"http://a","localStorage":[{"name":"k","value":"v"}]}]}',
    };
    expect((await profiles(["inspect", "work"], step(empty))).stdout).toContain(
      "no cookies\n\nstorage of 1 origin\nORIGIN    STORAGE\nhttp://a  local_storage\n",
    );
  });
  test("one that was never saved, or is not there, is exit 4; what is not a profile is an error", async () => {
    expect((await profiles(["inspect", "work"], step({ status: 202 }))).code).toBe(4);
    const missing = { status: 404, json: { code: "not_found", message: "profile not found" } };
    expect((await profiles(["inspect", "work"], step(missing))).code).toBe(4);
    expect((await profiles(["inspect", "work"], step({ body: "<html>" }))).code).toBe(1);
    const home = temporaryHome();
    mkdirSync(join(home.dir, "directory"));
    for (const word of ["./none", "./directory", "none.tar"])
      expect((await runHere(["profiles", "inspect", word], { home, env: nowhere })).code).toBe(10);
  });
  test("a download that breaks goes on", async () => {
    const cut = { ...json, cut: 20 };
    expect((await profiles(["inspect", "work"], step(cut), step(json))).code).toBe(0);
  });
  test("--print curl shows the download", async () => {
    const print = await runHere(["profiles", "inspect", "work", "--print", "curl"], { env: nowhere });
    expect(print.stdout).toContain("/profiles/work/download");
  });
});

/** A server that keeps what is sent to it byte for byte; gives its address. */
async function packServer(bytes: Buffer[]): Promise<string> {
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => bytes.push(chunk));
    request.on("end", () =>
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(record)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
