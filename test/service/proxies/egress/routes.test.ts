import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StartedProxy, startProxy } from "../../../support/servers/proxy-server.ts";
import { FilteredSessions } from "./filtered-sessions.ts";

const own = new FilteredSessions();
const proxies: StartedProxy[] = [];
let office: { proxy: StartedProxy; id: string };
let branch: { proxy: StartedProxy; id: string };

beforeAll(async () => {
  await own.open();
  office = await stored("office");
  branch = await stored("branch", { bypass_hosts: ["direct.good.localhost"] });
});
afterAll(async () => {
  await own.close();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

/** Stored proxy that knows every name of these tests. */
async function stored(name: string, more: object = {}): Promise<{ proxy: StartedProxy; id: string }> {
  const names = ["good", "a.good", "b.a.good", "direct.good", "other"];
  const hosts = Object.fromEntries(names.map((each) => [`${each}.localhost:${own.good.port}`, own.good.port]));
  const proxy = await startProxy({ hosts, credentials: `${name}:secret` });
  proxies.push(proxy);
  const config = { host: "127.0.0.1", port: proxy.port, username: name, password: "secret" };
  const { body } = await own.service.api("POST", "/proxies", { json: { type: "custom", name, config, ...more } });
  return { proxy, id: body.id };
}

/** Names of the proxies that have seen a host since the last question. */
function seenBy(): string[] {
  const seen = Object.entries({ office, branch }).flatMap(([name, { proxy }]) =>
    proxy.asked.splice(0).map((line) => `${name} ${/\/\/([^:/]+)/.exec(line)?.[1]}`),
  );
  // Chromium has requests of its own.
  return [...new Set(seen)].filter((each) => each.endsWith(".localhost"));
}

const create = (network: object, more: object = {}) =>
  own.service.api("POST", "/browsers", { json: { headless: true, timeout_seconds: 600, network, ...more } });

describe("proxy_routes", () => {
  test("send the most exact host through its proxy, whatever their order, and others directly", async () => {
    const { status, body, text } = await create({
      proxy_routes: [
        { hosts: ["*.good.localhost"], proxy: { id: office.id } },
        { hosts: ["*.A.good.localhost", "a.good.localhost", "direct.good.localhost"], proxy: { name: "branch" } },
      ],
    });
    expect(status, text).toBe(200);
    expect(body.network.proxy_routes).toEqual([
      { hosts: ["*.good.localhost"], proxy: { id: office.id } },
      { hosts: ["*.a.good.localhost", "a.good.localhost", "direct.good.localhost"], proxy: { id: branch.id } },
    ]);
    const id = body.session_id;
    const way = async (host: string) => {
      expect(await own.curl(id, own.url(host))).toBe(200);
      return seenBy();
    };
    expect(await way("a.good.localhost")).toEqual(["branch a.good.localhost"]);
    expect(await way("b.a.good.localhost")).toEqual(["branch b.a.good.localhost"]);
    expect(await way("good.localhost")).toEqual([]);
    expect(await way("other.localhost")).toEqual([]);
    // The proxy's own exceptions still count.
    expect(await way("direct.good.localhost")).toEqual([]);
    expect(await own.curl(id, own.url("c.good.localhost"))).toBe(502);
    expect(seenBy()).toEqual(["office c.good.localhost"]);
  });

  test("go before the session's proxy, which can be changed without a restart", async () => {
    const routes = { proxy_routes: [{ hosts: ["a.good.localhost"], proxy: { id: branch.id } }] };
    const { body } = await create(routes, { proxy: { id: office.id } });
    const curl = (host: string) => own.curl(body.session_id, own.url(host));
    expect([await curl("a.good.localhost"), await curl("other.localhost")]).toEqual([200, 200]);
    expect(seenBy().sort()).toEqual(["branch a.good.localhost", "office other.localhost"]);
    await own.service.api("PATCH", `/browsers/${body.session_id}`, { json: { proxy: { mode: "direct" } } });
    expect([await curl("a.good.localhost"), await curl("other.localhost")]).toEqual([200, 200]);
    expect(seenBy()).toEqual(["branch a.good.localhost"]);
  });

  test("do not fall back when their proxy is gone, and keep one that was deleted", async () => {
    const dying = await stored("dying");
    const { body } = await create({ proxy_routes: [{ hosts: ["a.good.localhost"], proxy: { name: "dying" } }] });
    expect((await own.service.api("DELETE", `/proxies/${dying.id}`)).status).toBe(204);
    expect(await own.curl(body.session_id, own.url("a.good.localhost"))).toBe(200);
    expect(dying.proxy.asked).toHaveLength(1);
    await dying.proxy.stop();
    expect(await own.curl(body.session_id, own.url("a.good.localhost"))).toBe("ERR_PROXY_CONNECTION_FAILED");
  });

  test("lead allowed hosts alone", async () => {
    const { body } = await create({
      allowed_hosts: ["a.good.localhost"],
      proxy_routes: [{ hosts: ["*.good.localhost"], proxy: { id: office.id } }],
    });
    const curl = (host: string) => own.curl(body.session_id, own.url(host));
    expect([await curl("a.good.localhost"), await curl("b.a.good.localhost")]).toEqual([200, "ERR_BLOCKED_BY_CLIENT"]);
    expect(seenBy()).toEqual(["office a.good.localhost"]);
  });

  test.each([
    [
      [{ hosts: ["a.example.com"], proxy: { id: "nope" } }],
      'network.proxy_routes[0].proxy.id: there is no proxy "nope"',
    ],
    [
      [{ hosts: ["a.example.com"], proxy: { name: "nope" } }],
      'network.proxy_routes[0].proxy.name: there is no proxy "nope"',
    ],
    [
      [{ hosts: ["a.example.com:80"], proxy: { name: "office" } }],
      'network.proxy_routes[0].hosts[0]: must be a host without a port, since every port of it counts, not "a.example.com:80"',
    ],
    [
      [{ hosts: ["10.0.0.1"], proxy: { name: "office" } }],
      'network.proxy_routes[0].hosts[0]: must be a host name, not "10.0.0.1"',
    ],
    [
      [
        { hosts: ["a.example.com"], proxy: { name: "office" } },
        { hosts: ["b.example.com", "A.example.com"], proxy: { name: "branch" } },
      ],
      'network.proxy_routes[1].hosts[1]: "a.example.com" is also in network.proxy_routes[0]; a host is in one route only',
    ],
  ])("refuse %j", async (proxy_routes, message) => {
    const { status, body } = await create({ proxy_routes });
    expect([status, body.details.map((each: { message: string }) => each.message)]).toEqual([400, [message]]);
  });

  test("do not lead private hosts", async () => {
    const { body } = await create({
      private_hosts: ["*.corp.example.com"],
      proxy_routes: [{ hosts: ["a.corp.example.com"], proxy: { name: "office" } }],
    });
    expect(body.details[0].message).toBe(
      'network.proxy_routes[0].hosts[0]: "a.corp.example.com" is also in network.private_hosts, whose hosts are reached directly',
    );
  });
});

describe("private_hosts", () => {
  test("are reached directly beside a proxy, and nothing else of this machine is", async () => {
    const { body } = await create({ private_hosts: [`good.localhost:${own.good.port}`] });
    expect(await own.curl(body.session_id, own.url("good.localhost"))).toBe(200);
    const reached = await own.arrived(async () => {
      for (const host of ["evil.localhost", "localhost", "127.0.0.1", "[::1]"]) {
        const url = `http://${host}:${own.evil.port}/`;
        expect(await own.curl(body.session_id, url)).toBe("ERR_BLOCKED_BY_CLIENT");
      }
    });
    expect(reached).toEqual([]);
    await own.service.api("PATCH", `/browsers/${body.session_id}`, { json: { proxy: { id: office.id } } });
    expect(await own.curl(body.session_id, own.url("good.localhost"))).toBe(200);
    expect(seenBy()).toEqual([]);
    expect(await own.curl(body.session_id, own.url("other.localhost"))).toBe(200);
    expect(seenBy()).toEqual(["office other.localhost"]);
  });
});
