import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { gitServer, repositories } from "../../support/servers/git-server.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { createKey } from "../../support/service/api-keys.ts";
import { appSource, eventsOf, invoke, messages } from "../../support/service/app.ts";
import { type Answer, callApi, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const repos = repositories();
let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(() => service.stop());

function formOf(source: unknown, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  if (source !== undefined) form.append("source", typeof source === "string" ? source : JSON.stringify(source));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function ended(created: Answer): Promise<Answer["body"]> {
  expect(created.status, created.text).toBe(201);
  return until(
    async () => (await service.api("GET", `/deployments/${created.body.id}`)).body,
    ({ status }) => status !== "queued" && status !== "in_progress",
  );
}

const greet = appSource('"greet": (_context: unknown, who: string) => `hello ${who}`', { name: "from-git" });

test("an app of a directory of a repository is fetched, bundled and runs; its record says where it is from", async () => {
  const path = repos.create({ "apps/shop/src/app.ts": greet, "README.md": "x" });
  const commit = repos.git(path, "rev-parse", "HEAD").trim();
  const url = `${(await onLoopback(gitServer(repos.root))).url}/${path.split("/").at(-1)}/.git`;
  const source = { type: "github", url, ref: "main", path: "apps/shop", entrypoint: "src/app.ts" };
  const form = formOf({ ...source, auth: { method: "github_token", token: "ghp_secret-1" } }, { version: "2" });
  const record = await ended(await service.api("POST", "/deployments", { form }));
  expect(record).toMatchObject({
    status: "running",
    entrypoint_rel_path: "src/app.ts",
    source_type: "github",
    source_url: url,
    source_ref: "main",
    source_path: "apps/shop",
  });
  expect(record).not.toHaveProperty("source_checksum");
  expect(messages(await eventsOf(service, `/deployments/${record.id}/events`))).toEqual([
    `fetching ${url} at main`,
    `fetched commit ${commit}`,
    "bundling src/app.ts",
  ]);
  expect(await invoke(service, "greet", { app: "from-git", version: "2", payload: "you" })).toMatchObject({
    status: "succeeded",
    output: '"hello you"',
  });
  const files = readdirSync(service.stateDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name), "latin1").includes("ghp_secret-1"), name).toBe(false);
  }
  expect(service.log.join("\n")).not.toContain("ghp_secret-1");
});

test("the members of a repository may come as parts of their own", async () => {
  const url = repos.create({ "app.ts": greet });
  const parts = { "source[type]": "github", "source.url": url, "source[ref]": "main", "source[entrypoint]": "app.ts" };
  const method = { "source[auth][method]": "github_token", "source.auth.token": "t" };
  const refused = await service.api("POST", "/deployments", { form: formOf(undefined, { ...parts, ...method }) });
  expect(refused.body.details.map((each: { message: string }) => each.message)).toEqual([
    "source.auth: is for an https address, so that nobody on the way reads the token",
  ]);
  const record = await ended(await service.api("POST", "/deployments", { form: formOf(undefined, parts) }));
  expect(record).toMatchObject({ status: "running", source_url: url.split("/").at(-1) });
});

test("a repository that cannot be fetched fails the deployment with the reason", async () => {
  const url = repos.create({ "app.ts": greet });
  const source = { type: "github", url, ref: "nope", entrypoint: "app.ts" };
  const record = await ended(await service.api("POST", "/deployments", { form: formOf(source) }));
  expect(record).toMatchObject({
    status: "failed",
    status_reason: `the repository "${url.split("/").at(-1)}" has no "nope": name a branch or a tag, or all 40 digits of a commit`,
    source_type: "github",
  });
  expect(readdirSync(join(service.stateDir, "apps", record.id))).toEqual(["events"]);
  // Paths of the machine are in no record and no log, which keys of one project read.
  const log = await service.api("GET", `/deployments/${record.id}/events`);
  expect(JSON.stringify(record) + log.text).not.toContain(url);
});

test("a wrong source is refused with each problem, without the token, and so is a file beside it", async () => {
  const auth = { method: "github_token", token: "ghp secret" };
  const wrong = await service.api("POST", "/deployments", { form: formOf({ type: "github", url: "ext::x", auth }) });
  expect([wrong.status, wrong.body.details.map((each: { message: string }) => each.message)]).toEqual([
    400,
    [
      "source.ref: is missing",
      "source.entrypoint: is missing",
      "source.url: must be an https, http, ssh or file address of a repository, or an absolute path",
      "source.auth.token: must be a token of 1 to 1024 visible ASCII characters",
    ],
  ]);
  expect(wrong.text).not.toContain("ghp secret");
  const source = { type: "github", url: "/srv/x", ref: "main", entrypoint: "app.ts" };
  const both = await service.api("POST", "/deployments", { form: formOf(source, { entrypoint_rel_path: "app.ts" }) });
  expect([both.status, both.body.details[0].message]).toEqual([
    400,
    "entrypoint_rel_path: cannot be used together with source",
  ]);
});

test("a key of one project fetches over http, not from the machine and not with its ssh keys", async () => {
  const [{ id: project_id }] = (await service.api("GET", "/org/projects")).body;
  const { key } = await createKey(service, { project_id });
  const send = async (url: string): Promise<Answer> => {
    const form = formOf({ type: "github", url, ref: "main", entrypoint: "app.ts" });
    return callApi(service.baseUrl, key, "POST", "/deployments", { form });
  };
  for (const url of [repos.create({ "app.ts": greet }), "file:///srv/x", "git@github.com:example/shop.git"]) {
    expect(await send(url), url).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  expect((await send("http://127.0.0.1:9/x")).status).toBe(201);
});
