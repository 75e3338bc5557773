import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

let service: TestService;
let session: SessionApi;
let root: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  session = new SessionApi(service, (await service.create({ timeout_seconds: 600 })).session_id);
  root = (await service.api("GET", `/_local/browsers/${session.id}`)).body.root;
});
afterAll(() => service.stop());

const get = (operation: string, path: string): Promise<Answer> =>
  service.api("GET", `/browsers/${session.id}/fs/${operation}?path=${encodeURIComponent(path)}`);
const put = (operation: string, json: object): Promise<Answer> =>
  service.api("PUT", `/browsers/${session.id}/fs/${operation}`, { json });
const write = (path: string): Promise<Answer> =>
  service.api("PUT", `/browsers/${session.id}/fs/write_file?path=${encodeURIComponent(path)}`, { bytes: "x" });
const namesOf = ({ body }: Answer): string[] => body.map((one: { name: string }) => one.name);
const uploadZip = (zip: Buffer, dest: string): Promise<Answer> => {
  const form = new FormData();
  form.append("dest_path", dest);
  form.append("zip_file", new File([new Uint8Array(zip)], "f"));
  return service.api("POST", `/browsers/${session.id}/fs/upload_zip`, { form });
};

describe("names", () => {
  test("names that are not UTF-8 are listed, packed and deleted", async () => {
    await session.sh(
      "mkdir -p /tmp/bytes/in; cd /tmp/bytes; printf 1 > \"$(printf 'a\\377')\"; printf 2 > \"$(printf 'in/b\\376')\"",
    );
    expect(namesOf(await get("list_files", "/tmp/bytes"))).toEqual(["a\ufffd", "in"]);
    expect((await uploadZip((await get("download_dir_zip", "/tmp/bytes")).bytes, "/tmp/bytes-back")).status).toBe(201);
    expect((await session.sh("cd /tmp/bytes-back; cat a* in/b*")).stdout).toBe("12");
    expect((await put("delete_directory", { path: "/tmp/bytes" })).status).toBe(200);
    expect((await session.sh("ls /tmp/bytes")).code).not.toBe(0);
  });

  test("names that archives do not support are packed under other names, each once", async () => {
    await session.sh("mkdir -p /tmp/odd; cd /tmp/odd; printf 1 > 'a\\b'; printf 2 > a_b; printf 3 > 'a\\b_'");
    const { bytes } = await get("download_dir_zip", "/tmp/odd");
    expect((await uploadZip(bytes, "/tmp/odd-back")).status).toBe(201);
    expect((await session.sh("cd /tmp/odd-back; ls; cat a_b")).stdout).toBe("a_b\na_b_\na_b__\n2");
  });

  test("names with blanks, line ends, quotes and signs are accepted unchanged", async () => {
    for (const name of [
      "a b",
      "a\nb",
      'a"b',
      "a'b",
      "100%",
      "%2e%2e",
      "-rf",
      "ünï",
      "日本",
      "\u{1f600}",
      "a\\b",
      "...",
    ]) {
      expect((await write(`/tmp/signs/${name}`)).status, name).toBe(201);
      expect((await get("read_file", `/tmp/signs/${name}`)).text, name).toBe("x");
      expect((await get("file_info", `/tmp/signs/${name}`)).body.name).toBe(name);
    }
    expect(namesOf(await get("list_files", "/tmp/signs"))).toHaveLength(12);
  });

  test("names of more than 255 bytes and paths of more than 4096 characters are refused, shorter ones are not", async () => {
    const message = `"/tmp/${"é".repeat(128)}" has a part of more than 255 bytes`;
    expect((await write(`/tmp/${"é".repeat(128)}`)).body.message).toBe(message);
    expect((await write(`/tmp/${"n".repeat(255)}`)).status).toBe(201);
    expect((await write(`/tmp/${"n".repeat(4_092)}`)).body.details[0].message).toBe(
      "path: must have at most 4096 characters, not 4097",
    );
    const deep = `/tmp${"/d".repeat(2_000)}`;
    expect((await write(`${deep}/f`)).status).toBe(201);
    expect((await get("read_file", `${deep}/f`)).text).toBe("x");
    expect((await put("delete_directory", { path: "/tmp/d" })).status).toBe(200);
  });

  test("names with a NUL are refused", async () => {
    expect((await get("read_file", "/tmp/a\0b")).body.details[0].message).toMatch(/^path: must be an absolute path/);
  });
});

describe("a slash at the end", () => {
  test("a slash at the end means a directory", async () => {
    await session.sh("mkdir -p /tmp/slash/dir; echo x > /tmp/slash/file; ln -s dir /tmp/slash/link");
    expect((await get("list_files", "/tmp/slash/dir/")).status).toBe(200);
    expect((await get("file_info", "/tmp/slash/link/")).body).toMatchObject({ path: "/tmp/slash/dir", is_dir: true });
    for (const answer of [
      await get("read_file", "/tmp/slash/file/"),
      await get("file_info", "/tmp/slash/file/."),
      await put("delete_file", { path: "/tmp/slash/file/" }),
      await put("set_file_permissions", { path: "/tmp/slash/file/", mode: "600" }),
      await put("move", { src_path: "/tmp/slash/file/", dest_path: "/tmp/slash/x" }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringMatching(/^"\/tmp\/slash\/file\/\.?" is not a directory, but ends with a slash$/),
      ]);
    }
    expect((await write("/tmp/slash/new/")).body.message).toBe('"/tmp/slash/new/" is a directory, not a file');
    expect((await put("move", { src_path: "/tmp/slash/file", dest_path: "/tmp/slash/new/" })).body.message).toBe(
      '"/tmp/slash/new/" is a directory, not a file',
    );
    expect((await put("delete_directory", { path: "/tmp/slash/link/" })).status).toBe(400);
  });
});

describe("what is no file and no directory", () => {
  test("an entry that is neither a file nor a directory is shown, moved and deleted, but neither read nor packed", async () => {
    await session.sh(
      `mkdir -p /tmp/special; cd /tmp/special; mkfifo pipe; echo x > file; ln -s file link; ln -s none dangling;
       node -e 'require("net").createServer().listen("socket", () => process.kill(process.pid, "SIGKILL"))'`,
    );
    const { body } = await get("list_files", "/tmp/special");
    expect(body.map((one: { name: string; mode: string }) => `${one.mode[0]} ${one.name}`)).toEqual([
      "l dangling",
      "- file",
      "l link",
      "p pipe",
      "s socket",
    ]);
    for (const name of ["pipe", "socket"]) {
      const answer = await get("read_file", `/tmp/special/${name}`);
      expect([answer.status, answer.body.message]).toEqual([400, `"/tmp/special/${name}" is not a regular file`]);
    }
    expect((await get("read_file", "/tmp/special/dangling")).status).toBe(404);
    expect((await uploadZip((await get("download_dir_zip", "/tmp/special")).bytes, "/tmp/special-back")).status).toBe(
      201,
    );
    expect((await session.sh("ls /tmp/special-back")).stdout).toBe("file\n");
    expect((await put("move", { src_path: "/tmp/special/link", dest_path: "/tmp/moved-link" })).status).toBe(200);
    expect((await session.sh("readlink /tmp/moved-link")).stdout).toBe("file\n");
    expect((await put("delete_file", { path: "/tmp/special/pipe" })).status).toBe(200);
    expect((await put("delete_directory", { path: "/tmp/special" })).status).toBe(200);
  });

  test("a file without any permission can be replaced, changed and deleted", async () => {
    await session.sh(
      "mkdir -p /tmp/locked/dir/in; echo x > /tmp/locked/file; chmod 0 /tmp/locked/file /tmp/locked/dir",
    );
    expect((await get("file_info", "/tmp/locked/file")).body.mode).toBe("----------");
    expect((await put("set_file_permissions", { path: "/tmp/locked/file", mode: "4755" })).status).toBe(200);
    expect((await get("file_info", "/tmp/locked/file")).body.mode).toBe("-rwsr-xr-x");
    expect((await put("set_file_permissions", { path: "/tmp/locked/file", mode: "000" })).status).toBe(200);
    expect((await write("/tmp/locked/file")).status).toBe(201);
    expect((await put("delete_directory", { path: "/tmp/locked" })).status).toBe(200);
  });

  test("times after the year 9999 are shown as the end of that year", async () => {
    await write("/tmp/late");
    await utimes(join(root, "tmp/late"), 1, 300_000_000_000);
    const { body } = await get("file_info", "/tmp/late");
    const kept = (await stat(join(root, "tmp/late"))).mtimeMs;
    expect(body.mod_time).toBe(new Date(Math.min(kept, Date.parse("9999-12-31T23:59:59.999Z"))).toISOString());
  });
});

describe("too much", () => {
  test("directories deeper than any path are deleted", async () => {
    // The deepest path has 4900 bytes.
    const script = `
      const fs = require("node:fs");
      fs.mkdirSync("/tmp/abyss");
      process.chdir("/tmp/abyss");
      for (let depth = 0; depth < 700; depth += 1) {
        fs.mkdirSync("deeper");
        fs.writeFileSync("file", "x");
        process.chdir("deeper");
      }`;
    expect((await session.exec({ command: "node", args: ["-e", script] })).body.exit_code).toBe(0);
    expect((await get("download_dir_zip", "/tmp/abyss")).body.message).toBe(
      '"/tmp/abyss" has paths of more than 4096 bytes in it',
    );
    expect((await put("delete_directory", { path: "/tmp/abyss" })).status).toBe(200);
    expect((await session.sh("ls /tmp/abyss")).code).not.toBe(0);
  });
});

test("the service's own names and numbers of groups and owners are accepted, others not", async () => {
  await write("/tmp/owned");
  const [user = "", uid = "", group = "", gid = ""] = (await session.sh("id -un; id -u; id -gn; id -g")).stdout.split(
    "\n",
  );
  const go = (more: object): Promise<Answer> =>
    put("set_file_permissions", { path: "/tmp/owned", mode: "640", ...more });
  for (const more of [{ owner: user }, { owner: uid }, { group }, { group: gid }, { owner: user, group }]) {
    expect((await go(more)).status, JSON.stringify(more)).toBe(200);
  }
  const refused = await go({ group: "nobody-here" });
  expect([refused.status, refused.body.code, refused.body.details[0].message]).toEqual([
    501,
    "not_supported_locally",
    `group: files of a session have the group "${group}"`,
  ]);
});
