import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { projects } from "../../../src/service/projects/project-table.ts";
import { chosenProxy } from "../../../src/service/proxies/chosen-proxy.ts";
import { Proxies } from "../../../src/service/proxies/proxies.ts";
import { proxyFlags } from "../../../src/service/proxies/session-proxy.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";

const body = { type: "custom", name: "office", config: { host: "proxy.test", port: 3128 } } as const;

test("a proxy of another project is unknown, by id and by name, and does not make a name ambiguous", async () => {
  const { proxies, own, foreign } = await twoProjects();
  const theirs = proxies.create(foreign, body);
  for (const [fields, message] of [
    [{ proxy: { id: theirs.id } }, `proxy.id: there is no proxy "${theirs.id}"`],
    [{ proxy: { name: "office" } }, 'proxy.name: there is no proxy "office"'],
    [{ proxy_id: theirs.id }, `proxy_id: there is no proxy "${theirs.id}"`],
  ] as const) {
    expect(() => chosenProxy(proxies, own, fields)).toThrow(
      expect.objectContaining({ kind: "invalid", problems: [problem(message)] }),
    );
  }
  const ours = proxies.create(own, body);
  expect(chosenProxy(proxies, own, { proxy: { name: "office" } })?.proxy?.id).toBe(ours.id);
  expect(proxies.list(own).items.map(({ id }) => id)).toEqual([ours.id]);
});

test("a request without a choice leaves the proxy alone, and an empty proxy_id removes it", async () => {
  const { proxies, own } = await twoProjects();
  expect(chosenProxy(proxies, own, { disable_default_proxy: true })).toBeUndefined();
  expect(chosenProxy(proxies, own, { proxy_id: "" })).toEqual({});
  expect(chosenProxy(proxies, own, { proxy_id: null })).toEqual({});
  expect(chosenProxy(proxies, own, { proxy: { mode: "default" } })).toEqual({ mode: "default" });
});

test("flags leave no name to resolve and no loopback to reach around the proxy", () => {
  expect(proxyFlags(8080, ["*.intern", "a.test"])).toEqual([
    "--proxy-server=http://127.0.0.1:8080",
    "--proxy-bypass-list=<-loopback>;*.intern;a.test",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE *.intern , EXCLUDE a.test",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ]);
});

async function twoProjects() {
  const stateDir = await tempDir();
  const clock = new Clock();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  onTestFinished(() => {
    store.close();
    rmSync(stateDir, { recursive: true });
  });
  const project = (name: string) =>
    store.rows(projects).insert({ name, status: "active", isDefault: false, updatedAt: 0 }).id;
  return { proxies: new Proxies({ store, clock }), own: project("own"), foreign: project("foreign") };
}

function problem(message: string) {
  const [path = "", text = ""] = message.split(/: (.*)/s);
  return { path, message: text };
}
