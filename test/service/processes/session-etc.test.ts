import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { etcMounts, SESSION_HOST, sessionNames, writeSessionEtc } from "../../../src/service/processes/session-etc.ts";
import { sharedFamilies, sharedNames } from "../../../src/service/processes/shared-etc.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { runAsUser } from "../../support/machine/as-user.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import type { TestService } from "../../support/service/service.ts";

const OWN = [
  "bash.bashrc",
  "group",
  "hostname",
  "hosts",
  "machine-id",
  "mtab",
  "nsswitch.conf",
  "passwd",
  "resolv.conf",
];
const nothing = { secrets: { files: [], directories: [] }, hidden: [] };

describe("what a session sees of users and machines", () => {
  let service: TestService;
  let session: SessionApi;
  const lines = async (script: string): Promise<string[]> => (await session.sh(script)).stdout.trim().split("\n");
  beforeAll(async () => {
    await ensureDebianPackage("bubblewrap", "bwrap");
    service = await startServiceWithFakeBrowser();
    session = new SessionApi(service, (await service.create({ timeout_seconds: 3600 })).session_id);
  });
  afterAll(() => service.stop());

  test("users and groups are the session's own: root, user and nobody", async () => {
    expect((await lines("cut -d: -f1 /etc/passwd")).sort()).toEqual(["nobody", "root", "user"]);
    expect((await lines("cut -d: -f1 /etc/group")).sort()).toEqual(["nogroup", "root", "user"]);
    const { user, group } = sessionNames();
    expect(await lines("whoami; id -gn; getent passwd $(id -u) | cut -d: -f6; ls -ld ~ | cut -d' ' -f3,4")).toEqual([
      user,
      group,
      "/home/user",
      `${user} ${group}`,
    ]);
  });

  test("host name and machine id are the session's own, whichever way they are queried", async () => {
    const names = await lines("hostname; uname -n; cat /etc/hostname /proc/sys/kernel/hostname");
    expect(new Set(names)).toEqual(new Set([SESSION_HOST]));
    expect(await lines("grep -c . /etc/hosts; getent ahostsv4 localhost session | cut -d' ' -f1 | sort -u")).toEqual([
      "3",
      "127.0.0.1",
      "127.0.1.1",
    ]);
    const [id] = await lines("cat /etc/machine-id");
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toBe((await readFile("/etc/machine-id", "utf8").catch(() => "")).trim());
  });

  test("a shell at a terminal shows user, host and directory", async () => {
    const [prompt] = await lines("bash -i -c 'echo \"${PS1@P}\"' 2>/dev/null");
    expect(prompt).toMatch(/^(?:root|user)@session:~[#$]/);
  });

  test("/etc contains only the session's own files and those that are listed", async () => {
    const listed = new Set([...OWN, ...sharedNames.map((name) => name.split("/")[0])]);
    const seen = await lines("ls -A /etc");
    expect(seen.filter((name) => !listed.has(name) && !sharedFamilies.test(name))).toEqual([]);
    // A directory with a listed part shows only that part.
    expect(await lines("ls -A /etc/ssl")).not.toContain("private");
  });

  test("/etc is read-only, even where the session's user owns it", async () => {
    const script =
      "for f in passwd hosts services new; do echo x 2>/dev/null >> /etc/$f && echo wrote $f; chmod 666 /etc/$f 2>/dev/null && echo opened $f; mv /etc/$f /tmp 2>/dev/null && echo moved $f; done; echo end";
    expect(await lines(script)).toEqual(["end"]);
  });

  test("mounts, serial numbers and services of the machine are not in /etc and /sys", async () => {
    expect(await lines("readlink /etc/mtab")).toEqual(["/proc/self/mounts"]);
    const script =
      "ls -A /sys/fs /sys/firmware /sys/hypervisor /sys/devices/virtual/dmi /sys/kernel/debug 2>/dev/null | grep -v :; ls /sys/class/dmi/id 2>/dev/null; echo end";
    expect((await lines(script)).filter((line) => line !== "")).toEqual(["end"]);
  });

  test("programs find certificates, name servers, types of files, the time zone and their libraries", async () => {
    const servers = await readFile("/etc/resolv.conf", "utf8");
    expect((await session.sh("cat /etc/resolv.conf")).stdout).toBe(servers);
    const script =
      "ls /etc/ssl/certs | head -1 | wc -l; getent services https | cut -d' ' -f1; date +%Z; ls -d /etc/fonts";
    expect(await lines(script)).toEqual(["1", "https", expect.stringMatching(/./), "/etc/fonts"]);
  });
});

test("an ordinary user is called user in a session, in a group of its own", async () => {
  const { names } = (await runAsUser("container-as-user.ts", { gid: 60_001 })) as { names: string };
  expect(names.split("\n")).toEqual([
    ...["user", "user", "user", "user user", SESSION_HOST],
    "user:x:65534:60001:user:/home/user:/bin/sh",
    "root:x:0:0:root:/root:/bin/sh",
    ...["user:x:60001:", "root:x:0:", "nogroup:x:65534:"],
    "",
  ]);
});

describe("the directory of a session's /etc", () => {
  let dir: string;
  beforeAll(async () => {
    dir = join(await mkdtemp(join(tmpdir(), "browserctl-etc-")), "etc");
  });
  afterAll(() => rm(join(dir, ".."), { recursive: true, force: true }));

  test("the directory of a session's /etc is written again at each start of a container, with another machine id", async () => {
    await writeSessionEtc(dir, nothing);
    const before = await readFile(join(dir, "machine-id"), "utf8");
    await mkdir(join(dir, "left"));
    await writeSessionEtc(dir, nothing);
    expect(await readFile(join(dir, "machine-id"), "utf8")).not.toBe(before);
    expect(await readdir(dir)).not.toContain("left");
    expect(await readlink(join(dir, "mtab"))).toBe("/proc/self/mounts");
  });

  test("the directory of a session's /etc has nothing that only root may read, and nothing of a hidden directory", async () => {
    const certificates = await mountOf({ ...nothing, secrets: { files: [], directories: ["/etc/ssl"] } });
    expect(certificates).not.toContain("/etc/ssl/certs");
    const inside = { files: ["/etc/fonts/fonts.conf"], directories: [] };
    expect(await mountOf({ secrets: inside, hidden: ["/etc/fonts/conf.d"] })).toMatch(
      /--ro-bind \/etc\/fonts \/etc\/fonts .*--ro-bind \/dev\/null \/etc\/fonts\/fonts\.conf --tmpfs \/etc\/fonts\/conf\.d/,
    );
    await mountOf({ ...nothing, secrets: { files: ["/etc/services"], directories: [] } });
    expect(await readdir(dir)).not.toContain("services");
  });

  async function mountOf(hidden: Parameters<typeof etcMounts>[1]): Promise<string> {
    await writeSessionEtc(dir, hidden);
    return etcMounts(dir, hidden).join(" ");
  }
});
