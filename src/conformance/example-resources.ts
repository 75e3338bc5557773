import type { ExampleCalls } from "./example-calls.ts";
import type { Answer } from "./example-service.ts";

type Json = Record<string, unknown>;

/** Resource that a path parameter names, by the segment before the parameter. */
export interface Resource {
  /** Creates one and gives its id; `parent` is the path before the segment. */
  create: (calls: ExampleCalls, parent: string) => Promise<string>;
  /** Ends it, and with it the stream of its events. */
  end?: (calls: ExampleCalls, path: string) => Promise<Answer | undefined>;
}

/** Resources that take more than the example of the operation that creates them, see {@link creationOf}. */
export const resources: Readonly<Record<string, Resource>> = {
  browsers: {
    create: async (calls) =>
      (
        await calls.done("POST", "/browsers", {
          json: { name: `session ${calls.count()}${calls.suffix}`, timeout_seconds: 600 },
        })
      ).body.session_id,
  },
  process: {
    create: async (calls, parent) => {
      const json = { command: "sh", args: ["-c", "echo ready; cat"], allocate_tty: true };
      return (await calls.done("POST", `${parent.replace("/_local", "")}/process/spawn`, { json })).body.process_id;
    },
    end: (calls, path) => calls.done("POST", `${path}/kill`, { json: { signal: "KILL" } }),
  },
  watch: {
    create: async (calls, parent) => {
      const { body } = await calls.done("POST", `${parent}/watch`, { json: { path: "/home/user" } });
      await calls.done("PUT", `${parent}/write_file?path=/home/user/watched.txt`, { bytes: "changed" });
      return body.watch_id;
    },
    end: (calls, path) => calls.done("DELETE", path),
  },
  executors: {
    create: async (calls, parent) => {
      const executor = `executor-${calls.count()}`;
      await calls.done("POST", `${parent}/execute`, { json: { code: "return 1", executor } });
      return executor;
    },
  },
  "custom-tools": {
    create: async (calls, parent) => {
      const source = `[{ kind: "page", match: { url_patterns: ["*"] }, execute: () => 1,
        tool: { name: "tool-${calls.count()}", description: "One", inputSchema: { type: "object" } } }]`;
      return (await calls.done("POST", `${parent}/custom-tools`, { json: { namespace: "example", source } })).body
        .tools[0].id;
    },
  },
  // Only an imported profile has data to download.
  profiles: {
    create: async (calls) =>
      calls.isLocal
        ? (
            await calls.done("POST", `/_local/profiles/import?name=profile-${calls.count()}${calls.suffix}`, {
              bytes: '{"cookies":[]}',
            })
          ).body.id
        : (await calls.done("POST", "/profiles", { json: { name: `profile-${calls.count()}${calls.suffix}` } })).body
            .id,
  },
  // The example names a host that a check would look for.
  proxies: {
    create: async (calls) => {
      const json = {
        type: "custom",
        name: `proxy-${calls.count()}${calls.suffix}`,
        config: { host: "127.0.0.1", port: 9 },
      };
      return (await calls.done("POST", "/proxies", { json })).body.id;
    },
  },
  // The example's program may not be on this machine.
  credential_providers: {
    create: async (calls) => {
      const command = ["/bin/sh", "-c", `echo '{"items":[{"path":"Team/Shop"}]}'`];
      const json = { name: `provider-${calls.count()}${calls.suffix}`, provider_type: "program", command };
      return (await calls.done("POST", "/org/credential_providers", { json })).body.id;
    },
  },
  // A profile has one connection to a domain.
  connections: {
    create: async (calls) => {
      const json = {
        domain: "localhost",
        profile_name: `shop-${calls.count()}${calls.suffix}`,
        login_url: calls.loginUrl,
      };
      return (await calls.done("POST", "/auth/connections", { json })).body.id;
    },
    end: async (calls, path) => (calls.isLocal ? await calls.done("POST", `/_local${path}/cancel`) : undefined),
  },
  // A name is unique, and a browser of each is enough.
  browser_pools: {
    create: async (calls) => {
      const json = { name: `pool-${calls.count()}${calls.suffix}`, size: 1, headless: true };
      return (await calls.done("POST", "/browser_pools", { json })).body.id;
    },
  },
  deployments: { create: (calls) => calls.deploy(`1.0.${calls.count()}`) },
  invocations: {
    create: async (calls) => {
      const app = await calls.app();
      return (await calls.done("POST", "/invocations", { json: { ...app, action_name: "wait", async: true } })).body.id;
    },
    end: (calls, path) => calls.done("PATCH", path, { json: { status: "succeeded", output: "1" } }),
  },
};

/** Preparation of an operation beside the resource of its path; gives the body to send in place of the example's. */
export type Readiness = (calls: ExampleCalls, path: string) => Promise<Json | undefined>;

export const readiness: Readonly<Record<string, Readiness>> = {
  "webmcp.invokeTool": async (calls, path) => {
    const tool = '{ name: "greet", description: "Greet", execute: async () => "hello" }';
    const code = `await page.goto("${calls.loginUrl}"); await page.evaluate('document.modelContext.registerTool(${tool})');`;
    await calls.done("POST", `${path.replace(/\/webmcp$/, "")}/playwright/execute`, { json: { code } });
    const { body } = await calls.done("GET", `${path}/tools`);
    return { tool_ref: body.tools[0].tool_ref, input: {} };
  },
  "pools.release": async (calls, path) => {
    const { body } = await calls.done("POST", `${path}/acquire`, { json: { acquire_timeout_seconds: 60 } });
    return { session_id: body.session_id, reuse: false };
  },
  "authConnections.submit": async (calls, path) => {
    await calls.logIn(path);
    return await calls.answerTo(path);
  },
  "authConnections.events": async (calls, path) => {
    await calls.logIn(path);
    return undefined;
  },
  "authConnections.exchange": async (calls, path) => ({ code: (await calls.logIn(path))?.body.handoff_code }),
  "local.cancelLogin": async (calls, path) => {
    await calls.logIn(path);
    await calls.answerTo(path);
    return undefined;
  },
  "local.checkLogin": async (calls, path) => {
    if (await calls.logIn(path)) await calls.done("POST", `${path}/submit`, { json: await calls.answerTo(path) });
    await calls.until(
      async () => (await calls.done("GET", path)).body,
      ({ flow_status }) => flow_status === "SUCCESS",
    );
    return undefined;
  },
};

/** Operations whose login goes on with a later operation, by that operation: each login needs a browser. */
export const goesOn: Readonly<Record<string, string>> = {
  "authConnections.submit": "authConnections.login",
  "local.checkLogin": "authConnections.submit",
  "local.cancelLogin": "authConnections.exchange",
};
