import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { watchedSession } from "./support/change-reader.ts";

const its = watchedSession();
const { watch, changes } = its;

/** The session's files as the machine sees them. */
const rootOf = async (): Promise<string> =>
  (await its.service.api("GET", `/_local/browsers/${its.session.id}`)).body.root;

test("each kind of change is reported as such, in order", async () => {
  await its.session.sh(
    "mkdir -p /tmp/k/sub; cd /tmp/k; echo 1 > a; echo 1 > b; echo 1 > c; echo 1 > sub/inner; echo 1 > /tmp/outside",
  );
  const { reader } = await watch("/tmp/k");
  expect(await changes(reader, "/tmp/k", "echo more >> a")).toEqual(["WRITE /tmp/k/a"]);
  expect(await changes(reader, "/tmp/k", "chmod 600 a; chmod 700 sub")).toEqual([]);
  expect(await changes(reader, "/tmp/k", "echo 2 > sub/inner; echo 1 > sub/other")).toEqual([]);
  expect(await changes(reader, "/tmp/k", "mv a d")).toEqual(["RENAME /tmp/k/a", "CREATE /tmp/k/d"]);
  expect(await changes(reader, "/tmp/k", "mv b c")).toEqual(["RENAME /tmp/k/b", "CREATE /tmp/k/c"]);
  expect(await changes(reader, "/tmp/k", "mv /tmp/outside c")).toEqual(["WRITE /tmp/k/c"]);
  expect(await changes(reader, "/tmp/k", "mv c /tmp/outside")).toEqual(["DELETE /tmp/k/c"]);
  expect(await changes(reader, "/tmp/k", "mkdir new; mv sub moved")).toEqual([
    "CREATE /tmp/k/new/",
    "RENAME /tmp/k/sub/",
    "CREATE /tmp/k/moved/",
  ]);
  expect(await changes(reader, "/tmp/k", "ln -s d link; ln d hard")).toEqual([
    "CREATE /tmp/k/link",
    "CREATE /tmp/k/hard",
  ]);
  expect(await changes(reader, "/tmp/k", "rm link d")).toEqual(["DELETE /tmp/k/link", "DELETE /tmp/k/d"]);
  expect(await changes(reader, "/tmp/k", "rm hard; mkdir hard")).toEqual(["DELETE /tmp/k/hard", "CREATE /tmp/k/hard/"]);
  expect(reader.gaps).toBe(0);
});

test("files that are removed right after a change of one are reported in the order of their removal", async () => {
  await its.session.sh("mkdir -p /tmp/o");
  const { reader } = await watch("/tmp/o");
  for (let round = 0; round < 10; round += 1) {
    await changes(reader, "/tmp/o", "echo 1 > a; echo 1 > b");
    const events = await changes(reader, "/tmp/o", "echo 2 >> b; chmod 600 b; rm a b");
    expect(events.filter((event) => !event.startsWith("WRITE"))).toEqual(["DELETE /tmp/o/a", "DELETE /tmp/o/b"]);
  }
});

test("changes by the API itself are reported too", async () => {
  await its.session.sh("mkdir -p /tmp/api");
  const { reader } = await watch("/tmp/api", true);
  const write = (path: string, bytes: string): Promise<unknown> =>
    its.service.api("PUT", `/browsers/${its.session.id}/fs/write_file?path=${path}`, { bytes });
  await write("/tmp/api/f", "1");
  await reader.until("CREATE /tmp/api/f");
  await write("/tmp/api/f", "2");
  await reader.until("WRITE /tmp/api/f");
  await its.session.call("PUT", "fs/create_directory", { path: "/tmp/api/x/y" });
  await reader.until("CREATE /tmp/api/x/y/");
  await its.session.call("PUT", "fs/move", { src_path: "/tmp/api/f", dest_path: "/tmp/api/x/y/g" });
  await reader.until("CREATE /tmp/api/x/y/g");
  await its.session.call("PUT", "fs/delete_directory", { path: "/tmp/api/x" });
  const events = await reader.until("DELETE /tmp/api/x/");
  expect(events.filter((event) => !event.startsWith("WRITE"))).toEqual([
    "CREATE /tmp/api/f",
    "CREATE /tmp/api/x/",
    "CREATE /tmp/api/x/y/",
    "RENAME /tmp/api/f",
    "CREATE /tmp/api/x/y/g",
    "DELETE /tmp/api/x/y/g",
    "DELETE /tmp/api/x/y/",
    "DELETE /tmp/api/x/",
  ]);
});

test("a moved directory is followed, with all its content", async () => {
  await its.session.sh("mkdir -p /tmp/m/a/b /tmp/elsewhere; echo 1 > /tmp/m/a/b/f");
  const { reader } = await watch("/tmp/m", true);
  expect(await changes(reader, "/tmp/m", "mv a z; echo 2 >> z/b/f")).toEqual([
    "RENAME /tmp/m/a/",
    "CREATE /tmp/m/z/",
    "WRITE /tmp/m/z/b/f",
  ]);
  expect(await changes(reader, "/tmp/m", "mkdir new; mv z/b new/b; echo 3 >> new/b/f; echo 1 > new/b/g")).toEqual([
    "CREATE /tmp/m/new/",
    "RENAME /tmp/m/z/b/",
    "CREATE /tmp/m/new/b/",
    "WRITE /tmp/m/new/b/f",
    "CREATE /tmp/m/new/b/g",
    "WRITE /tmp/m/new/b/g",
  ]);
  expect(await changes(reader, "/tmp/m", "mv new /tmp/elsewhere/")).toEqual([
    "DELETE /tmp/m/new/b/f",
    "DELETE /tmp/m/new/b/g",
    "DELETE /tmp/m/new/b/",
    "DELETE /tmp/m/new/",
  ]);
  // The entry is no longer in the watch.
  expect(await changes(reader, "/tmp/m", "echo 4 >> /tmp/elsewhere/new/b/f; mv /tmp/elsewhere/new back")).toEqual([
    "CREATE /tmp/m/back/",
    "CREATE /tmp/m/back/b/",
    "CREATE /tmp/m/back/b/f",
    "CREATE /tmp/m/back/b/g",
  ]);
});

test("a reader who comes after 10 000 changes is told that some are missing", async () => {
  const root = await rootOf();
  await its.session.sh("mkdir -p /tmp/late; cd /tmp/late; seq -f 0-%g 0 249 | xargs touch");
  const { id, reader } = await watch("/tmp/late");
  // A rename is two changes and costs a fraction of a new file.
  const path = (round: number, at: number): string => join(root, "tmp/late", `${round}-${at}`);
  for (let round = 0; round < 21; round += 1) {
    for (let at = 0; at < 250; at += 1) await rename(path(round, at), path(round + 1, at));
    await reader.until(`CREATE /tmp/late/${round + 1}-249`);
  }
  await its.session.sh("mkdir /tmp/late/last");
  await reader.until("CREATE /tmp/late/last/");
  const late = its.read(id);
  await late.until("CREATE /tmp/late/last/");
  expect([reader.gaps, late.gaps, late.events.length]).toEqual([0, 1, 10_000]);
  await late.stop();
});

test("files that come and go at once are reported as such, and never stay", async () => {
  await its.session.sh("mkdir -p /tmp/brief");
  const { reader } = await watch("/tmp/brief");
  const told = await changes(reader, "/tmp/brief", "for i in $(seq 40); do : > f$i; rm f$i; done; : > stays");
  for (const at of Array.from({ length: 40 }, (_, index) => index + 1)) {
    const own = told.filter((event) => event.endsWith(`/f${at}`) && !event.startsWith("WRITE"));
    expect(own).toEqual([`CREATE /tmp/brief/f${at}`, `DELETE /tmp/brief/f${at}`]);
  }
  expect(told).toContain("CREATE /tmp/brief/stays");
});

test("names that are not UTF-8 are reported, and directories with such names followed", async () => {
  await its.session.sh("mkdir -p /tmp/bytes");
  const { reader } = await watch("/tmp/bytes", true);
  const made = await changes(reader, "/tmp/bytes", `mkdir "$(printf 'd\\377')"`);
  expect(made).toEqual(["CREATE /tmp/bytes/d\ufffd/"]);
  const inside = await changes(reader, "/tmp/bytes", `: > "$(printf 'd\\377')/f"`);
  expect(inside).toEqual(["CREATE /tmp/bytes/d\ufffd/f"]);
});

test("a link to a directory is watched as the directory, links in it are not followed", async () => {
  await its.session.sh("mkdir -p /tmp/real/other /tmp/far; ln -s real /tmp/alias; ln -s /tmp/far /tmp/real/far");
  const { reader } = await watch("/tmp/alias", true);
  expect(await changes(reader, "/tmp/real", ": > /tmp/far/x; : > other/y")).toEqual(["CREATE /tmp/real/other/y"]);
});

test("the end of the watched directory itself is reported", async () => {
  await its.session.sh("mkdir -p /tmp/over/a; : > /tmp/over/a/f; mkdir /tmp/away");
  const { id, reader } = await watch("/tmp/over", true);
  await its.session.sh("rm -r /tmp/over");
  await reader.until("DELETE /tmp/over/");
  expect(reader.events).toEqual(["DELETE /tmp/over/a/f", "DELETE /tmp/over/a/", "DELETE /tmp/over/"]);
  expect((await its.session.call("DELETE", `fs/watch/${id}`)).status).toBe(204);
  await reader.done;
  const moved = await watch("/tmp/away");
  const root = await rootOf();
  await rename(join(root, "tmp/away"), join(root, "tmp/gone"));
  await moved.reader.until("DELETE /tmp/away/");
});

test("a reader is activity of the session, a watch alone is not", async () => {
  await its.session.sh("mkdir -p /tmp/idle");
  const { reader } = await watch("/tmp/idle");
  const idle = async (): Promise<number> => {
    await its.service.clock.advance(10_000);
    return (await its.service.api("GET", `/_local/browsers/${its.session.id}`)).body.idle_seconds;
  };
  await its.session.sh(": > /tmp/idle/f");
  await reader.until("CREATE /tmp/idle/f");
  expect(await idle()).toBe(0);
  await reader.stop();
  // The readers of other tests too: each of them stops with its client.
  await Promise.all(its.readers.map((one) => one.stop()));
  await until(idle, (seconds) => seconds >= 50);
});
