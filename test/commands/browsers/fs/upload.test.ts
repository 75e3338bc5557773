import { describe, expect, test } from "vitest";
import { type HereOptions, jsonError, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { data, homeWith, parts, sent, sentApart, sum } from "./support/uploading.ts";

describe("fs upload", () => {
  test("fs upload sends one file to a path, with its length and not chunked", async () => {
    const home = homeWith({ "a.txt": "hello" });
    const { code, stderr, server } = await sent(["upload", "s1", "a.txt", "--dest", "/home/user/b.txt"], home);
    expect([code, stderr]).toEqual([0, 'Uploaded "a.txt" to /home/user/b.txt (5 B).\n']);
    const [upload] = server.uploads;
    expect(upload?.line).toBe("POST /browsers/s1/fs/upload");
    expect(upload?.headers["transfer-encoding"]).toBeUndefined();
    expect(Number(upload?.headers["content-length"])).toBe(upload?.bytes);
    expect(parts(upload?.start ?? "")).toEqual(["files[0][dest_path]=/home/user/b.txt", "files[0][file]@a.txt=hello"]);
    expect(upload?.start).toContain("Content-Type: application/octet-stream");
  });

  test("fs upload keeps file names for a directory, and always for several files", async () => {
    const home = homeWith({ "in/a.txt": "1", 'b "ü".txt': "22", empty: "" });
    const one = await sent(["upload", "s1", "in/a.txt", "--dest", "/x/"], home);
    expect(parts(one.server.uploads[0]?.start ?? "")[0]).toBe("files[0][dest_path]=/x/a.txt");
    const { stdout, server } = await sent(
      ["upload", "s1", "in/a.txt", 'b "ü".txt', "empty", "--dest", "/x", "-o", "json"],
      home,
    );
    expect(JSON.parse(stdout)).toEqual([
      { path: "/x/a.txt", bytes: 1 },
      { path: '/x/b "ü".txt', bytes: 2 },
      { path: "/x/empty", bytes: 0 },
    ]);
    const text = Buffer.from(server.uploads[0]?.start ?? "", "latin1").toString();
    expect(parts(text)).toEqual([
      "files[0][dest_path]=/x/a.txt",
      "files[0][file]@a.txt=1",
      'files[1][dest_path]=/x/b "ü".txt',
      "files[1][file]@b %22ü%22.txt=22",
      "files[2][dest_path]=/x/empty",
      "files[2][file]@empty=",
    ]);
  });

  test.each([
    [["a", "--dest", "C:\\x"], '--dest: must be a path in the session, not "C:\\x"'],
    [["a", "in/a", ""], '<target>: must be a path in the session, not ""'],
    [["a"], "missing argument <target>: the path in the session, behind the files or after --dest"],
    [["a", "in/a", "x"], 'two files would be saved as "/home/user/x/a"'],
    [["a", "in", "x"], '"in" is a directory; several sources have to be files'],
    [["a", "in/a", "--dest", "/x"], 'two files would be saved as "/x/a"'],
  ])("fs upload %j is refused before the network", async (args, message) => {
    const home = homeWith({ a: "1", "in/a": "2" });
    const error = jsonError(
      await runHere(["browsers", "fs", "upload", "s1", ...args, "-o", "json"], { home, env: nowhere }),
    );
    expect(error).toMatchObject({ exit_code: 2, message });
  });

  test("fs upload --dry-run and --print curl show the form and send nothing", async () => {
    const home = homeWith({ "a;b.txt": "hello" });
    const words = ["browsers", "fs", "upload", "s1", "a;b.txt", "--dest", "/x/"];
    const dry = await runHere([...words, "--dry-run", "-o", "json"], { home, env: nowhere });
    expect(JSON.parse(dry.stdout)).toMatchObject({
      method: "POST",
      form: ["files[0][dest_path]=/x/a;b.txt", "files[0][file]=@a;b.txt"],
    });
    const { stdout } = await runHere([...words, "--print", "curl"], { home, env: nowhere });
    expect(stdout).toContain(`--form-string 'files[0][dest_path]=/x/a;b.txt' -F 'files[0][file]=@"a;b.txt";`);
    expect(stdout).not.toMatch(/content-(type:|length)/i);
  });
});

describe("fs write", () => {
  const put = "PUT /browsers/s1/fs/write_file?path=%2Fx";
  test("fs write sends a word, a variable, a file and a pipe", async () => {
    const home = homeWith({ f: "from a file" });
    const written = async (words: string[], options: HereOptions = {}): Promise<string | undefined> => {
      const { code, server } = await sent(["write", "s1", "/x", ...words], home, [{}], options);
      expect([code, server.uploads[0]?.line]).toEqual([0, put]);
      expect(Number(server.uploads[0]?.headers["content-length"])).toBe(server.uploads[0]?.bytes);
      return server.uploads[0]?.start;
    };
    expect(await written(["a word"])).toBe("a word");
    expect(await written(["@@x"])).toBe("@x");
    expect(await written(["env:WORD"], { env: { WORD: "a variable" } })).toBe("a variable");
    expect(await written(["@f"])).toBe("from a file");
    expect(await written(["-"], { stdin: "from a pipe" })).toBe("from a pipe");
    expect(await written([], { stdin: "from a pipe" })).toBe("from a pipe");
  });

  test("fs write sends a large pipe whole, with a length, and leaves no local file", async () => {
    const home = temporaryHome();
    const { server, cli, staged } = await sentApart(["write", "s1", "/x", "--mode", "600", "-o", "json"], home, [{}], {
      stdin: data,
    });
    const { code, stdout } = await cli.done;
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, path: "/x", bytes: data.length }]);
    expect(server.uploads[0]).toMatchObject({ line: `${put}&mode=600`, bytes: data.length, sha256: sum(data) });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(data.length));
    expect(staged()).toEqual([]);
  });

  test("fs write without content is exit 2 and says how to create an empty file", async () => {
    for (const words of [["-"], [""], ["@empty"]]) {
      const home = homeWith({ empty: "" });
      const { code, stderr } = await runHere(["browsers", "fs", "write", "s1", "/x", ...words], { home, env: nowhere });
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("hint: browserctl browsers process exec s1 -- touch /x"),
      ]);
    }
  });

  test("fs write retries a broken connection from the beginning; a form is never retried", async () => {
    const home = homeWith({ big: data });
    const again = await sent(["write", "s1", "/x", "@big"], home, [{ cutAfter: 1_000_000 }, {}]);
    expect(again.code).toBe(0);
    expect(again.server.uploads.map(({ whole }) => whole)).toEqual([false, true]);
    expect(again.server.uploads[1]?.sha256).toBe(sum(data));
    const form = await sent(["upload", "s1", "big", "--dest", "/x"], home, [{ cutAfter: 1_000_000 }, {}]);
    expect([form.code, form.server.uploads.length]).toEqual([5, 1]);
    const busy = { status: 503, headers: { "retry-after": "0" } };
    expect((await sent(["write", "s1", "/x", "@big"], home, [busy, {}])).code).toBe(0);
    expect((await sent(["upload", "s1", "big", "--dest", "/x"], home, [busy, {}])).code).toBe(1);
  });

  test("the progress of a retried fs write restarts at zero", async () => {
    const home = homeWith({ big: data });
    const { stderr } = await sent(["write", "s1", "/x", "@big", "--progress", "plain"], home, [
      { cutAfter: 4_000_000 },
      {},
    ]);
    const lines = stderr.split("\n").filter((line) => line.startsWith("Writing"));
    expect(lines.at(-1)).toBe('Writing "/x": 100% of 7.6 MiB');
    expect(new Set(lines).size).toBe(lines.length);
  });
});
