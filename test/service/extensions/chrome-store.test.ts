import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_EXTENSION_BYTES } from "../../../src/contract/limits.ts";
import { ChromeStore, MAX_DOWNLOAD_MS } from "../../../src/service/extensions/chrome-store.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { newOwner, signedCrx } from "../../support/servers/signed-crx.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import type { Answer, TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { rawZip } from "../../support/zip.ts";

const owner = newOwner("rsa");
const publisher = newOwner();
const manifest = { name: "manifest.json", data: JSON.stringify({ manifest_version: 3, name: "Tags", version: "1" }) };
const archive = rawZip([
  manifest,
  { name: "_metadata/verified_contents.json", data: "[]" },
  { name: "a.js", data: "1" },
]);
const good = signedCrx(archive, [owner, publisher]);

let service: TestService;
let base: string;
const asked: URL[] = [];
let answer: (response: ServerResponse) => unknown = () => {};

/** Stand-in for the store: the update service redirects to the package. */
const store = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://store");
  if (url.pathname !== "/crx") return void answer(response);
  asked.push(url);
  response.writeHead(302, { location: "/package" }).end();
});

beforeAll(async () => {
  store.listen(0, "127.0.0.1");
  await once(store, "listening");
  base = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  service = await startServiceWithFakeBrowser({ env: { ...process.env, BROWSERCTL_CHROME_STORE_URL: `${base}/crx` } });
});
afterAll(async () => {
  await service.stop();
  store.closeAllConnections();
  store.close();
});

const page = (id = owner.id, name = "price-tags/") => `https://chromewebstore.google.com/detail/${name}${id}?hl=en`;

async function download(url = page(), more = ""): Promise<Answer> {
  return service.api("GET", `/extensions/from_chrome_store?url=${encodeURIComponent(url)}${more}`);
}

/** Nothing of a download is left in the state directory. */
const left = () => readdir(join(service.stateDir, "extensions"));

describe("an extension of the Chrome Web Store", () => {
  test("is asked for by the id of its page, and becomes an archive that can be stored", async () => {
    answer = (response) => response.end(good);
    const { status, headers, bytes } = await download(page(), "&os=mac");
    expect([status, headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      200,
      "application/zip",
      'attachment; filename="price-tags.zip"',
    ]);
    const query = asked.at(-1)?.searchParams;
    expect([query?.get("os"), query?.get("x"), query?.get("acceptformat")]).toEqual([
      "mac",
      `id=${owner.id}&installsource=ondemand&uc`,
      "crx3",
    ]);
    expect(query?.get("prodversion")).toMatch(/^\d+\./);
    const form = new FormData();
    form.append("file", new File([new Uint8Array(bytes)], "extension.zip"));
    const stored = await service.api("POST", "/extensions", { form });
    expect(stored.status, stored.text).toBe(201);
    expect(bytes.includes("_metadata")).toBe(false);
    expect(bytes.includes("a.js")).toBe(true);
    await until(async () => (await left()).length === 1);
  });

  test("is for Linux unless the request says otherwise, and is found on the older address of the store", async () => {
    answer = (response) => response.end(good);
    for (const url of [page(owner.id, ""), `https://chrome.google.com/webstore/detail/tags/${owner.id}`]) {
      expect((await download(url)).status).toBe(200);
      expect(asked.at(-1)?.searchParams.get("os")).toBe("linux");
    }
  });

  test.each([
    "https://example.com/detail/tags/aaaabbbbccccddddeeeeffffgggghhhh",
    "https://chromewebstore.google.com/category/extensions",
    "https://chromewebstore.google.com/detail/tags/xyz",
    "http://chromewebstore.google.com/detail/tags/aaaabbbbccccddddeeeeffffgggghhhh",
    "tags",
  ])("is not at the address %s", async (url) => {
    const { status, body } = await download(url);
    expect([status, body.details[0].message]).toEqual([
      400,
      "url: must be the address of an extension in the Chrome Web Store, such as https://chromewebstore.google.com/detail/NAME/ID",
    ]);
  });

  test.each([204, 404])("is not found when the store answers with %d", async (status) => {
    answer = (response) => response.writeHead(status).end();
    const found = await download();
    expect([found.status, found.body.message]).toEqual([
      404,
      `the Chrome Web Store has no extension ${owner.id} for this browser`,
    ]);
  });

  const other = newOwner();
  const damaged = Buffer.from(good);
  damaged.writeUInt32LE(0x7fffffff, 8);
  test.each([
    ["is an error of the store", 500, "", "the Chrome Web Store answered with HTTP 500"],
    ["is a page", 200, "<html>", `what the Chrome Web Store sent for ${owner.id} is not a CRX file`],
    ["is an older package", 200, signedCrx(archive, [owner], { version: 2 }), "is a CRX file of version 2, not 3"],
    ["has a header that is too large", 200, damaged, "is a damaged CRX file"],
    ["is cut within its header", 200, good.subarray(0, 400), "is a damaged CRX file"],
    ["is cut within its archive", 200, good.subarray(0, -20), "has a signature that does not match"],
    ["is another extension", 200, signedCrx(archive, [other]), `is the extension ${other.id}, not ${owner.id}`],
    [
      "is signed by somebody else",
      200,
      signedCrx(archive, [other], { idBytes: owner.idBytes }),
      `is not signed by the owner of the extension ${owner.id}`,
    ],
    [
      "was changed after it was signed",
      200,
      signedCrx(rawZip([manifest]), [owner], { signedArchive: archive }),
      "has a signature that does not match",
    ],
    ["has no manifest", 200, signedCrx(rawZip([{ name: "a", data: "" }]), [owner]), "has no manifest.json"],
    ["has no archive", 200, signedCrx(Buffer.from("text"), [owner]), "cannot be unpacked: "],
    [
      "leads out of its directory",
      200,
      signedCrx(rawZip([{ name: "../a", data: "" }]), [owner]),
      "cannot be unpacked: ",
    ],
  ])("is refused when what the store sends %s", async (_, status, sent, message) => {
    answer = (response) => response.writeHead(status).end(sent);
    const refused = await download();
    expect([refused.status, refused.body.code]).toEqual([502, "chrome_store_failed"]);
    expect(refused.body.message).toContain(message);
    expect((await left()).filter((name) => name.endsWith(".store"))).toEqual([]);
  });

  test("is refused beyond 50 MiB", async () => {
    answer = (response) => {
      const chunk = Buffer.alloc(2 ** 20);
      for (let size = 0; size <= MAX_EXTENSION_BYTES; size += chunk.length) response.write(chunk);
      response.end();
    };
    expect((await download()).body.message).toBe("the extension is larger than 50 MiB");
  });

  test("is refused when the connection breaks, and when nobody listens", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("Cr24", () => response.destroy());
    };
    expect((await download()).body).toMatchObject({
      code: "chrome_store_failed",
      message: expect.stringMatching(/^the Chrome Web Store cannot be reached/),
    });
    const nobody = storeAt("http://127.0.0.1:9/crx");
    await expect(nobody.download({ url: page(), os: "linux" }, AbortSignal.timeout(60_000))).rejects.toThrow(
      "the Chrome Web Store cannot be reached",
    );
  });

  test("is given up after 60 seconds", async () => {
    const stalled = Promise.withResolvers<void>();
    answer = (response) => response.write("Cr24", () => stalled.resolve());
    const timers = heldTimers();
    const run = storeAt(`${base}/crx`)
      .download({ url: page(), os: "linux" }, AbortSignal.timeout(600_000))
      .catch((error: unknown) => error);
    await stalled.promise;
    await timers.pass(MAX_DOWNLOAD_MS);
    expect(await run).toMatchObject({ message: "the Chrome Web Store did not send the extension within 60 seconds" });
  });
});

function storeAt(url: string): ChromeStore {
  const env = { BROWSERCTL_CHROME_STORE_URL: url };
  return new ChromeStore({ stateDir: service.stateDir, env, browser: { product: "Chrome/140.0.1.2" } });
}
