import { createHash } from "node:crypto";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { type RawEntry, rawZip, zip64Claiming } from "../../support/zip.ts";

let service: TestService;
let id: string;
let root: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  id = (await service.create({ timeout_seconds: 600 })).session_id;
  root = (await service.api("GET", `/_local/browsers/${id}`)).body.root;
});
afterAll(() => service.stop());

const exec = async (command: string): Promise<string> => {
  const answer = await service.api("POST", `/browsers/${id}/process/exec`, {
    json: { command: "sh", args: ["-c", command] },
  });
  return Buffer.from(answer.body.stdout_b64, "base64").toString();
};
const file = (data: string | Buffer, name = "f"): File => new File([new Uint8Array(Buffer.from(data))], name);
const form = (...parts: [name: string, value: string | File][]): FormData => {
  const made = new FormData();
  for (const [name, value] of parts) made.append(name, value);
  return made;
};
const upload = (...parts: [name: string, value: string | File][]): Promise<Answer> =>
  service.api("POST", `/browsers/${id}/fs/upload`, { form: form(...parts) });
const uploadZip = (zip: Buffer, dest = "/home/user/dest"): Promise<Answer> =>
  service.api("POST", `/browsers/${id}/fs/upload_zip`, { form: form(["dest_path", dest], ["zip_file", file(zip)]) });

/** Every path below a directory with its content: a hash, a link's target, a directory. */
async function treeOf(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const tree: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    tree[path.slice(directory.length)] = entry.isDirectory()
      ? "directory"
      : entry.isSymbolicLink()
        ? await readlink(path)
        : createHash("sha256")
            .update(await readFile(path))
            .digest("hex");
  }
  return tree;
}

const leftUploads = (): Promise<string[]> => readdir(join(service.tempRoot, "uploads"));

describe("files", () => {
  test.each([
    ["[i][f]", ["files[0][dest_path]", "files[0][file]", "files[1][dest_path]", "files[1][file]"]],
    ["[i].f", ["files[0].dest_path", "files[0].file", "files[1].dest_path", "files[1].file"]],
    [".i.f", ["files.0.dest_path", "files.0.file", "files.1.dest_path", "files.1.file"]],
    ["[][f]", ["files[][dest_path]", "files[][file]", "files[][dest_path]", "files[][file]"]],
    [".f, the file first", ["files.file", "files.dest_path", "files.file", "files.dest_path"]],
    [".items.f", ["files.items.dest_path", "files.items.file", "files.items.dest_path", "files.items.file"]],
  ])("part names in the form %s are accepted", async (_form, names) => {
    await exec("rm -rf /tmp/up");
    const values = { dest_path: ["/tmp/up/a", "/tmp/up/b"], file: [file("first"), file("second")] };
    const parts = names.map((name): [string, string | File] => {
      const key = /dest_path/.test(name) ? "dest_path" : "file";
      return [name, values[key].shift() as string | File];
    });
    expect((await upload(...parts)).status).toBe(201);
    expect(await exec("cat /tmp/up/a; echo; cat /tmp/up/b")).toBe("first\nsecond");
    expect(await leftUploads()).toEqual([]);
  });

  test("an upload of one file needs no list", async () => {
    expect((await upload(["dest_path", "/tmp/alone"], ["file", file("x")])).status).toBe(201);
    expect(await exec("cat /tmp/alone; stat -c ' %a' /tmp/alone")).toBe("x 644\n");
  });

  test("an upload puts all of its files in place, or none", async () => {
    await exec("rm -rf /tmp/all; mkdir -p /tmp/all/taken; echo old > /tmp/all/a");
    const before = await treeOf(join(root, "tmp/all"));
    const answer = await upload(
      ["files[0][dest_path]", "/tmp/all/a"],
      ["files[0][file]", file("new")],
      ["files[1][dest_path]", "/tmp/all/made/b"],
      ["files[1][file]", file("new")],
      ["files[2][dest_path]", "/tmp/all/taken"],
      ["files[2][file]", file("new")],
    );
    expect([answer.status, answer.body.details[0].message]).toEqual([
      400,
      'files[2].dest_path: "/tmp/all/taken" is a directory, not a file',
    ]);
    expect(await treeOf(join(root, "tmp/all"))).toEqual(before);
    expect(await leftUploads()).toEqual([]);
  });

  test.each<[string, [string, string | File][], string]>([
    ["an unknown part", [["x", "1"]], "x: unknown part"],
    ["a file without its path", [["files[0][file]", file("x")]], "files[0].dest_path: is missing"],
    ["a path without its file", [["files[0][dest_path]", "/tmp/a"]], "files[0].file: is missing"],
    [
      "text where a file belongs",
      [
        ["dest_path", "/tmp/a"],
        ["file", "x"],
      ],
      "file: must be a file part, with a filename",
    ],
    [
      "a file where text belongs",
      [["dest_path", file("/tmp/a")]],
      "dest_path: must be a text part, without a filename",
    ],
    [
      "a gap in the list",
      [["files[1][dest_path]", "/tmp/a"]],
      "files[1][dest_path]: there is no files before it in this form",
    ],
    [
      "a part given twice",
      [
        ["files[0][dest_path]", "/tmp/a"],
        ["files[0][dest_path]", "/tmp/b"],
      ],
      "files[0][dest_path]: is given more than once",
    ],
    [
      "a relative path",
      [
        ["dest_path", "a"],
        ["file", file("x")],
      ],
      "files[0].dest_path: must be an absolute path of at most 4096 characters",
    ],
  ])("an upload with %s is refused", async (_what, parts, message) => {
    const answer = await upload(...parts);
    expect(answer.status).toBe(400);
    const said = answer.body.details.map((one: { message: string }) => one.message).join("\n");
    expect(said).toContain(message);
    expect(await leftUploads()).toEqual([]);
  });

  test("two files for one path are refused", async () => {
    const answer = await upload(
      ["files[0][dest_path]", "/tmp/two"],
      ["files[0][file]", file("1")],
      ["files[1][dest_path]", "/tmp/two"],
      ["files[1][file]", file("2")],
    );
    expect(answer.body.details[0].message).toBe(
      'files[1].dest_path: "/tmp/two" is the destination of another file of this request',
    );
  });

  test("a body that is not a form, or breaks off, is refused", async () => {
    const send = (raw: string, type: string): Promise<Answer> =>
      service.api("POST", `/browsers/${id}/fs/upload`, { raw, headers: { "Content-Type": type } });
    expect((await send("{}", "application/json")).body.details[0].message).toBe(
      "Content-Type: must be multipart/form-data",
    );
    expect((await send("x", "multipart/form-data")).body.message).toMatch(
      /^the body is not a multipart form: .*Boundary/,
    );
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhalf';
    expect((await send(cut, "multipart/form-data; boundary=b")).body.message).toMatch(
      /^the multipart body is not complete/,
    );
    expect(await leftUploads()).toEqual([]);
  });

  test("a client that disconnects in the middle of an upload leaves nothing", async () => {
    const controller = new AbortController();
    const body = new ReadableStream({
      start: (stream) =>
        stream.enqueue(
          new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhalf'),
        ),
    });
    const sent = fetch(`${service.baseUrl}/browsers/${id}/fs/upload`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "multipart/form-data; boundary=b" },
      body,
      duplex: "half",
      signal: controller.signal,
    } as RequestInit);
    await until(leftUploads, (left) => left.length === 1);
    controller.abort();
    await expect(sent).rejects.toThrow();
    await until(leftUploads, (left) => left.length === 0);
  });

  test("a session that ends during an upload answers so", async () => {
    const { session_id } = await service.create();
    let end = (): void => {};
    const body = new ReadableStream({
      start: (stream) => {
        const write = (text: string): void => stream.enqueue(new TextEncoder().encode(text));
        write('--b\r\nContent-Disposition: form-data; name="dest_path"\r\n\r\n/tmp/x\r\n');
        write('--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhalf');
        end = () => {
          write("\r\n--b--\r\n");
          stream.close();
        };
      },
    });
    const sent = fetch(`${service.baseUrl}/browsers/${session_id}/fs/upload`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "multipart/form-data; boundary=b" },
      body,
      duplex: "half",
    } as RequestInit);
    await until(leftUploads, (left) => left.length === 1);
    await service.api("DELETE", `/browsers/${session_id}`);
    end();
    const answer = await sent;
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, "browser_deleted"]);
    await until(leftUploads, (left) => left.length === 0);
  });
});

describe("archives", () => {
  beforeEach(async () => {
    await exec(
      "rm -rf /home/user/dest; mkdir -p /home/user/dest/sub /home/user/dest/dir; cd /home/user/dest; echo old > a; echo keep > sub/keep; ln -s a link",
    );
  });

  test("an archive is merged into an existing directory", async () => {
    const zip = rawZip([
      { name: "a", data: "new" },
      { name: "sub/", mode: 0o040755 },
      { name: "sub/b", data: "b", mode: 0o100755 },
      { name: "deep/er/c", data: "c" },
    ]);
    expect((await uploadZip(zip)).status).toBe(201);
    expect(await exec("cd /home/user/dest; cat a sub/keep sub/b deep/er/c; stat -c ' %a' sub/b")).toBe(
      "newkeep\nbc 755\n",
    );
    expect(await leftUploads()).toEqual([]);
  });

  test("an archive creates a missing directory, with its parents", async () => {
    expect((await uploadZip(rawZip([{ name: "x", data: "1" }]), "/home/user/fresh/one/")).status).toBe(201);
    expect(await exec("cat /home/user/fresh/one/x")).toBe("1");
  });

  test("archive names in UTF-8 and in the old encoding of DOS are kept", async () => {
    const zip = rawZip([
      { name: "grün.txt", data: "1" },
      { name: Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74]), data: "2", flags: 0 },
    ]);
    expect((await uploadZip(zip)).status).toBe(201);
    expect(await exec("cd /home/user/dest; cat grün.txt ü.txt")).toBe("12");
  });

  const good: RawEntry = { name: "first", data: "x" };
  const bomb = Buffer.alloc(64 * 2 ** 20);
  test.each<[string, () => Buffer, RegExp]>([
    ["no archive", () => Buffer.from("hello"), /^zip_file: it is not a zip archive/],
    [
      "a truncated one",
      () => rawZip([{ name: "a", data: "x".repeat(1_000) }]).subarray(0, -30),
      /^zip_file: it is not a zip archive/,
    ],
    [
      "a way out",
      () => rawZip([good, { name: "../../up", data: "x" }]),
      /^zip_file: (the entry "..\/..\/up"|invalid relative path: ..\/..\/up)/,
    ],
    ["an absolute name", () => rawZip([good, { name: "/tmp/abs", data: "x" }]), /^zip_file: .*absolute/],
    ["a drive", () => rawZip([good, { name: "C:/x", data: "x" }]), /^zip_file: .*absolute/],
    [
      "a backslash",
      () => rawZip([good, { name: "a\\..\\b", data: "x" }]),
      /^zip_file: .*(backslash|invalid characters)/,
    ],
    [
      "a symbolic link",
      () => rawZip([good, { name: "l", data: "/etc", mode: 0o120777 }]),
      /^zip_file: the entry "l" is a symbolic link/,
    ],
    ["a device", () => rawZip([good, { name: "d", mode: 0o020666 }]), /^zip_file: the entry "d" is a character device/],
    ["a pipe", () => rawZip([good, { name: "p", mode: 0o010666 }]), /^zip_file: the entry "p" is a pipe/],
    [
      "an encrypted entry",
      () => rawZip([good, { name: "e", data: "x", flags: 0x801 }]),
      /^zip_file: the entry "e" is encrypted/,
    ],
    [
      "an unknown compression",
      () => rawZip([good, { name: "u", data: "x", method: 99 }]),
      /^zip_file: the entry "u" is compressed by method 99/,
    ],
    ["two entries of one name", () => rawZip([good, good]), /^zip_file: the archive has two entries at "first"/],
    [
      "a file where a directory is",
      () => rawZip([good, { name: "first/x", data: "x" }]),
      /^zip_file: the archive has two entries at "first\/x"/,
    ],
    [
      "a wrong checksum",
      () => rawZip([good, { name: "c", data: "x", crc: 1 }]),
      /^zip_file: the entry "c" is damaged: its checksum/,
    ],
    ["a wrong size", () => rawZip([good, { name: "s", data: "xyz", size: 2 }]), /^zip_file: the entry "s" is damaged/],
    [
      "a bomb",
      () => rawZip([good, { name: "bomb", data: bomb }]),
      /^zip_file: the archive unpacks to more than 200 times its size/,
    ],
    [
      "a bomb that hides its size",
      () => rawZip([good, { name: "bomb", data: bomb, size: 1_000 }]),
      /^zip_file: the entry "bomb" is damaged/,
    ],
    [
      "a million entries",
      () => zip64Claiming(1_000_000n),
      /^zip_file: the archive has 1000000 entries, more than the 100000/,
    ],
    ["a name of 300 bytes", () => rawZip([good, { name: "n".repeat(300), data: "x" }]), /^zip_file: .*over 255 bytes/],
    [
      "a directory for a file",
      () => rawZip([good, { name: "a/x", data: "x" }]),
      /^dest_path: .*"\/home\/user\/dest\/a" is a file/,
    ],
    [
      "a file for a directory",
      () => rawZip([good, { name: "dir", data: "x" }]),
      /^dest_path: .*"\/home\/user\/dest\/dir" is a directory/,
    ],
  ])("an archive with %s is refused, and the directory is unchanged", async (_what, zip, message) => {
    const before = await treeOf(join(root, "home"));
    const answer = await uploadZip(zip());
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details[0].message).toMatch(message);
    expect(await treeOf(join(root, "home"))).toEqual(before);
    expect(await leftUploads()).toEqual([]);
  });

  test.each([
    ["/home/user/dest/a", /^dest_path: "\/home\/user\/dest\/a" is a file/],
    [
      "/home/user/dest/a/below",
      /^dest_path: "\/home\/user\/dest\/a\/below" leads through "\/home\/user\/dest\/a", which/,
    ],
    ["/etc", /^dest_path: "\/etc" is in \/etc/],
    ["relative", /^dest_path: must be an absolute path/],
  ])("%s is not a directory to unpack to", async (dest, message) => {
    const before = await treeOf(join(root, "home"));
    const answer = await uploadZip(rawZip([good]), dest);
    expect(answer.body.details[0].message).toMatch(message);
    expect(await treeOf(join(root, "home"))).toEqual(before);
  });

  test("parents that were created for an archive that conflicts are removed again", async () => {
    const before = await treeOf(join(root, "home"));
    await exec("ln -s /home/user/none/deeper /home/user/dest/to-none");
    const withLink = await treeOf(join(root, "home"));
    const answer = await uploadZip(
      rawZip([
        { name: "x/y", data: "1" },
        { name: "x", data: "2" },
      ]),
      "/home/user/p/q",
    );
    expect(answer.status).toBe(400);
    expect(await treeOf(join(root, "home"))).toEqual(withLink);
    expect(before).not.toEqual(withLink);
  });

  test("a directory is downloaded as an archive, without links", async () => {
    const answer = await service.api("GET", `/browsers/${id}/fs/download_dir_zip?path=/home/user/dest`);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="dest.zip"');
    await exec("rm -rf /home/user/back");
    expect((await uploadZip(answer.bytes, "/home/user/back")).status).toBe(201);
    const [back, dest] = [await treeOf(join(root, "home/user/back")), await treeOf(join(root, "home/user/dest"))];
    const { "/link": link, ...files } = dest;
    expect(link).toBe("a");
    expect(back).toEqual(files);
  });
});
