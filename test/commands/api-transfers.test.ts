import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HereOptions, jsonError, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";
import { onLoopback } from "../support/servers/loopback.ts";
import { nowhere } from "../support/servers/nowhere.ts";
import { uploadServer } from "../support/servers/upload-server.ts";
import { parts } from "./browsers/fs/support/uploading.ts";

const run = (args: readonly string[], options: HereOptions) => runHere(["api", ...args], options);

describe("a body of a file", () => {
  test("a file field makes a form with all fields as parts, under unchanged names", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "x.zip"), "content");
    const server = await uploadServer();
    const fields = ["-F", "a.b=1", "-F", "on=true", "-f", "raw=@x", "-F", "at=@@x", "-F", "files[0][file]=@x.zip"];
    const { code, stderr } = await run(["POST", "/forms", ...fields], { home, env: server.env });
    expect([code, stderr]).toEqual([0, ""]);
    const [upload] = server.uploads;
    expect(upload?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(Number(upload?.headers["content-length"])).toBe(upload?.bytes);
    expect(parts(upload?.start ?? "")).toEqual(["a.b=1", "on=true", "at=@x", "files[0][file]@x.zip=content", "raw=@x"]);
  });
  test("stdin as a file of a form is sent with its length", async () => {
    const server = await uploadServer();
    const { code } = await run(["POST", "/forms", "-F", "file=@-"], { env: server.env, stdin: "piped" });
    expect([code, parts(server.uploads[0]?.start ?? "")]).toEqual([0, ["file@stdin=piped"]]);
    expect(server.uploads[0]?.headers["transfer-encoding"]).toBeUndefined();
  });
  test("--input streams a file and stdin byte for byte: JSON by default, bytes where the call takes a file", async () => {
    const home = temporaryHome();
    const bytes = Buffer.from([0, 255, 10, 13]);
    writeFileSync(join(home.dir, "b"), bytes);
    const server = await uploadServer();
    const send = (...words: string[]) => run(words, { home, env: server.env, stdin: bytes });
    await send("POST", "/x", "--input", "@b");
    await send("PUT", "/browsers/s/fs/write_file?path=%2Fx", "--input", "-");
    await send("POST", "/x", "--input", "@b", "-H", "Content-Type: text/plain");
    expect(server.uploads.map(({ start }) => [...Buffer.from(start, "latin1")])).toEqual([
      [...bytes],
      [...bytes],
      [...bytes],
    ]);
    expect(server.uploads.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json",
      "application/octet-stream",
      "text/plain",
    ]);
  });
  test("a preview reads neither stdin nor files, and masks undeclared parts", async () => {
    const home = temporaryHome();
    const form = ["POST", "/extensions", "-F", "name=n", "-F", "other=secret", "-F", "file=@x"];
    const dry = await run([...form, "--dry-run", "-o", "json"], { home, env: nowhere });
    expect(JSON.parse(dry.stdout).form).toEqual(["name=n", "other=***", "file=@x"]);
    const bytes = await run(["POST", "/x", "--input", "@nowhere", "--print", "curl"], { home, env: nowhere });
    expect(bytes.stdout).toMatch(/ --data-binary @nowhere\n$/);
  });
  test.each([
    [["GET", "/x", "-F", "a=@x"], "--field: GET sends no files; @@ in front of a text stands for @"],
    [["POST", "/x", "-F", "a=@-", "-F", "b=@-"], "--field: stdin is one file: only one field can be @-"],
    [["POST", "/x", "-f", "a"], '--raw-field: must be KEY=TEXT, not "a"'],
    [["POST", "/x", "-f", "a=1", "--input", "{}"], "--input: cannot be used together with --field"],
    [["POST", "/x", "--paginate"], "--paginate: is for GET, not POST"],
    [["GET", "/x", "--paginate", "--out", "f"], "--paginate: cannot be used together with --out"],
  ])("api %j is refused", async (words, message) => {
    expect(jsonError(await run([...words, "-o", "json"], { env: nowhere }))).toMatchObject({ exit_code: 2, message });
  });
  test("a missing file of a form is exit 10", async () => {
    expect(jsonError(await run(["POST", "/x", "-F", "a=@no", "-o", "json"], { env: nowhere }))).toMatchObject({
      exit_code: 10,
      message: 'cannot read "no": no such file or directory',
    });
  });
  test("raw fields are text, and @@ stands for @", async () => {
    const server = await apiServer({ request: "POST /x", answer: { json: {} } });
    await run(["POST", "/x", "-f", "a=true", "-f", "b=@@c", "-F", "d=@@e", "-F", "f=@"], { env: server.env });
    expect(server.requests[0]?.json).toEqual({ a: "true", b: "@@c", d: "@e", f: "@" });
  });
});

describe("--paginate", () => {
  const paged = () =>
    apiServer(
      {
        request: "GET /browsers?status=all&limit=2&offset=0",
        answer: { json: [{ id: 1 }, { id: 2 }], headers: { "x-has-more": "true", "x-next-offset": "2" } },
      },
      { request: "GET /browsers?status=all&limit=2&offset=2", answer: { json: [{ id: 3 }] } },
    );
  const words = ["GET", "/browsers", "--paginate", "-F", "status=all", "-F", "limit=2"];
  test.each([
    [[], `${JSON.stringify([{ id: 1 }, { id: 2 }, { id: 3 }], null, 2)}\n`],
    [["-o", "jsonl"], '{"id":1}\n{"id":2}\n{"id":3}\n'],
    [["-o", "jsonl", "--query", "[].id"], "1\n2\n3\n"],
    [["--fields", "id", "-o", "csv"], "id\n1\n2\n3\n"],
  ])("--paginate of %j gives one list", async (more, expected) => {
    const { env } = await paged();
    const { code, stdout, stderr } = await run([...words, ...more], { env });
    expect([code, stderr, stdout]).toEqual([0, "", expected]);
  });
  test("--include prints the head of each page before it", async () => {
    const { env } = await paged();
    const { stdout } = await run([...words, "-i"], { env });
    expect(stdout.match(/^HTTP 200 OK$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/x-next-offset: 2\n(?:.+\n)*\n\[\n {2}\{\n {4}"id": 1\n/);
  });
  test("--paginate asks for pages of the largest size unless a limit is given", async () => {
    const server = await apiServer({ request: "GET /x?limit=100&offset=0", answer: { json: [] } });
    expect((await run(["GET", "/x", "--paginate"], { env: server.env })).stdout).toBe("[]\n");
  });
  test("--paginate of a call without pages is refused before the network", async () => {
    const result = await run(["GET", "/browsers/s1", "--paginate", "-o", "json"], { env: nowhere });
    expect(jsonError(result)).toMatchObject({
      exit_code: 2,
      message: "--paginate: GET /browsers/{id_or_name} has no pages",
      hint: "leave --paginate out",
    });
  });
  test("--paginate of an answer that is not a list is exit 1 with a hint", async () => {
    const server = await apiServer({ request: "GET /x?limit=100&offset=0", answer: { json: {} } });
    expect(jsonError(await run(["GET", "/x", "--paginate", "-o", "json"], { env: server.env }))).toMatchObject({
      exit_code: 1,
      message: "the service returned no list",
      hint: "leave --paginate out: the answer of this call is not a list",
    });
  });
});

describe("a stream of events", () => {
  const text =
    ': note\n\ndata: {"event":"sse_heartbeat"}\n\ndata: {"event":"log","n":12345678901234567890}\n\ndata: no JSON\n\n';
  const answer = { body: text, headers: { "content-type": "text/event-stream" } };
  const events = async (...words: string[]) => {
    const server = await apiServer({ request: "GET /x", answer });
    return run(["GET", "/x", ...words], { env: server.env });
  };
  test("a stream of events is printed unchanged, and under -o jsonl as a line for each event but heartbeats", async () => {
    expect((await events()).stdout).toBe(text);
    const lines = '{"event":"log","n":12345678901234567890}\n"no JSON"\n';
    expect((await events("-o", "jsonl")).stdout).toBe(lines);
    expect((await events("-o", "jsonl", "--query", "event")).stdout).toBe('"log"\nnull\n');
  });
  test("a stream of events is printed as it arrives, and Ctrl-C ends it with 130", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"event":"log","n":1}\n\n');
    });
    const { env } = await onLoopback(server);
    for (const words of [[], ["-o", "jsonl"], ["-o", "json"]]) {
      const cli = startCli(["api", "GET", "/x", ...words], { env });
      await cli.shows('{"event":"log","n":1}');
      cli.kill("SIGINT");
      expect((await cli.done).code).toBe(130);
    }
  });
});
