import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../../support/browser/fake-browser.ts";
import type { TestService } from "../../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(() => service.stop());

const create = (network: object) => service.api("POST", "/browsers", { json: { headless: true, network } });

/** Messages of a refused request. */
async function problems(network: object): Promise<string[]> {
  const { status, body } = await create(network);
  expect(status).toBe(400);
  return body.details.map(({ message }: { message: string }) => message);
}

async function recorded(network: object): Promise<unknown> {
  const { status, body, text } = await create(network);
  expect(status, text).toBe(200);
  await service.api("DELETE", `/browsers/${body.session_id}`);
  return body.network;
}

describe("allowed_hosts", () => {
  test("are recorded trimmed, in lower case and once each", async () => {
    const allowed_hosts = [" Shop.Example.com ", "*.cdn.example.com", "shop.example.com", "8.8.8.8", "8.8.4.0/24"];
    const v6 = ["[2001:4860:4860::8888]", "2001:4860::/32", "localhost", "xn--bcher-kva.example"];
    expect(await recorded({ allowed_hosts: [...allowed_hosts, ...v6] })).toEqual({
      allowed_hosts: ["shop.example.com", "*.cdn.example.com", "8.8.8.8", "8.8.4.0/24", ...v6],
    });
  });

  test.each([
    ["https://example.com", "must be a host without a scheme"],
    ["example.com/path", "must be a host alone, without path and user"],
    ["user@example.com", "must be a host alone, without path and user"],
    ["example.com:443", "must be a host without a port, since every port of it counts"],
    ["*", "must have at most one *, as in *.example.com"],
    ["*.com", "must have two labels after its *., as in *.example.com"],
    ["*.github.io", "must not be all hosts below a public suffix, where anybody can have one"],
    ["*.co.uk", "must not be all hosts below a public suffix, where anybody can have one"],
    ["a.*.example.com", "must have at most one *, as in *.example.com"],
    ["bücher.example", "must be in its ASCII form (xn--bcher-kva.example)"],
    ["example.com.", "must have no dot at its end"],
    ["-bad.example.com", "must be a host name such as shop.example.com"],
    ["2130706433", "must be a host name such as shop.example.com"],
    ["127.1", "must be a host name such as shop.example.com"],
    ["2001:4860::8888", "must have its IPv6 address in brackets, [2001:4860::8888]"],
    ["[2001:4860:0::8888]", "must be an address in its canonical form, 2001:4860::8888"],
    ["8.8.8.8/24", "must be a range in its canonical form, 8.8.8.0/24"],
    ["8.8.8.8/33", "must have at most 32 bits"],
    ...[
      "10.0.0.1",
      "127.0.0.1",
      "169.254.169.254",
      "[::1]",
      "[fd00::1]",
      "[::ffff:808:808]",
      "0.0.0.0/0",
      "192.168.0.0/16",
    ].map((entry) => [
      entry,
      "must be public, since private addresses are allowed by network.private_hosts and this machine by the name localhost",
    ]),
  ])("%s is refused", async (entry, why) => {
    expect(await problems({ allowed_hosts: ["good.example.com", entry] })).toEqual([
      `network.allowed_hosts[1]: ${why}, not ${JSON.stringify(entry)}`,
    ]);
  });

  test("have 1 to 100 entries", async () => {
    expect(await problems({ allowed_hosts: [] })).toEqual([expect.stringContaining("network.allowed_hosts")]);
    const many = Array.from({ length: 101 }, (_, at) => `h${at}.example.com`);
    expect(await problems({ allowed_hosts: many })).toEqual([expect.stringContaining("network.allowed_hosts")]);
  });
});

describe("private_hosts", () => {
  test("are names, private addresses and ranges, with ports", async () => {
    const private_hosts = [
      "*.services.example.ts.net",
      "10.1.30.63:8443",
      "[fd00::1]:80",
      "100.64.0.0/10",
      "localhost:3000",
    ];
    expect(await recorded({ private_hosts })).toEqual({ private_hosts });
    expect(await recorded({ private_hosts: [] })).toEqual({ private_hosts: [] });
  });

  test.each([
    ["8.8.8.8", "must be private (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7)"],
    ["127.0.0.1", "must be private (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7)"],
    ["8.0.0.0/6", "must be private (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7)"],
    ["10.0.0.0/8:80", "must be a host alone, without path and user"],
    ["*.ts.net", "must not be all hosts below a public suffix, where anybody can have one"],
    ["fd00::1", "must have its IPv6 address in brackets, [fd00::1]"],
    ["host:0", "must have a port from 1 to 65535"],
    ["host:70000", "must have a port from 1 to 65535"],
  ])("%s is refused", async (entry, why) => {
    expect(await problems({ private_hosts: [entry] })).toEqual([
      `network.private_hosts[0]: ${why}, not ${JSON.stringify(entry)}`,
    ]);
  });

  test("exclude allowed hosts that are the same, or below the same domain", async () => {
    const private_hosts = ["*.corp.example.com"];
    expect(await problems({ private_hosts, allowed_hosts: ["a.corp.example.com", "corp.example.com"] })).toEqual([
      'network.allowed_hosts[0]: "a.corp.example.com" is also in network.private_hosts, whose hosts are reached directly',
    ]);
    expect(await problems({ private_hosts, allowed_hosts: ["*.example.com"] })).toHaveLength(1);
  });
});

test("an empty network chooses nothing", async () => {
  expect(await recorded({})).toBeUndefined();
});
