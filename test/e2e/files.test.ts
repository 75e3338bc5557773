import { describe, expect, test } from "vitest";
import { type LocalHome, type SessionRecord, sharedHome } from "../support/cli/local-home.ts";
import { jsonError, startCli } from "../support/cli/run-cli.ts";
import { writtenState } from "../support/service/written-state.ts";

type SessionHome = LocalHome & { id: string };

const atHome = sharedHome({ fakeBrowser: true, inProcess: true });

/** A session of the test's own. */
async function session(): Promise<SessionHome> {
  const home = await atHome();
  const { session_id } = await home.json<SessionRecord>(["browsers", "create", "--timeout-seconds", "600"]);
  return { ...home, id: session_id };
}

/** The words of a file command of the session. */
const fs = ({ id }: SessionHome, verb: string, ...args: string[]): string[] => ["browsers", "fs", verb, id, ...args];

async function names(home: SessionHome, path: string): Promise<unknown> {
  return home.json([...fs(home, "list", path), "--query", "[].name"]);
}

describe("files of a session", () => {
  test("files of a session are created, listed, moved, given permissions and deleted, and its processes see them", async () => {
    const home = await session();
    const run = async (verb: string, ...args: string[]): Promise<string> => {
      const { code, stderr } = await home.cli(fs(home, verb, ...args));
      return `${code} ${stderr}`;
    };
    expect(await run("mkdir", "/home/user/in/deep", "--mode", "750")).toBe("0 Created /home/user/in/deep.\n");
    const made = await home.cli([
      "browsers",
      "process",
      "exec",
      home.id,
      "--",
      "stat",
      "-c",
      "%a",
      "/home/user/in/deep",
    ]);
    expect(made.stdout).toBe("750\n");
    await home.cli(["browsers", "process", "exec", home.id, "--", "sh", "-c", "echo hello > /home/user/in/a.txt"]);
    expect(await names(home, "/home/user/in")).toEqual(["a.txt", "deep"]);
    expect(await run("mv", "/home/user/in/a.txt", "/home/user/in/deep/b.txt")).toMatch(/^0 Moved /);
    expect(await run("chmod", "600", "/home/user/in/deep/b.txt")).toMatch(/^0 Changed /);
    expect(await home.json(fs(home, "info", "/home/user/in/deep/b.txt"))).toMatchObject({
      size_bytes: 6,
      is_dir: false,
      mode: "-rw-------",
    });
    expect(await run("rm", "/home/user/in")).toMatch(
      /^1 error: "\/home\/user\/in" is a directory; .*\nhint: .* -r\n$/s,
    );
    expect(await run("rm", "/home/user/in/deep/b.txt")).toBe("0 Deleted /home/user/in/deep/b.txt.\n");
    expect(await run("rm", "/home/user/in", "-r")).toMatch(
      /^2 error: Confirmation needed: .* in context local\? Add --yes\./,
    );
    expect(await run("rm", "/home/user/in", "-r", "--yes")).toBe("0 Deleted /home/user/in.\n");
    expect(await run("info", "/home/user/in")).toMatch(/^4 /);
  });

  test("system files, paths that lead out and taken paths are refused with a reason", async () => {
    const home = await session();
    const refused = async (...args: string[]): Promise<unknown> => {
      const [verb = "", ...rest] = args;
      return jsonError(await home.cli([...fs(home, verb, ...rest), "-o", "json"]));
    };
    expect(await refused("rm", "/etc/hostname")).toMatchObject({ exit_code: 1, http_status: 400 });
    expect(await refused("list", "/proc")).toMatchObject({ exit_code: 1, http_status: 400 });
    expect(await refused("mkdir", "/usr/x")).toMatchObject({ message: expect.stringContaining("/usr") });
    await home.cli(fs(home, "mkdir", "/tmp/a"));
    await home.cli(fs(home, "mkdir", "/tmp/b"));
    expect(await refused("mv", "/tmp/a", "/tmp/b")).toMatchObject({ code: "conflict", http_status: 409 });
    expect(await refused("mv", "/tmp/a", "/tmp/a/in")).toMatchObject({ http_status: 400 });
    expect(await refused("list", "/tmp/none")).toMatchObject({ exit_code: 4 });
    // Nothing above the root is there to be reached.
    await home.cli(["browsers", "process", "exec", home.id, "--", "ln", "-s", "../../../../../..", "/tmp/up"]);
    expect(await names(home, "/tmp/up/tmp")).toEqual(["a", "b", "up"]);
  });

  test("watch prints changes as they happen, and ends with the session", async () => {
    const home = await session();
    await home.cli(fs(home, "mkdir", "/home/user/dl"));
    const watch = startCli([...fs(home, "watch", "/home/user/dl", "-r"), "-o", "jsonl"], { home });
    const text = startCli(fs(home, "watch", "/home/user/dl"), { home });
    await text.shows("watching /home/user/dl; press Ctrl-C to stop");
    const exec = (script: string) => home.cli(["browsers", "process", "exec", home.id, "--", "sh", "-c", script]);
    // The first watch prints nothing when it is ready, so that changes are made until it prints one.
    for (let at = 0; watch.stdout() === ""; at += 1) await exec(`echo x > /home/user/dl/ready${at}`);
    await exec("mkdir /home/user/dl/in && echo hi > /home/user/dl/in/a.txt");
    await watch.shows('"path":"/home/user/dl/in/a.txt"');
    await exec("mv /home/user/dl/in/a.txt /home/user/dl/b.txt");
    await watch.shows('"type":"RENAME"');
    await text.shows("CREATE\t/home/user/dl/b.txt\n");
    expect((await home.cli(["browsers", "delete", home.id, "--yes"])).code).toBe(0);
    expect((await watch.done).code).toBe(0);
    const ended = await text.done;
    expect([ended.code, ended.stderr]).toEqual([
      0,
      `watching /home/user/dl; press Ctrl-C to stop\nsession ${home.id} has ended\n`,
    ]);
    expect(ended.stdout).not.toContain("/in/a.txt");
    const lines = (await watch.done).stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual({
      type: "RENAME",
      path: "/home/user/dl/in/a.txt",
      name: "a.txt",
      is_dir: false,
    });
  });

  test("Ctrl-C ends the watch at the service", async () => {
    const home = await session();
    for (let at = 0; at < 3; at += 1) {
      const watch = startCli(fs(home, "watch", "/tmp"), { home });
      await watch.shows("watching /tmp");
      watch.kill("SIGINT");
      expect((await watch.done).code).toBe(130);
    }
    // A session has at most 64 watches; one more is possible only when none was left.
    const { base_url, token } = writtenState(home.stateDir) ?? expect.fail("no service");
    for (let at = 0; at < 64; at += 1) {
      const { status } = await fetch(`${base_url}/browsers/${home.id}/fs/watch`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: '{"path":"/tmp"}',
      });
      expect(status).toBe(201);
    }
    expect((await home.cli(fs(home, "watch", "/tmp"))).code).toBe(7);
  });
});
