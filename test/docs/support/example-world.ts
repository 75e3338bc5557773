import { zstdTar } from "../../archive/support/archives.ts";
import type { Answer } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";
import type { ExampleSites } from "./example-sites.ts";

type Json = Record<string, unknown>;

/** Sends a request to the service; throws for an answer that is no success. */
export type Send = (
  method: string,
  path: string,
  options?: { json?: unknown; bytes?: string | Uint8Array<ArrayBuffer>; form?: FormData },
) => Promise<Answer>;

const profileArchive = new Uint8Array(zstdTar({ "Local State": "{}" }));

/** Actions of each app: what the examples invoke, and one that lasts until it is cancelled. */
const actions = `"page-title": () => { console.log("opening"); return { title: "Example shop" }; }, import: () => { console.log("importing"); return "imported"; },
  complain: () => { console.log("opening"); console.log("error: no price"); return 1; },
  browse: async ({ createBrowser }) => { await createBrowser({ headless: true }); await new Promise(() => setInterval(() => {}, 1000)); },
  wait: () => new Promise(() => setInterval(() => {}, 1000))`;

/**
 * Records that examples name. A record of a name is made when an example needs it, and given another name when an example
 * takes the name, so that examples work in any order.
 */
export class ExampleWorld {
  readonly #send: Send;
  readonly #sites: ExampleSites;
  #count = 0;

  constructor(send: Send, sites: ExampleSites) {
    this.#send = send;
    this.#sites = sites;
  }

  /** The id of the record of a list that an example names; undefined for a list of which nothing is made. */
  async ensure(list: string, name: string, parent?: string): Promise<string | undefined> {
    return await this.#makers[list]?.(name, parent);
  }

  /** Frees a name for an example that gives it. */
  async free(path: string, name: string): Promise<void> {
    const found = await this.#named(path, name);
    if (found === undefined) return;
    const id = String(found["session_id"] ?? found["id"]);
    if (path === "/extensions") await this.#send("DELETE", `${path}/${id}`);
    else await this.#send("PATCH", `${path}/${id}`, { json: { name: `other-${this.#next()}` } });
  }

  readonly #makers: Readonly<Record<string, (name: string, parent?: string) => Promise<string>>> = {
    browsers: async (name) => {
      const own = await this.#named("/browsers", name);
      if (own) return String(own["session_id"]);
      // One browser is enough for all who name a session.
      const [other] = (await this.#send("GET", "/browsers")).body as Json[];
      if (other) {
        await this.#send("PATCH", `/browsers/${other["session_id"]}`, { json: { name } });
        return String(other["session_id"]);
      }
      const json = { name, start_url: this.#sites.site.url, tags: { team: "web" } };
      return (await this.#send("POST", "/browsers", { json })).body.session_id;
    },
    "browsers/processes": async (_name, session) => {
      const json = { command: "sh", args: ["-c", "echo ready; cat"], allocate_tty: true };
      return (await this.#send("POST", `/browsers/${session}/process/spawn`, { json })).body.process_id;
    },
    profiles: (name) =>
      this.#stored("/profiles", name, () =>
        this.#send("POST", `/_local/profiles/import?name=${name}`, { bytes: profileArchive }),
      ),
    proxies: (name) =>
      this.#stored("/proxies", name, () =>
        this.#send("POST", "/proxies", {
          json: { type: "custom", name, config: { host: "127.0.0.1", port: this.#sites.proxy.port } },
        }),
      ),
    credentials: (name) =>
      this.#stored("/credentials", name, () =>
        this.#send("POST", "/credentials", {
          json: {
            name,
            domain: "shop.example.com",
            values: { username: "ada", password: "secret", pin: "1" },
            totp_secret: "JBSWY3DPEHPK3PXP",
          },
        }),
      ),
    credential_providers: (name) =>
      this.#stored("/org/credential_providers", name, () =>
        this.#send("POST", "/org/credential_providers", {
          json: {
            name,
            provider_type: "program",
            command: ["/bin/sh", "-c", `echo '{"items":[{"path":"Team/Shop"}]}'`],
          },
        }),
      ),
    extensions: (name) =>
      this.#stored("/extensions", name, () => {
        const form = new FormData();
        const manifest = JSON.stringify({ manifest_version: 3, name: "Price tags", version: "1" });
        const data = new Uint8Array(rawZip([{ name: "manifest.json", data: manifest }]));
        form.append("file", new File([data], "extension.zip"));
        form.append("name", name);
        return this.#send("POST", "/extensions", { form });
      }),
    browser_pools: (name) =>
      this.#stored("/browser_pools", name, () =>
        this.#send("POST", "/browser_pools", {
          json: { name, size: 2, headless: true, fill_rate_per_minute: 100_000 },
        }),
      ),
    projects: (name) =>
      this.#stored("/org/projects", name, () => this.#send("POST", "/org/projects", { json: { name } })),
    api_keys: async () =>
      (await this.#send("POST", "/org/api_keys", { json: { name: `key-${this.#next()}` } })).body.id,
    "auth/connections": async () => {
      const json = {
        domain: "localhost",
        profile_name: `customer-${this.#next()}`,
        login_url: this.#sites.demo.on("main", "/password"),
      };
      return (await this.#send("POST", "/auth/connections", { json })).body.id;
    },
    apps: (name) => this.#deploy(name, "latest"),
    "apps/versions": async (version) => {
      await this.#deploy("example", version);
      return version;
    },
    deployments: () => this.#deploy("example"),
    invocations: async () => {
      const id = await this.invoke("page-title");
      await until(async () => (await this.#send("GET", `/invocations/${id}`)).body.status === "succeeded");
      return id;
    },
  };

  /** Starts an invocation of an action of `example`. */
  async invoke(action: string): Promise<string> {
    await this.#deploy("example");
    const json = { app_name: "example", version: "latest", action_name: action, async: true };
    return (await this.#send("POST", "/invocations", { json })).body.id;
  }

  async #deploy(name: string, version = "latest"): Promise<string> {
    const known = (await this.#send("GET", `/deployments?app_name=${name}&app_version=${version}`)).body as Json[];
    const running = known.find(({ status }) => status === "running");
    if (running) return String(running["id"]);
    const form = new FormData();
    const data = `export default { name: ${JSON.stringify(name)}, actions: { ${actions} } };`;
    form.append("file", new File([new Uint8Array(rawZip([{ name: "app.mjs", data }]))], "app.zip"));
    form.append("entrypoint_rel_path", "app.mjs");
    form.append("version", version);
    const { id } = (await this.#send("POST", "/deployments", { form })).body;
    await until(async () => (await this.#send("GET", `/deployments/${id}`)).body.status === "running");
    return id;
  }

  async #stored(path: string, name: string, create: () => Promise<Answer>): Promise<string> {
    const found = await this.#named(path, name);
    return String(found?.["id"] ?? (await create()).body.id);
  }

  async #named(path: string, name: string): Promise<Json | undefined> {
    const all = (await this.#send("GET", `${path}?limit=100`)).body as Json[];
    return all.find((each) => each["name"] === name || each["id"] === name || each["session_id"] === name);
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
