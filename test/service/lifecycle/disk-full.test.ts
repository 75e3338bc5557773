import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApiOptions } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { smallDisk } from "./support/small-disk.ts";

test("on a full disk calls are answered disk_full, and the service and its log continue when there is room", async () => {
  const disk = await smallDisk("160m");
  const { child, api } = await disk.start();
  const { body: session } = await api("POST", "/browsers", { json: { name: "first" } });
  const fs = `/browsers/${session.session_id}/fs`;
  expect((await api("POST", "/profiles", { json: { name: "before" } })).status).toBe(201);
  disk.fill();
  const full = async (method: string, path: string, options: ApiOptions): Promise<void> => {
    const answer = await api(method, path, options);
    expect([answer.status, answer.body?.code], `${method} ${path} ${answer.text}`).toEqual([500, "disk_full"]);
    expect(answer.body.message).toContain("no space left");
  };
  await full("POST", "/browsers", { json: {} });
  await full("PUT", `${fs}/write_file?path=/home/user/a`, { bytes: "text" });
  // The rest of a large body is still on its way when the write fails.
  const large = Buffer.alloc(8 * 2 ** 20, 1);
  await full("PUT", `${fs}/write_file?path=/home/user/large`, { bytes: large });
  const upload = new FormData();
  upload.append("files[0].dest_path", "/home/user/large");
  upload.append("files[0].file", new File([large], "large"));
  await full("POST", `${fs}/upload`, { form: upload });
  // The end of the form is invalid too, but the full disk is reported first.
  const boundary = "--b\r\n";
  const head = 'content-disposition: form-data; name="files[0].file"; filename="large"\r\n\r\n';
  for (const tail of ["", "\r\n--b\r\nno header\r\n\r\n", "\r\n--b"]) {
    const bytes = Buffer.concat([Buffer.from(`${boundary}${head}`), large, Buffer.from(tail)]);
    const headers = { "Content-Type": "multipart/form-data; boundary=b" };
    await full("POST", `${fs}/upload`, { raw: bytes, headers });
  }
  const zip = new FormData();
  zip.append("dest_path", "/home/user");
  zip.append("zip_file", new File([large], "large.zip"));
  await full("POST", `${fs}/upload_zip`, { form: zip });
  const form = new FormData();
  form.append("name", "e");
  form.append("file", new File(["no zip"], "e.zip"));
  await full("POST", "/extensions", { form });
  await full("POST", "/_local/profiles/import?name=imported", { bytes: '{"cookies":[]}' });
  // Changes of the database have room until its log has grown; after that they are refused too, one by one.
  const names = Array.from({ length: 60 }, (_, at) => `p${at}-${"x".repeat(200)}`);
  const created = [];
  for (const name of names) created.push(await api("POST", "/profiles", { json: { name } }));
  for (const answer of created)
    expect(["201 undefined", "500 disk_full"]).toContain(`${answer.status} ${answer.body.code}`);
  expect(created.some(({ status }) => status === 500)).toBe(true);
  // Reading continues to work, and so does ending a session.
  expect((await api("GET", "/profiles/before")).status).toBe(200);
  expect((await api("GET", `/browsers/${session.session_id}`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
  const logged = (): string => readFileSync(join(disk.dir, "service.log"), "utf8");
  const before = logged().length;
  disk.clear();
  expect((await api("PUT", `${fs}/write_file?path=/home/user/a`, { bytes: "text" })).status).toBe(201);
  expect((await api("POST", "/profiles", { json: { name: "after" } })).status).toBe(201);
  expect((await api("DELETE", `/browsers/${session.session_id}`)).status).toBe(204);
  await until(
    () => logged().slice(before),
    (text) => text.includes("POST /profiles 201"),
  );
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
});
