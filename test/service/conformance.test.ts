import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../src/contract/index.ts";
import { deploymentForm } from "../support/app.ts";
import { operationOf } from "../support/conformance.ts";
import { type Answer, type ApiOptions, startService, type TestService } from "../support/service.ts";
import { rawZip } from "../support/zip.ts";

let service: TestService;
let target: Server;
beforeAll(async () => {
  target = createServer((_request, response) => response.setHeader("Set-Cookie", ["a=1", "b=2"]).end("hello"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  service = await startService();
});
afterAll(async () => {
  target.close();
  await service.stop();
});

/** `api` checks every answer against the declaration; here each of the operations answers once at least. */
test("every operation answers as it is declared", async () => {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const { session_id: id } = await service.create({ name: "one", telemetry: { enabled: true }, start_url: url });
  const calls: [method: string, path: string, json?: unknown][] = [
    ["GET", "/auth/context"],
    ["POST", "/browsers", { tags: { a: "b" } }],
    ["GET", "/browsers"],
    ["GET", "/browsers?limit=1"],
    ["GET", `/browsers/${id}`],
    ["PATCH", `/browsers/${id}`, { tags: { c: "d" } }],
    ["POST", `/browsers/${id}/curl`, { url }],
    ["POST", `/browsers/${id}/curl`, { url, response_encoding: "base64" }],
    ["POST", `/browsers/${id}/computer/screenshot`],
    ["POST", `/browsers/${id}/computer/screenshot`, { region: { x: 0, y: 0, width: 10, height: 10 } }],
    ["POST", `/browsers/${id}/computer/click_mouse`, { x: 1, y: 1 }],
    ["POST", `/browsers/${id}/computer/move_mouse`, { x: 2, y: 2, smooth: false }],
    [
      "POST",
      `/browsers/${id}/computer/drag_mouse`,
      {
        path: [
          [1, 1],
          [3, 3],
        ],
        smooth: false,
        step_delay_ms: 0,
      },
    ],
    ["POST", `/browsers/${id}/computer/scroll`, { x: 1, y: 1, delta_y: 1 }],
    ["POST", `/browsers/${id}/computer/press_key`, { keys: ["Escape"] }],
    ["POST", `/browsers/${id}/computer/type`, { text: "a" }],
    ["POST", `/browsers/${id}/computer/cursor`, { hidden: true }],
    ["POST", `/browsers/${id}/computer/get_mouse_position`],
    ["POST", `/browsers/${id}/computer/clipboard/write`, { text: "a" }],
    ["POST", `/browsers/${id}/computer/clipboard/read`],
    ["POST", `/browsers/${id}/computer/batch`, { actions: [{ type: "sleep", sleep: { duration_ms: 0 } }] }],
    ["POST", `/browsers/${id}/playwright/execute`, { code: "return 1" }],
    ["POST", `/browsers/${id}/process/exec`, { command: "true" }],
    ["GET", `/_local/browsers/${id}/processes`],
    ["GET", "/_local/status"],
    ["GET", "/_local/support"],
    ["GET", "/_local/chaos"],
    ["PUT", "/_local/chaos", { spec: "latency=0ms,seed=1" }],
    ["DELETE", "/_local/chaos"],
    ["GET", `/_local/browsers/${id}`],
    ["DELETE", `/browsers/${id}`],
    ["GET", "/browsers?status=all"],
    ["GET", `/_local/browsers/${id}`],
    ["POST", "/_local/stop"],
  ];
  const called = new Set<string | undefined>();
  const call = async (method: string, path: string, json?: unknown) => {
    const answer = await service.api(method, path, json === undefined ? {} : { json });
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
    called.add(operationOf(method, path)?.id);
    return answer;
  };
  const callFiles = async (): Promise<void> => {
    const fs = `/browsers/${id}/fs`;
    const send = async (method: string, path: string, options: ApiOptions): Promise<Answer> => {
      const answer = await service.api(method, path, options);
      expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
      called.add(operationOf(method, path)?.id);
      return answer;
    };
    const form = (...parts: [string, string | File][]): ApiOptions => {
      const made = new FormData();
      for (const [name, value] of parts) made.append(name, value);
      return { form: made };
    };
    const zip = new File([new Uint8Array(rawZip([{ name: "a", data: "1" }]))], "a.zip");
    const manifest = JSON.stringify({ manifest_version: 3, name: "n", version: "1" });
    const extension = new File([new Uint8Array(rawZip([{ name: "manifest.json", data: manifest }]))], "e.zip");
    await send("PUT", `${fs}/write_file?path=/tmp/a`, { bytes: "text" });
    await send("POST", `${fs}/upload`, form(["files[0][dest_path]", "/tmp/b"], ["files[0][file]", zip]));
    await send("POST", `${fs}/upload_zip`, form(["dest_path", "/tmp/z"], ["zip_file", zip]));
    for (const [operation, path] of Object.entries({
      read_file: "a",
      file_info: "a",
      list_files: "",
      download_dir_zip: "z",
    })) {
      await call("GET", `${fs}/${operation}?path=/tmp/${path}`);
    }
    await call("PUT", `${fs}/create_directory`, { path: "/tmp/d" });
    await call("PUT", `${fs}/move`, { src_path: "/tmp/a", dest_path: "/tmp/d/a" });
    await call("PUT", `${fs}/set_file_permissions`, { path: "/tmp/d/a", mode: "600" });
    await call("PUT", `${fs}/delete_file`, { path: "/tmp/d/a" });
    await call("PUT", `${fs}/delete_directory`, { path: "/tmp/d" });
    const { body } = await call("POST", `${fs}/watch`, { path: "/tmp" });
    const [following] = await Promise.all([
      call("GET", `${fs}/watch/${body.watch_id}/events`),
      call("DELETE", `${fs}/watch/${body.watch_id}`),
    ]);
    expect(following.text).toBe("");
    await send(
      "POST",
      `/browsers/${id}/extensions`,
      form(["extensions.name", "e"], ["extensions.zip_file", extension]),
    );
    await send("POST", "/extensions", form(["name", "stored"], ["file", extension]));
    await call("GET", "/extensions");
    await call("GET", "/extensions/stored/metadata");
    await call("GET", "/extensions/stored");
    await call("DELETE", "/extensions/stored");
    await call("POST", "/profiles", { name: "p" });
    await call("GET", "/profiles");
    await call("GET", "/profiles/p");
    await call("PATCH", "/profiles/p", { name: "q" });
    await call("GET", "/profiles/q/download");
    await call("DELETE", "/profiles/q");
    await send("POST", "/_local/profiles/import?name=old", { bytes: "{}" });
    await call("GET", "/profiles/old/download");
  };
  const callApps = async (): Promise<void> => {
    const source = `export default { name: "declared", actions: {
      one: () => 1,
      long: () => new Promise((go) => setTimeout(go, 100_000)) } };`;
    const form = deploymentForm({ "app.mjs": source }, { entrypoint_rel_path: "app.mjs", version: "1" });
    const created = await service.api("POST", "/deployments", { form });
    called.add(operationOf("POST", "/deployments")?.id);
    const deployment = `/deployments/${created.body.id}`;
    // It ends when the app is ready.
    expect((await call("GET", `${deployment}/events`)).text).toContain('"status":"running"');
    await call("GET", deployment);
    await call("GET", "/deployments");
    await call("GET", "/apps");
    const app = { app_name: "declared", version: "1" };
    const { body: done } = await call("POST", "/invocations", { ...app, action_name: "one" });
    expect((await call("GET", `/invocations/${done.id}/events`)).text).toContain('"output":"1"');
    const { body: long } = await call("POST", "/invocations", { ...app, action_name: "long", async: true });
    await call("GET", "/invocations");
    await call("GET", `/invocations/${long.id}`);
    await call("GET", `/invocations/${long.id}/browsers`);
    await call("DELETE", `/invocations/${long.id}/browsers`);
    await call("PATCH", `/invocations/${long.id}`, { status: "succeeded", output: "2" });
    await call("DELETE", deployment);
  };
  const { body: spawned } = await call("POST", `/browsers/${id}/process/spawn`, { command: "cat", allocate_tty: true });
  const process = `/browsers/${id}/process/${spawned.process_id}`;
  await call("GET", `${process}/status`);
  await call("POST", `${process}/resize`, { rows: 10, cols: 20 });
  await call("POST", `${process}/stdin`, { data_b64: "YQo=" });
  await call("POST", `${process}/kill`, { signal: "KILL" });
  await call("POST", `/_local${process}/stdin/close`);
  await call("GET", `${process}/stdout/stream`);
  await callFiles();
  await callApps();
  for (const [method, path, json] of calls) await call(method, path, json);
  expect([...called].sort()).toEqual(operations.map((operation) => operation.id).sort());
  expect(await service.running.stopped).toBe("it was asked to");
});

test("a network failure has its own body", async () => {
  const other = await startService();
  const { session_id } = await other.create();
  const answer = await other.api("POST", `/browsers/${session_id}/curl`, { json: { url: "http://127.0.0.1:1/" } });
  expect(answer).toMatchObject({ status: 502, body: { code: "network_error", net_error: -312 } });
  expect(answer.headers.get("x-should-retry")).toBe("false");
  await other.stop();
});
