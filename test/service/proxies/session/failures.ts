import { describe, expect, test } from "vitest";
import type { ProxiedSession } from "./proxied-session.ts";

/** Hosts without a proxy. A session that changes to a proxy with others gets a new browser. */
export const bypass_hosts = ["127.0.0.1", "*.localhost", "localhost"];

/** Tests of proxies that refuse, end, are slow or are deleted, and of hosts without one. */
export function failureTests(own: ProxiedSession): void {
  describe("a proxy", () => {
    test("with a wrong password, without one, and down is named in every answer", async () => {
      const wrong = await own.store(own.first, {
        name: "wrong",
        config: { username: "user", password: "wrong!", ca_bundle: own.ca },
      });
      await own.update(own.session, { proxy: { id: wrong } });
      const names = async () => {
        const answers = await Promise.all([
          own.curl(own.session, "http://site.test/"),
          own.curl(own.session, "https://localhost/"),
        ]);
        return answers.map(({ body }) => [body.net_error, body.net_error_name, body.message.split(", ")[1]]);
      };
      const refused = [
        -127,
        "ERR_PROXY_AUTH_REQUESTED",
        `the proxy "wrong" at 127.0.0.1:${own.first.port} refused the user or the password (407)`,
      ];
      expect(await names()).toEqual([refused, refused]);
      expect(await own.title("http://site.test/")).toBe("");
      expect(await (await own.page()).innerText("body")).toContain("refused the user or the password (407)");
      const down = await own.started({ hosts: {} });
      await down.stop();
      await own.update(own.session, { proxy: { id: await own.store(down, { config: { ca_bundle: own.ca } }) } });
      const dead = [-130, "ERR_PROXY_CONNECTION_FAILED", `the proxy at 127.0.0.1:${down.port} refused the connection`];
      expect(await names()).toEqual([dead, dead]);
    });

    test("that dies in the middle cuts the page's downloads, and the next request names it", async () => {
      const dying = await own.started({ hosts: own.hosts() });
      await own.update(own.session, { proxy: { id: await own.store(dying, { config: { ca_bundle: own.ca } }) } });
      await own.title("https://localhost/holder");
      const tunnelled = await own.endlessRead();
      dying.cut();
      expect(await tunnelled.end).toBe("cut");
      await own.title("http://site.test/holder");
      const forwarded = await own.endlessRead();
      await dying.stop();
      expect(await forwarded.end).toBe("cut");
      expect((await own.curl(own.session, "https://localhost/")).body.net_error_name).toBe(
        "ERR_PROXY_CONNECTION_FAILED",
      );
    });

    test("that answers nothing ends at the limit of the request", async () => {
      const silent = await own.started({ hosts: own.hosts() });
      silent.silent = true;
      await own.update(own.session, { proxy: { id: await own.store(silent, { config: { ca_bundle: own.ca } }) } });
      const json = { url: "https://localhost/", timeout_ms: 1_000 };
      const answer = await own.service.api("POST", `/browsers/${own.session}/curl`, { json });
      expect(answer.body.net_error_name).toBe("ERR_TIMED_OUT");
    });

    test("over TLS is trusted by its CA bundle", async () => {
      const tls = await own.started({ hosts: own.hosts(), tls: "trusted", credentials: "user:secret" });
      const config = { username: "user", password: "secret", ca_bundle: own.ca };
      const id = await own.store(tls, { config, protocol: "https" });
      await own.update(own.session, { proxy: { id } });
      expect(await own.title("https://localhost/over-tls")).toBe("site /over-tls");
      expect(await own.title("http://site.test/over-tls")).toBe("site /over-tls");
      expect(tls.asked).toEqual(expect.arrayContaining(["CONNECT localhost:443", "GET http://site.test/over-tls"]));
    });

    test("that is deleted serves its running session until another one is chosen", async () => {
      const gone = await own.started({ hosts: own.hosts() });
      const id = await own.store(gone, { name: "gone", config: { ca_bundle: own.ca } });
      await own.update(own.session, { proxy: { id } });
      expect((await own.service.api("DELETE", `/proxies/${id}`)).status).toBe(204);
      expect(await own.title("http://site.test/gone")).toBe("site /gone");
      expect((await own.service.api("GET", `/browsers/${own.session}`)).body.proxy).toEqual({ id, name: "gone" });
      expect((await own.update(own.session, { proxy: { id } })).status).toBe(400);
    });

    test("is removed and brought back with the browser's tabs and cookies, and not asked for the hosts to bypass", async () => {
      await own.update(own.session, { proxy: { name: "second" } });
      expect(await own.title("http://site.test/tab")).toBe("site /tab");
      await (await own.page()).evaluate('document.cookie = "kept=yes; max-age=600"');
      const removed = await own.update(own.session, { proxy: { mode: "direct" } });
      expect([removed.status, removed.body.proxy, removed.body.proxy_id], removed.text).toEqual([
        200,
        { mode: "direct" },
        undefined,
      ]);
      expect((await own.update(own.session, { proxy_id: "" })).body).not.toHaveProperty("proxy");
      const before = own.second.asked.length;
      expect(await own.title(`http://127.0.0.1:${own.plain.port}/direct`)).toBe("site /direct");
      expect((await own.curl(own.session, `https://localhost:${own.secure.port}/`)).body.net_error_name).toBe(
        "ERR_CERT_AUTHORITY_INVALID",
      );
      expect(own.second.asked.length).toBe(before);
      const mine = await own.started({ hosts: own.hosts() });
      const id = await own.store(mine, { name: "mine", bypass_hosts, config: { ca_bundle: own.ca } });
      const back = await own.update(own.session, { proxy_id: id });
      expect(back.body.proxy).toEqual({ id, name: "mine" });
      expect(await own.title(`http://127.0.0.1:${own.plain.port}/bypassed`)).toBe("site /bypassed");
      expect(await own.title(`http://a.localhost:${own.plain.port}/bypassed`)).toBe("site /bypassed");
      expect(await own.title(`https://localhost:${own.secure.port}/bypassed`)).toBe("site /bypassed");
      expect(await own.title("http://site.test/again")).toBe("site /again");
      expect(await (await own.page()).evaluate("document.cookie")).toBe("kept=yes");
      expect(mine.asked.filter((each) => !/favicon|google/.test(each))).toEqual(["GET http://site.test/again"]);
    });
  });
}
