import { createHash } from "node:crypto";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import type { Answer, TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";

let service: TestService;
let session: SessionApi;
let root: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  session = new SessionApi(service, (await service.create({ timeout_seconds: 600 })).session_id);
  root = (await service.api("GET", `/_local/browsers/${session.id}`)).body.root;
});
afterAll(() => service.stop());

beforeEach(async () => {
  await session.sh(
    "rm -rf /tmp/dest; mkdir -p /tmp/dest/sub/deep /tmp/dest/dir; cd /tmp/dest; echo old a > a; echo old b > sub/b; echo keep > sub/keep; ln -s a link; chmod 600 sub/b; chmod 750 sub",
  );
});

/** Every entry below a directory: its type, its permissions, its content. */
async function treeOf(directory: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) {
      tree[path.slice(directory.length)] = `link to ${await readlink(path)}`;
      continue;
    }
    const { mode, ino } = await stat(path);
    const hash = entry.isDirectory()
      ? ""
      : createHash("sha256")
          .update(await readFile(path))
          .digest("hex");
    tree[path.slice(directory.length)] = `${mode.toString(8)} ${entry.isDirectory() ? "" : ino} ${hash}`;
  }
  return tree;
}

const leftUploads = (): Promise<string[]> => readdir(join(service.tempRoot, "uploads"));
const file = (data: Buffer | string): File => new File([new Uint8Array(Buffer.from(data))], "f");
const uploadZip = (zip: Buffer, dest = "/tmp/dest", id = session.id): Promise<Answer> => {
  const form = new FormData();
  form.append("dest_path", dest);
  form.append("zip_file", file(zip));
  return service.api("POST", `/browsers/${id}/fs/upload_zip`, { form });
};
const upload = (paths: readonly string[]): Promise<Answer> => {
  const form = new FormData();
  for (const [at, path] of paths.entries()) {
    form.append(`files[${at}][dest_path]`, path);
    form.append(`files[${at}][file]`, file(`new ${at}`));
  }
  return service.api("POST", `/browsers/${session.id}/fs/upload`, { form });
};

/** Makes the disk full at one step, but not at the steps before. */
function fullAtStep(step: number): void {
  let passed = 0;
  service.faults.inject("disk-full", {
    times: step,
    get error() {
      passed += 1;
      // `times` is checked first, then the function is called where the fault strikes.
      return passed < step ? undefined : () => Object.assign(new Error("no space"), { code: "ENOSPC" });
    },
  } as { times: number; error: () => Error });
}

const merging = rawZip([
  { name: "a", data: "new a" },
  { name: "sub/b", data: "new b", mode: 0o100755 },
  { name: "sub/deep/c", data: "c" },
  { name: "fresh/x/y", data: "y" },
  { name: "link", data: "a file now" },
]);

describe("a disk that is full", () => {
  test.each([1, 2, 3, 4, 5])(
    "a disk that is full at step %i of an archive leaves everything unchanged",
    async (step) => {
      const before = await treeOf(join(root, "tmp"));
      fullAtStep(step);
      const answer = await uploadZip(merging);
      service.faults.clear();
      expect([answer.status, answer.body.code], answer.text).toEqual([500, "disk_full"]);
      expect(await treeOf(join(root, "tmp"))).toEqual(before);
      expect(await leftUploads()).toEqual([]);
      // Without the fault it works, so the fault was the cause.
      expect((await uploadZip(merging)).status).toBe(201);
      expect((await session.sh("cd /tmp/dest; cat a sub/b sub/keep sub/deep/c fresh/x/y link")).stdout).toBe(
        "new anew bkeep\ncya file now",
      );
    },
  );

  test("a full disk removes directories that were created for the archive", async () => {
    const before = await treeOf(join(root, "tmp"));
    fullAtStep(2);
    const answer = await uploadZip(merging, "/tmp/dest/one/two/three");
    service.faults.clear();
    expect(answer.body.code).toBe("disk_full");
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
  });

  test.each([1, 2, 3])("a disk that is full at file %i of several leaves everything unchanged", async (step) => {
    const before = await treeOf(join(root, "tmp"));
    fullAtStep(step);
    const answer = await upload(["/tmp/dest/a", "/tmp/dest/made/new", "/tmp/dest/sub/b"]);
    service.faults.clear();
    expect([answer.status, answer.body.code]).toEqual([500, "disk_full"]);
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
    expect(await leftUploads()).toEqual([]);
  });
});

describe("several files", () => {
  test("several files that reach one path in different ways are refused", async () => {
    await session.sh("ln -s sub /tmp/dest/way");
    const before = await treeOf(join(root, "tmp"));
    for (const other of ["/tmp/dest/way/b", "/tmp/dest/dir/../sub/b", "//tmp/./dest/sub/b"]) {
      const answer = await upload(["/tmp/dest/sub/b", other]);
      expect(answer.body.details[0].message, other).toBe(
        `files[1].dest_path: "${other}" is the destination of another file of this request`,
      );
    }
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
  });

  test("several files of which one would be a parent directory of another are refused", async () => {
    const before = await treeOf(join(root, "tmp"));
    const answer = await upload(["/tmp/dest/new", "/tmp/dest/new/below"]);
    expect(answer.body.details[0].message).toBe(
      'files[1].dest_path: "/tmp/dest/new/below" leads through "/tmp/dest/new", which is not a directory',
    );
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
  });

  test("several files go through a link at their path, and not into the machine's directories", async () => {
    expect((await upload(["/tmp/dest/link"])).status).toBe(201);
    expect((await session.sh("cd /tmp/dest; cat a; readlink link")).stdout).toBe("new 0a\n");
    await session.sh("ln -s /etc/hosts /tmp/dest/sys");
    const answer = await upload(["/tmp/dest/ok", "/tmp/dest/sys"]);
    expect(answer.body.details[0].message).toMatch(/^files\[1\].dest_path: "\/tmp\/dest\/sys" is in \/etc/);
    expect((await session.sh("ls /tmp/dest/ok")).code).not.toBe(0);
  });
});

describe("an archive", () => {
  test("an archive is not unpacked into the machine's directories, even at the root", async () => {
    const before = await treeOf(join(root, "tmp"));
    for (const name of ["usr/x", "etc/passwd", "proc/x", "nix/x"]) {
      const answer = await uploadZip(
        rawZip([
          { name: "tmp/dest/a", data: "new" },
          { name, data: "x" },
        ]),
        "/",
      );
      expect(answer.body.details[0].message, name).toMatch(
        /^dest_path: "\/\w+" is in \/\w+, which is the machine's own/,
      );
    }
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
    expect((await uploadZip(rawZip([{ name: "tmp/dest/a", data: "new" }]), "/")).status).toBe(201);
    expect((await session.sh("cat /tmp/dest/a")).stdout).toBe("new");
  });

  test("an empty archive creates its directory", async () => {
    expect((await uploadZip(rawZip([]), "/tmp/dest/empty/one")).status).toBe(201);
    expect((await session.sh("stat -c %a /tmp/dest/empty /tmp/dest/empty/one")).stdout).toBe("755\n755\n");
  });

  test("an archive does not go through a link where it has a directory", async () => {
    await session.sh("ln -s sub /tmp/dest/linked");
    const before = await treeOf(join(root, "tmp"));
    const answer = await uploadZip(rawZip([{ name: "linked/b", data: "x" }]));
    expect(answer.body.details[0].message).toBe(
      'dest_path: "/tmp/dest" cannot take the archive: "/tmp/dest/linked" is a link, and a directory in the archive',
    );
    expect(await treeOf(join(root, "tmp"))).toEqual(before);
  });

  test("an archive that is being unpacked when its session ends is removed with it", async () => {
    const { session_id } = await service.create();
    const many = rawZip(Array.from({ length: 15_000 }, (_, at) => ({ name: `d${at % 100}/f${at}`, data: "x" })));
    const sent = uploadZip(many, "/tmp/many", session_id);
    const unpacking = async (): Promise<boolean> => {
      const names = await Promise.all(
        (await leftUploads()).map((name) => readdir(join(service.tempRoot, "uploads", name)).catch(() => [])),
      );
      return names.some((inner) => inner.length > 10);
    };
    await until(unpacking, (yes) => yes);
    expect((await service.api("DELETE", `/browsers/${session_id}`)).status).toBe(204);
    const answer = await sent;
    expect([answer.status, answer.body.code]).toEqual([404, "browser_deleted"]);
    expect(await leftUploads()).toEqual([]);
    expect(await readdir(join(service.stateDir, "sessions"))).toEqual([session.id]);
  });
});
