import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Prepared, Ran, Scene, Scenes } from "./example-scene.ts";

function output(pattern: RegExp | string): Scene {
  return { effect: ({ result }) => expect(result.stdout).toMatch(pattern) };
}

/** A record of this name is in a list. */
function has(list: string, name: string): Scene {
  return {
    prepare: ({ stage }) => stage.world.free(list, name),
    effect: async ({ stage }) => expect((await stage.send("GET", `${list}/${name}`)).body.name).toBe(name),
  };
}

/** The profile of a line is in this file. */
function keeps(path: string): Scene {
  return {
    prepare: ({ stage }) => stage.remove(path),
    effect: ({ stage }) => expect(statSync(stage.path(path)).size).toBeGreaterThan(0),
    restore: ({ stage }) => stage.restoreContent(),
  };
}

/** The key that was printed, or written, is one of the service. */
async function keyWorks({ files, result, stage }: Ran): Promise<void> {
  const key = (files[0] === undefined ? result.stdout : stage.read(files[0])).trim();
  const answer = await fetch(`${stage.baseUrl}/auth/context`, { headers: { authorization: `Bearer ${key}` } });
  expect([key === "", answer.status]).toEqual([false, 200]);
}

/** Makes the invocation of a line one that lasts. */
async function lasting({ named, stage }: Prepared): Promise<void> {
  Object.assign(named[0] ?? {}, { id: await stage.world.invoke("wait") });
}

/** Makes an invocation of `shop` that has printed an error. */
async function complained({ stage }: Prepared): Promise<void> {
  await stage.world.ensure("apps", "shop");
  const json = { app_name: "shop", version: "latest", action_name: "complain" };
  await stage.send("POST", "/invocations", { json });
}

async function isRunning({ id, stage }: Prepared): Promise<void> {
  await until(async () => (await stage.send("GET", `/invocations/${id}`)).body.status === "running");
}

/** Makes the invocation of a line one that has opened a browser. */
const withBrowser: Scene = {
  prepare: async (prepared) => {
    Object.assign(prepared.named[0] ?? {}, { id: await prepared.stage.world.invoke("browse") });
    await until(
      async () => (await prepared.stage.send("GET", `/invocations/${prepared.id}/browsers`)).body.browsers.length > 0,
    );
  },
  restore: ({ id, stage }) => stage.send("PATCH", `/invocations/${id}`, { json: { status: "failed" } }),
};

function isProject(status: string, before?: string): Scene {
  return {
    ...(before && {
      prepare: async ({ id, stage }: Prepared) => {
        await stage.send("PATCH", `/org/projects/${id}`, { json: { status: before } });
      },
    }),
    effect: async ({ id, stage }) => expect((await stage.send("GET", `/org/projects/${id}`)).body.status).toBe(status),
  };
}

/** The proxy was asked by the check. */
function checked(pattern: RegExp): Scene {
  return {
    effect: async ({ result, stage }) => {
      expect(result.stdout).toMatch(pattern);
      expect(stage.sites.proxy.asked.length).toBeGreaterThan(0);
    },
  };
}

/** The app has no version, or no longer that one. */
function withoutApp(query: string): Scene {
  return {
    effect: async ({ stage }) => expect((await stage.send("GET", `/apps?app_name=example${query}`)).body).toEqual([]),
  };
}

/** Values of a credential by their keys; the keys alone are shown. */
function keys(...names: string[]): NonNullable<Scene["effect"]> {
  return async ({ stage }) =>
    expect((await stage.send("GET", "/credentials/shop")).body.value_keys.toSorted()).toEqual(names.toSorted());
}

/** A limit that was set is gone. */
function unlimits(path: string, name: string): Scene {
  return {
    prepare: async ({ stage }) => {
      await stage.send("PATCH", path, { json: { [name]: 10 } });
    },
    effect: async ({ stage }) => expect((await stage.send("GET", path)).body[name]).toBeNull(),
  };
}

/** A credential with all values that the lines name. */
async function newCredential({ named, stage }: Prepared): Promise<void> {
  await stage.world.free("/credentials", "shop");
  Object.assign(named[0] ?? {}, { id: await stage.world.ensure("credentials", "shop") });
}

const person = [
  { prompt: /\? .*username/, answer: "ada" },
  { prompt: /\? .*password/, answer: "correct-horse" },
];

/** Scenes of stored records, apps and invocations. */
export const storedScenes: Scenes = {
  "audit-logs export --since 1d --format jsonl --out - | head -n 3": {
    effect: ({ result }) => {
      const lines = result.stdout.trimEnd().split("\n");
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event_id: expect.any(String) });
    },
  },
  "profiles import work.tar.zst --name office": has("/profiles", "office"),
  "profiles import ~/.config/chromium --name mine": has("/profiles", "mine"),
  "profiles download work": keeps("work.tar.zst"),
  "profiles download work --extract work-profile": keeps("work-profile/Local State"),
  "profiles download work --format tar --out - | tar t": output("Local State"),
  "local seed-profile cookies.json --name work": has("/profiles", "work"),
  "local seed-profile - --name test < state.json": has("/profiles", "test"),
  "profiles inspect work": {
    prepare: async ({ stage }) => {
      await stage.world.free("/profiles", "work");
      const { code, stderr } = await stage.cli(["local", "seed-profile", "cookies.json", "--name", "work"]);
      expect(code, stderr).toBe(0);
    },
  },
  "profiles get work --query last_used_at": {
    prepare: async ({ id, stage }) => {
      const json = { headless: true, profile: { id } };
      const { body } = await stage.send("POST", "/browsers", { json });
      await stage.send("DELETE", `/browsers/${body.session_id}`);
    },
  },
  "extensions download blocker": {
    prepare: ({ stage }) => stage.remove("blocker.zip"),
    effect: ({ stage }) => expect(readFileSync(stage.path("blocker.zip")).subarray(0, 2).toString()).toBe("PK"),
    restore: ({ stage }) => stage.restoreContent(),
  },
  "extensions download-web-store https://chromewebstore.google.com/detail/price-tags/jaefbcpllpekpjhpbambnepgkfadbcak":
    {
      prepare: ({ stage }) => stage.remove("price-tags.zip"),
      effect: ({ stage }) => expect(readFileSync(stage.path("price-tags.zip")).subarray(0, 2).toString()).toBe("PK"),
      restore: ({ stage }) => stage.restoreContent(),
    },
  "credentials list --domain shop.example.com -o json": {
    prepare: async ({ stage }) => {
      await stage.world.ensure("credentials", "shop");
    },
  },
  "credentials create shop --domain shop.example.com --ask username --ask password": {
    replies: person,
    effect: keys("username", "password"),
  },
  "credentials create shop --domain shop.example.com --value username=@username.txt --value password=env:PASSWORD": {
    effect: keys("username", "password"),
  },
  "credentials update shop --ask password": {
    prepare: newCredential,
    replies: person.slice(1),
    effect: keys("username", "password", "pin"),
  },
  "credentials update shop --value password=env:PASSWORD --remove-value pin": {
    prepare: newCredential,
    effect: keys("username", "password"),
  },
  "credential-providers items p7r3o1v5i9d2e8r4c6r0e1d7": {
    // Another example keeps logins from using it.
    prepare: async ({ id, stage }) => {
      await stage.send("PATCH", `/org/credential_providers/${id}`, { json: { enabled: true } });
    },
    ...output("Team/Shop"),
  },
  "credential-providers test p7r3o1v5i9d2e8r4c6r0e1d7": output(/success\s+true/),
  "credential-providers test p7r3o1v5i9d2e8r4c6r0e1d7 -o json": output('"success": true'),
  "credential-providers update p7r3o1v5i9d2e8r4c6r0e1d7 --provider-token env:OP_TOKEN": output("program"),
  "projects limits set shop --max-concurrent-sessions 0": unlimits(
    "/org/projects/shop/limits",
    "max_concurrent_sessions",
  ),
  "org limits set --default-project-max-concurrent-sessions 0": unlimits(
    "/org/limits",
    "default_project_max_concurrent_sessions",
  ),
  "projects limits get": {
    prepare: async ({ id, stage }) => {
      await stage.send("PATCH", `/org/projects/${id}/limits`, { json: { max_concurrent_sessions: 5 } });
    },
  },
  "credentials totp shop": output(/\b\d{6}\b/),
  "credentials totp shop -o json": output(/"code": "\d{6}"/),
  "proxies get x5p2r9o4x7y1k8e3n6t0l9m2 --query status": {
    prepare: async ({ id, stage }) => {
      await stage.send("POST", `/proxies/${id}/check`, { json: {} });
    },
  },
  "proxies check x5p2r9o4x7y1k8e3n6t0l9m2": {
    effect: async ({ id, stage }) => {
      const { body } = await stage.send("GET", `/proxies/${id}`);
      expect(body).toMatchObject({ status: "available", last_checked: expect.any(String) });
    },
  },
  "proxies check x5p2r9o4x7y1k8e3n6t0l9m2 --url https://example.com": checked(/available/),
  "auth connections list --profile-name customer": {
    prepare: async ({ stage }) => {
      const json = { domain: "list.example.com", profile_name: "customer" };
      await stage.api("POST", "/auth/connections", { json });
    },
  },
  "apps init": { prepare: ({ stage }) => stage.remove("example-app"), ...isApp("example-app") },
  "apps init my-app": isApp("my-app"),
  ...Object.fromEntries(
    ["scrape", "login", "download", "form", "agent", "test"].map((name) => [
      `apps init my-${name} --from-template ${name}`,
      isApp(`my-${name}`),
    ]),
  ),
  "apps delete example": withoutApp(""),
  "apps delete example --app-version 1.4.0 --yes": withoutApp("&version=1.4.0"),
  "deployments tail": output(/\S/),
  "invoke example page-title": output("Example shop"),
  "logs shop": { prepare: complained, effect: ({ result }) => expect(result.stdout).toContain("error: no price\n") },
  "logs shop --since 1h -o jsonl": {
    prepare: complained,
    effect: ({ result }) => expect(result.stdout).toMatch(/^\{.*"action":"complain".*"message":"error: no price"\}$/m),
  },
  "logs shop --follow --action import": {
    code: 130,
    prepare: async ({ stage }) => void (await stage.world.ensure("apps", "shop")),
    during: async ({ stage }, { interrupt, output }) => {
      const json = { app_name: "shop", version: "latest", action_name: "import" };
      await until(async () => {
        await stage.send("POST", "/invocations", { json });
        return output().includes("importing");
      });
      interrupt();
    },
    effect: ({ result }) => expect(result.stdout).toMatch(/^(importing\n)+$/),
  },
  "invocations list --status running": {
    prepare: async (prepared) => {
      const id = await prepared.stage.world.invoke("wait");
      await isRunning({ ...prepared, id });
    },
  },
  "invocations list --app-name shop --since 1h --all": {
    prepare: async ({ stage }) => {
      await stage.world.ensure("apps", "shop");
      const json = { app_name: "shop", version: "latest", action_name: "import", async: true };
      await stage.send("POST", "/invocations", { json });
    },
  },
  "invocations browsers": withBrowser,
  "invocations cancel": {
    prepare: lasting,
    effect: async ({ id, stage }) =>
      expect((await stage.send("GET", `/invocations/${id}`)).body).toMatchObject({ status: "failed" }),
  },
  "wait invocation i7f2 --for status=running": {
    prepare: lasting,
    effect: async ({ id, stage }) =>
      expect((await stage.send("GET", `/invocations/${id}`)).body.status).toBe("running"),
  },
  "wait deployment d4c1 --for deleted": {
    during: ({ id, stage }) => stage.send("DELETE", `/deployments/${id}`),
    effect: async ({ id, stage }) =>
      expect((await stage.send("GET", `/deployments/${id}`)).body.status).toBe("stopped"),
  },
  "invocations tail i7f2": output("opening"),
  "invocations tail i7f2 --since 5m --filter error": {
    prepare: async ({ named, stage }) => {
      Object.assign(named[0] ?? {}, { id: await stage.world.invoke("complain") });
    },
    effect: ({ result }) => {
      expect(result.stdout).toContain("error: no price");
      expect(result.stdout).not.toContain("opening");
    },
  },
  "invocations tail i7f2 --checkpoint i7f2.json >> i7f2.log": {
    effect: ({ files, stage }) => expect(stage.read(files[0] ?? "")).toContain("opening"),
  },
  "invocations tail i7f2 -o jsonl --no-follow": output(/^\{.*"opening"/m),
  "projects archive": isProject("archived"),
  "projects unarchive": isProject("active", "archived"),
  "api-keys create ci --project shop --expires-in 90d": { effect: keyWorks },
  "api-keys create ci --out-file ci.key": { effect: keyWorks },
  "api-keys create ci | gh secret set BROWSERCTL_TOKEN": {
    effect: async (ran) => {
      expect(ran.stage.read("gh.words").trim()).toBe("secret set BROWSERCTL_TOKEN");
      await keyWorks({ ...ran, files: ["gh.stdin"] });
    },
  },
  "api-keys rotate": { effect: keyWorks },
};

/** An app that can be deployed as it is. */
function isApp(directory: string): Scene {
  return {
    prepare: ({ stage }) => stage.remove(directory),
    effect: async ({ stage }) => {
      const files = execFileSync("find", [stage.path(directory), "-type", "f"])
        .toString()
        .trim()
        .split("\n");
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect(statSync(file).size, file).toBeGreaterThan(0);
    },
    restore: ({ stage }) => {
      stage.remove(directory);
      stage.restoreContent();
    },
  };
}
