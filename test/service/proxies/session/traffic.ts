import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ProxiedSession } from "./proxied-session.ts";

/** Tests of traffic that a proxy carries, and of traffic that bypasses it. */
export function trafficTests(own: ProxiedSession): void {
  describe("a session with a proxy", () => {
    test("reaches http, https and WebSockets through it, with user, password and CA bundle", async () => {
      expect(await own.title("http://site.test/page")).toBe("site /page");
      expect(await own.title("https://localhost/secure")).toBe("site /secure");
      expect(await own.echo("wss://localhost/")).toBe("echo hello");
      expect(await own.title("http://site.test/page")).toBe("site /page");
      expect(await own.echo("ws://site.test/")).toBe("echo hello");
      expect(own.first.asked).toEqual(
        expect.arrayContaining(["GET http://site.test/page", "CONNECT localhost:443", "CONNECT site.test:80"]),
      );
      const answers = await Promise.all([
        own.curl(own.session, "http://site.test/c"),
        own.curl(own.session, "https://localhost/c"),
      ]);
      expect(answers.map(({ body }) => body.body)).toEqual(["<title>site /c</title>", "<title>site /c</title>"]);
      expect(own.second.asked).toEqual([]);
    });

    test("goes through it to this machine, too, and in a client's own contexts", async () => {
      const url = `http://127.0.0.1:${own.plain.port}/local`;
      expect(await own.title(url)).toBe("site /local");
      expect(own.first.asked).toContain(`GET ${url}`);
      const other = await (await own.page()).context().browser()?.newContext();
      const opened = await other?.newPage();
      await opened?.goto("https://localhost/other");
      expect(await opened?.title()).toBe("site /other");
      await other?.close();
    });

    test("shows it in its record and is found by it", async () => {
      const { body } = await own.service.api("GET", `/browsers/${own.session}`);
      expect(body).toMatchObject({ proxy: { id: own.ids.first, name: "first" }, proxy_id: own.ids.first });
      const found = (await own.service.api("GET", `/browsers?query=${own.ids.first}`)).body;
      expect(found.map((each: { session_id: string }) => each.session_id)).toEqual([own.session]);
      expect(JSON.stringify(body) + own.service.log.join("")).not.toContain("secret");
    });

    test("refuses every other program of this machine", async () => {
      const { relay } = await own.browser();
      const head = "Host: site.test\r\nConnection: close\r\n\r\n";
      expect(await sent(relay, `GET http://site.test/stolen HTTP/1.1\r\n${head}`)).toMatch(
        /^HTTP\/1.1 403 .*This proxy is for one browser only/s,
      );
      expect(await sent(relay, `CONNECT localhost:443 HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1.1 403 /);
      const exec = {
        command: "sh",
        args: [
          "-c",
          `exec 3<>/dev/tcp/127.0.0.1/${relay}; printf 'GET http://site.test/stolen HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -1 <&3`,
        ],
      };
      const inside = await own.service.api("POST", `/browsers/${own.session}/process/exec`, {
        json: { ...exec, command: "bash" },
      });
      expect(Buffer.from(inside.body.stdout_b64, "base64").toString()).toBe("HTTP/1.1 403 Forbidden\r\n");
      expect(own.first.asked.join()).not.toContain("stolen");
      expect(own.service.log.join("\n")).toContain(
        "a program that is not the session's browser tried to use its proxy",
      );
    });

    test("sends no UDP around it", async () => {
      const { createSocket } = await import("node:dgram");
      const peer = createSocket("udp4");
      onTestFinished(() => void peer.close());
      const packets: string[] = [];
      peer.on("message", (data) => packets.push(data.toString("hex")));
      peer.bind(0, "127.0.0.1");
      await once(peer, "listening");
      await own.title("http://site.test/rtc");
      const gathered = await (await own.page()).evaluate(`new Promise((resolve) => {
        const found = [];
        const connection = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${peer.address().port}" }] });
        connection.createDataChannel("x");
        connection.onicecandidate = ({ candidate }) =>
          candidate?.candidate ? found.push(candidate.candidate) : resolve(found);
        connection.createOffer().then((offer) => connection.setLocalDescription(offer));
      })`);
      expect([gathered, packets]).toEqual([[], []]);
    });

    test("names the failures of its proxy", async () => {
      const failure = async (url: string) => {
        const { status, body } = await own.curl(own.session, url);
        return [status, body.net_error, body.net_error_name, body.message];
      };
      const refused = `the proxy "first" at 127.0.0.1:${own.first.port} answered 502`;
      expect(await failure("https://nowhere.test/")).toEqual([
        502,
        -111,
        "ERR_TUNNEL_CONNECTION_FAILED",
        `the request to "https://nowhere.test" failed: ERR_TUNNEL_CONNECTION_FAILED, ${refused}`,
      ]);
      expect(await own.title("https://nowhere.test/")).toBe("net::ERR_TUNNEL_CONNECTION_FAILED");
    });
  });
}

/** Response to bytes that this process sends to a port. */
async function sent(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let all = "";
  for await (const chunk of socket) all += chunk;
  return all;
}
