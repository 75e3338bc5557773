import https from "node:https";
import net from "node:net";
import { expect, test } from "vitest";
import { BrowserCurl } from "../../../src/service/chromium/curl/curl.ts";
import { listen, openPage, startBrowser } from "../../support/servers/curl-target.ts";

interface ClientHello {
  ciphers: number[];
  extensions: number[];
  alpn: string[];
}

/** GREASE values (RFC 8701) are chosen at random for each connection. */
const isGrease = (value: number) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

/** Cipher list in order, set of extensions (Chromium shuffles them) and ALPN of a TLS ClientHello (RFC 8446 4.1.2). */
function parseClientHello(record: Buffer): ClientHello {
  let at = 5 + 4 + 2 + 32;
  at += 1 + record.readUInt8(at);
  const numbers = (start: number, length: number) =>
    Array.from({ length: length / 2 }, (_, index) => record.readUInt16BE(start + index * 2));
  const ciphers = numbers(at + 2, record.readUInt16BE(at)).filter((value) => !isGrease(value));
  at += 2 + record.readUInt16BE(at);
  at += 1 + record.readUInt8(at);
  const end = at + 2 + record.readUInt16BE(at);
  const extensions: number[] = [];
  const alpn: string[] = [];
  for (at += 2; at < end; at += 4 + record.readUInt16BE(at + 2)) {
    const type = record.readUInt16BE(at);
    if (!isGrease(type)) extensions.push(type);
    if (type !== 16) continue;
    const last = at + 4 + record.readUInt16BE(at + 2);
    for (let name = at + 6; name < last; name += 1 + record.readUInt8(name))
      alpn.push(record.toString("latin1", name + 1, name + 1 + record.readUInt8(name)));
  }
  return { ciphers, extensions: extensions.toSorted((a, b) => a - b), alpn };
}

/** A server that reads one ClientHello and hangs up. */
async function capture(send: (url: string) => Promise<unknown>): Promise<ClientHello> {
  const hello = Promise.withResolvers<ClientHello>();
  const server = net.createServer((socket) => {
    let data = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      data = Buffer.concat([data, chunk]);
      if (data.length < 5 || data.length < 5 + data.readUInt16BE(3)) return;
      hello.resolve(parseClientHello(data));
      socket.destroy();
    });
  });
  const target = await listen(server, "https");
  const [seen] = await Promise.all([hello.promise, send(target.url).catch(() => {})]);
  await target.stop();
  return seen;
}

test("the ClientHello is that of a page, not that of Node", async () => {
  await using browser = await startBrowser();
  const curl = new BrowserCurl(browser.chromium.connection, browser.chromium.connection.hiddenTabs);
  const ofPage = await capture((url) => openPage(browser.chromium, url));
  const ofCurl = await capture((url) => curl.request({ url }));
  const ofNode = await capture(
    (url) => new Promise((resolve) => https.get(url, { rejectUnauthorized: false }).on("error", resolve)),
  );
  expect(ofCurl).toEqual(ofPage);
  expect(ofCurl.alpn).toEqual(["h2", "http/1.1"]);
  expect(ofCurl.ciphers.length).toBeGreaterThan(10);
  expect(ofNode.ciphers).not.toEqual(ofCurl.ciphers);
  expect(ofNode.extensions).not.toEqual(ofCurl.extensions);
  await curl.close();
});
