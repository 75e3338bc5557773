import { describe, expect, test } from "vitest";
import { until } from "../../../support/until.ts";
import type { ProxiedSession } from "./proxied-session.ts";

/** Tests of another proxy, or none, for a running session. */
export function updateTests(own: ProxiedSession): void {
  describe("an update of the proxy", () => {
    test("switches to another server at once and cuts what goes through the old one", async () => {
      await own.title("https://localhost/holder");
      const read = await own.endlessRead();
      const socket = await own.openSocket();
      const { pid } = await own.browser();
      const before = own.first.asked.length;
      const answer = await own.update(own.session, { proxy: { name: "second" } });
      expect(answer.body.proxy).toEqual({ id: own.ids.second, name: "second" });
      expect([await read.end, await socket.end]).toEqual(["cut", "cut"]);
      expect(await own.title("https://localhost/after")).toBe("site /after");
      expect(own.second.asked).toContain("CONNECT localhost:443");
      expect([own.first.asked.length, (await own.browser()).pid]).toEqual([before, pid]);
    });

    test("takes the requests that wait for an answer of the old one to the new one", async () => {
      const silent = await own.started({ hosts: own.hosts() });
      silent.silent = true;
      await own.update(own.session, { proxy: { id: await own.store(silent, { config: { ca_bundle: own.ca } }) } });
      const title = own.title("https://localhost/waited");
      await until(
        () => silent.asked,
        (asked) => asked.includes("CONNECT localhost:443"),
      );
      await own.update(own.session, { proxy: { name: "second" } });
      expect(await title).toBe("site /waited");
    });

    test("with a wrong reference changes nothing", async () => {
      await own.store(own.second, { name: "twin" });
      const newest = await own.store(own.second, { name: "twin" });
      const cases: [object, string][] = [
        [{ proxy: { id: "nope" } }, 'proxy.id: there is no proxy "nope"'],
        [{ proxy: { name: "SECOND" } }, 'proxy.name: there is no proxy "SECOND"'],
        [{ proxy: { name: "twin" } }, 'proxy.name: several proxies have the name "twin": use the id of one'],
        [{ proxy: {} }, "proxy: must have exactly one of mode, id, name"],
        [{ proxy: { id: newest, name: "twin" } }, "proxy: must have exactly one of mode, id, name"],
        [{ proxy: { id: newest }, proxy_id: newest }, "proxy_id: cannot be combined with proxy"],
        [{ proxy_id: "nope" }, 'proxy_id: there is no proxy "nope"'],
      ];
      for (const [json, message] of cases) {
        for (const answer of [
          await own.update(own.session, json),
          await own.service.api("POST", "/browsers", { json }),
        ]) {
          expect([answer.status, answer.body.code, answer.body.details?.[0]]).toEqual([
            400,
            "bad_request",
            { code: "invalid_input", message },
          ]);
        }
      }
      expect((await own.service.api("GET", `/browsers/${own.session}`)).body.proxy.id).toBe(own.ids.second);
    });
  });
}
