import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type HostPattern, readHostPattern } from "../../../../src/service/proxies/host-pattern.ts";
import { Relay } from "../../../../src/service/proxies/relay.ts";
import { egressParts, SessionEgress } from "../../../../src/service/proxies/session-egress.ts";

/** Reads names as a resolver that answers each question about a name with the next of its addresses. */
class Resolver {
  readonly #addresses: Readonly<Record<string, readonly string[]>>;
  readonly asked: string[] = [];
  constructor(addresses: Readonly<Record<string, readonly string[]>>) {
    this.#addresses = addresses;
  }
  readonly lookup = ((name: string, _options: object, done: (...answer: unknown[]) => void) => {
    const all = this.#addresses[name] ?? [];
    const address = all[Math.min(this.asked.filter((each) => each === name).length, all.length - 1)];
    this.asked.push(name);
    if (address === undefined) done(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    else done(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
  }) as unknown as Parameters<typeof egressParts>[2];
}

const pattern = (text: string, ports = true): HostPattern => {
  const read = readHostPattern(text, {
    ports,
    addresses: text.startsWith("1.") ? "public" : "private",
    ownedSuffix: true,
  });
  if ("problem" in read) throw new Error(read.problem);
  return read.pattern;
};

interface Given {
  allowed?: string[];
  privates?: string[];
  resolver: Resolver;
}

async function relayOf({ allowed, privates, resolver }: Given): Promise<Relay> {
  const network = { allowed: allowed?.map((each) => pattern(each)), privates: privates?.map((each) => pattern(each)) };
  const parts = egressParts(undefined, undefined, resolver.lookup);
  const relay = await Relay.open(new SessionEgress(parts, network), () => {});
  relay.admit(process.pid);
  onTestFinished(() => relay.close());
  return relay;
}

/** Server that counts its connections. */
async function target(): Promise<{ port: number; server: Server; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket
      .on("error", () => {})
      .resume()
      .end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return { port: (server.address() as AddressInfo).port, server, connections: () => connections };
}

async function answerTo(relay: Relay, written: string): Promise<string> {
  const socket = connect(relay.port, "127.0.0.1");
  socket.on("error", () => {}).write(written);
  return (await buffer(socket)).toString();
}
const get = (relay: Relay, host: string) =>
  answerTo(relay, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
const tunnel = (relay: Relay, host: string) => answerTo(relay, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

test.each([
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "0.0.0.0",
  "10.0.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "fd00::1",
  "fe80::1",
  "64:ff9b::7f00:1",
])("an allowed name that resolves to %s is not connected", async (address) => {
  const { port, connections } = await target();
  const resolver = new Resolver({ "good.example.com": [address] });
  const relay = await relayOf({ allowed: ["good.example.com"], resolver });
  expect(await get(relay, `good.example.com:${port}`)).toMatch(
    /^HTTP\/1.1 403 .*must be named in network.private_hosts/s,
  );
  expect(await tunnel(relay, `good.example.com:${port}`)).toMatch(/^HTTP\/1.1 403 .*network_policy_denied/s);
  expect(connections()).toBe(0);
});

test("a name that resolves to another address the second time is resolved once for each connection", async () => {
  const { port, connections } = await target();
  // The first address does not answer: a second look-up between check and connection would lead to this machine.
  const resolver = new Resolver({ "good.example.com": ["203.0.113.1", "127.0.0.1"] });
  const relay = await relayOf({ allowed: ["good.example.com"], resolver });
  expect(await get(relay, `good.example.com:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(resolver.asked).toEqual(["good.example.com"]);
  expect(await get(relay, `good.example.com:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(connections()).toBe(0);
});

test("a host that is not allowed is not even resolved", async () => {
  const resolver = new Resolver({});
  const relay = await relayOf({ allowed: ["good.example.com"], resolver });
  for (const host of ["secret.evil.example.com", "example.com", "good.example.com.evil.com", "127.0.0.1", "[::1]"]) {
    expect(await tunnel(relay, `${host}:443`)).toMatch(/^HTTP\/1.1 403 /);
  }
  expect(resolver.asked).toEqual([]);
});

test("an address is matched in the form that is connected to", async () => {
  const { port, connections } = await target();
  const relay = await relayOf({ allowed: ["1.1.1.1"], resolver: new Resolver({}) });
  for (const host of ["2130706433", "0x7f000001", "127.1", "017700000001", "127.0.0.1."]) {
    expect(await tunnel(relay, `${host}:${port}`)).toMatch(/^HTTP\/1.1 403 /);
    expect(await get(relay, `${host}:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  }
  expect(connections()).toBe(0);
});

test("a private host is reached at any address, on its port alone", async () => {
  const { port, connections } = await target();
  const other = await target();
  const resolver = new Resolver({ "app.corp.example.com": ["127.0.0.1"] });
  const relay = await relayOf({ privates: [`app.corp.example.com:${port}`], resolver });
  expect(await get(relay, `app.corp.example.com:${port}`)).toMatch(/^HTTP\/1.1 200 .*hi$/s);
  expect(await get(relay, `app.corp.example.com:${other.port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect([connections(), other.connections()]).toEqual([1, 0]);
});

test("no private hosts leave no way to this machine", async () => {
  const { port, connections } = await target();
  const relay = await relayOf({ privates: [], resolver: new Resolver({}) });
  for (const host of ["localhost", "app.localhost", "127.0.0.1", "[::ffff:7f00:1]"]) {
    expect(await tunnel(relay, `${host}:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  }
  expect(connections()).toBe(0);
});

test.each([
  ["nowhere.example.com", "ERR_NAME_NOT_RESOLVED", "has no address"],
  ["closed.example.com", "ERR_CONNECTION_REFUSED", "refused the connection"],
])("a host without the relay's refusal keeps the name of its failure: %s", async (host, name, why) => {
  const { port, server } = await target();
  await new Promise((resolve) => server.close(resolve));
  const resolver = new Resolver({ "closed.example.com": ["127.0.0.1"] });
  const relay = await relayOf({ privates: ["*.example.com"], resolver });
  expect(await get(relay, `${host}:${port}`)).toMatch(/^HTTP\/1.1 502 /);
  expect(relay.failureOf(`http://${host}:${port}/`, 0)).toEqual({ name, reason: expect.stringContaining(why) });
});
