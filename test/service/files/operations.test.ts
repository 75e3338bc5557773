import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  id = (await service.create({ timeout_seconds: 600 })).session_id;
});
afterAll(() => service.stop());

const get = (operation: string, path: string): Promise<Answer> =>
  service.api("GET", `/browsers/${id}/fs/${operation}?path=${encodeURIComponent(path)}`);
const put = (operation: string, json: object): Promise<Answer> =>
  service.api("PUT", `/browsers/${id}/fs/${operation}`, { json });
const write = (path: string, bytes: string, mode = ""): Promise<Answer> =>
  service.api("PUT", `/browsers/${id}/fs/write_file?path=${encodeURIComponent(path)}${mode}`, { bytes });
const exec = async (command: string): Promise<string> => {
  const answer = await service.api("POST", `/browsers/${id}/process/exec`, {
    json: { command: "sh", args: ["-c", command] },
  });
  return Buffer.from(answer.body.stdout_b64, "base64").toString();
};

describe("reading and writing", () => {
  test("a written file is read back, by the API and by a process of the session", async () => {
    expect((await write("/home/user/new/a b.txt", "héllo")).status).toBe(201);
    const answer = await get("read_file", "/home/user/new/a b.txt");
    expect(answer.text).toBe("héllo");
    expect(answer.headers.get("content-length")).toBe("6");
    expect(await exec("cat '/home/user/new/a b.txt'; stat -c %a '/home/user/new/a b.txt' /home/user/new")).toBe(
      "héllo644\n755\n",
    );
  });

  test("a file is replaced with the requested mode", async () => {
    await write("/tmp/run.sh", "one");
    expect((await write("/tmp/run.sh", "two", "&mode=750")).status).toBe(201);
    expect(await exec("stat -c %a /tmp/run.sh; cat /tmp/run.sh")).toBe("750\ntwo");
  });

  test("a part of a file is returned by Range, as long as the file is the same", async () => {
    await write("/tmp/range", "0123456789");
    const url = `${service.baseUrl}/browsers/${id}/fs/read_file?path=/tmp/range`;
    const ask = (headers: Record<string, string>): Promise<Response> =>
      fetch(url, { headers: { Authorization: `Bearer ${service.token}`, ...headers } });
    const whole = await ask({});
    const tag = whole.headers.get("etag") ?? "";
    expect([whole.status, await whole.text(), whole.headers.get("accept-ranges")]).toEqual([
      200,
      "0123456789",
      "bytes",
    ]);
    const part = await ask({ Range: "bytes=4-6", "If-Range": tag });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "456", "bytes 4-6/10"]);
    const rest = await ask({ Range: "bytes=7-" });
    expect([rest.status, await rest.text()]).toEqual([206, "789"]);
    const outside = await ask({ Range: "bytes=10-" });
    expect([outside.status, outside.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    await outside.text();
    await write("/tmp/range", "abcdefghij");
    const changed = await ask({ Range: "bytes=4-6", "If-Range": tag });
    expect([changed.status, await changed.text()]).toEqual([200, "abcdefghij"]);
  });

  test("an empty file is read, and an empty body refused", async () => {
    await exec("touch /tmp/empty");
    const answer = await get("read_file", "/tmp/empty");
    expect([answer.status, answer.text]).toEqual([200, ""]);
    const refused = await service.api("PUT", `/browsers/${id}/fs/write_file?path=/tmp/empty`, {
      headers: { "Content-Type": "application/octet-stream" },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details[0].message).toBe("body: must not be empty");
  });

  test("a pipe is refused and does not block", async () => {
    await exec("mkfifo /tmp/pipe");
    const answer = await get("read_file", "/tmp/pipe");
    expect(answer.body.details[0].message).toBe('path: "/tmp/pipe" is not a regular file');
  });

  test.each([
    ["read_file", "/tmp/none", 404, 'file not found: "/tmp/none"'],
    ["file_info", "/tmp/none", 404, 'path not found: "/tmp/none"'],
    ["read_file", "/tmp/none/deep/x", 404, 'file not found: "/tmp/none/deep/x" (there is no directory "/tmp/none")'],
    ["read_file", "/tmp", 400, '"/tmp" is a directory, not a file'],
    ["list_files", "/tmp/range", 400, '"/tmp/range" is a file, not a directory'],
    ["list_files", "/tmp/none", 404, 'directory not found: "/tmp/none"'],
    ["file_info", "/tmp/range/x", 400, '"/tmp/range/x" leads through "/tmp/range", which is not a directory'],
    ["read_file", "/etc/passwd", 400, '"/etc/passwd" is in /etc, which is the machine\'s own; use /home/user or /tmp'],
    ["read_file", "/tmp/../proc/self/environ", 400, /is in \/proc/],
    ["list_files", "/usr", 400, /is in \/usr/],
    ["download_dir_zip", "/tmp/none", 404, 'directory not found: "/tmp/none"'],
    ["download_dir_zip", "/tmp/range", 400, '"/tmp/range" is a file, not a directory'],
  ])("%s of %s is %i", async (operation, path, status, message) => {
    const answer = await get(operation, path);
    expect(answer.status, answer.text).toBe(status);
    if (typeof message === "string") expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });

  test("a path that is not absolute is refused", async () => {
    expect((await get("read_file", "etc")).body.details[0].message).toMatch(/^path: must be an absolute path/);
  });
});

describe("listing", () => {
  test("a directory lists its entries unchanged, sorted", async () => {
    await exec("mkdir -p /tmp/list/sub; echo hi > /tmp/list/b; ln -s b /tmp/list/a; chmod 600 /tmp/list/b");
    const { body } = await get("list_files", "/tmp/list");
    expect(body.map((one: { name: string; mode: string; size_bytes: number; is_dir: boolean }) => one)).toMatchObject([
      { name: "a", mode: "lrwxrwxrwx", is_dir: false, path: "/tmp/list/a" },
      { name: "b", mode: "-rw-------", size_bytes: 3, is_dir: false },
      { name: "sub", mode: "drwxr-xr-x", size_bytes: 0, is_dir: true },
    ]);
    expect((await get("file_info", "/tmp/list/sub")).body).toMatchObject({ name: "sub", is_dir: true });
    expect((await get("file_info", "/")).body).toMatchObject({ name: "/", path: "/", is_dir: true });
    expect((await get("list_files", "/")).body.map((one: { name: string }) => one.name)).toContain("home");
  });
});

describe("changing", () => {
  test("a directory is created with its parents, idempotently", async () => {
    expect((await put("create_directory", { path: "/tmp/d/e/f", mode: "700" })).status).toBe(201);
    expect((await put("create_directory", { path: "/tmp/d/e/f" })).status).toBe(201);
    expect(await exec("stat -c %a /tmp/d/e /tmp/d/e/f")).toBe("755\n700\n");
    await write("/tmp/d/file", "x");
    expect((await put("create_directory", { path: "/tmp/d/file" })).body.message).toMatch(/is a file/);
    expect((await put("create_directory", { path: "/tmp/d/file/x" })).body.message).toMatch(
      /leads through "\/tmp\/d\/file", which/,
    );
  });

  test("files and directories are deleted by their own operations", async () => {
    await exec(
      "mkdir -p /tmp/del/sub; echo x > /tmp/del/sub/f; ln -s /home/user /tmp/del/link; echo y > /home/user/keep",
    );
    expect((await put("delete_file", { path: "/tmp/del" })).status).toBe(400);
    expect((await put("delete_directory", { path: "/tmp/del/sub/f" })).status).toBe(400);
    expect((await put("delete_file", { path: "/tmp/del/none" })).status).toBe(404);
    expect((await put("delete_directory", { path: "/tmp/none" })).status).toBe(404);
    expect((await put("delete_directory", { path: "/tmp/del" })).status).toBe(200);
    expect(await exec("ls /tmp/del 2>&1; cat /home/user/keep")).toMatch(/No such file.*\ny\n$/s);
    expect((await put("delete_file", { path: "/home/user/keep" })).status).toBe(200);
    for (const path of ["/", "/tmp", "/home/user", "/home/user/.."]) {
      expect((await put("delete_directory", { path })).body.message, path).toMatch(
        /is a directory that the session needs/,
      );
    }
  });

  test("entries are moved only to paths that do not exist", async () => {
    await exec("mkdir -p /tmp/mv/a; echo 1 > /tmp/mv/a/f; echo 2 > /tmp/mv/g");
    const go = (src_path: string, dest_path: string): Promise<Answer> => put("move", { src_path, dest_path });
    expect((await go("/tmp/mv/a", "/home/user/moved")).status).toBe(200);
    expect(await exec("cat /home/user/moved/f; ls /tmp/mv")).toBe("1\ng\n");
    const taken = await go("/tmp/mv/g", "/home/user/moved/f");
    expect([taken.status, taken.body.code, taken.headers.get("x-should-retry")]).toEqual([409, "conflict", "false"]);
    expect((await go("/home/user/moved", "/home/user/moved/in")).body.message).toMatch(
      /is inside "\/home\/user\/moved"/,
    );
    expect((await go("/tmp/mv/none", "/tmp/mv/x")).status).toBe(404);
    expect((await go("/tmp/mv/g", "/tmp/none/x")).status).toBe(404);
    expect((await go("/tmp", "/home/user/t")).status).toBe(400);
  });

  test("permissions are changed, owners are not", async () => {
    await write("/tmp/perm", "x");
    const go = (more: object): Promise<Answer> =>
      put("set_file_permissions", { path: "/tmp/perm", mode: "0640", ...more });
    expect((await go({})).status).toBe(200);
    expect(await exec("stat -c %a /tmp/perm")).toBe("640\n");
    const owner = await exec("id -un");
    expect((await go({ owner: owner.trim(), mode: "600" })).status).toBe(200);
    const refused = await go({ owner: "nobody-here", group: "nobody-here", mode: "777" });
    expect([refused.status, refused.body.details.length]).toEqual([501, 2]);
    expect(await exec("stat -c %a /tmp/perm")).toBe("600\n");
    expect((await put("set_file_permissions", { path: "/tmp/perm", mode: "9" })).body.details[0].message).toMatch(
      /^mode: must be three or four octal digits/,
    );
  });
});

describe("links", () => {
  test("links lead to the same place as for a process of the session", async () => {
    await exec(
      "mkdir -p /home/user/real; echo in > /home/user/real/f; ln -sfn /home/user/real /tmp/abs; ln -sfn ../home/user/real /tmp/rel; ln -sfn ../../../../../../home/user/real/f /tmp/up",
    );
    for (const path of ["/tmp/abs/f", "/tmp/rel/f", "/tmp/up"])
      expect((await get("read_file", path)).text, path).toBe("in\n");
    await write("/tmp/abs/g", "through");
    expect(await exec("cat /home/user/real/g")).toBe("through");
    await exec("ln -sfn loop /tmp/loop");
    expect((await get("read_file", "/tmp/loop")).body.message).toMatch(/more than 40 links/);
    await exec("ln -sfn /etc/passwd /tmp/sys");
    expect((await get("read_file", "/tmp/sys")).body.message).toMatch(/is in \/etc/);
    expect((await write("/tmp/sys", "x")).body.message).toMatch(/is in \/etc/);
  });
});

test("files of a session that has ended are 404", async () => {
  const { session_id } = await service.create();
  await service.api("DELETE", `/browsers/${session_id}`);
  const answer = await service.api("GET", `/browsers/${session_id}/fs/list_files?path=/`);
  expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
  const upload = await service.api("PUT", `/browsers/${session_id}/fs/write_file?path=/a`, { bytes: "x" });
  expect([upload.status, upload.body.code]).toEqual([404, "browser_deleted"]);
});
