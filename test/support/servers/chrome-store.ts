import { createPrivateKey, createPublicKey } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rawZip } from "../zip.ts";
import { type Owner, ownerOf, signedCrx } from "./signed-crx.ts";

/** Owner of the extension in the examples of the contract, whose id follows from this key. It signs nothing else. */
const EXAMPLE_KEY =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmt69KBqVzs+kSHcrp4vZM2Ndw2AxSDvGEAP32CsA7KChRANCAASdQ7xPZSG/YkFbwnUd6HWfdLnN5Vyz2tWPCblx0fU0HZfWzQ6NqLCnJCZOAIfaBdVIdBHxF10IhaVm9VOBxsCd";

function exampleOwner(): Owner {
  const privateKey = createPrivateKey({ key: Buffer.from(EXAMPLE_KEY, "base64"), format: "der", type: "pkcs8" });
  return ownerOf(privateKey, createPublicKey(privateKey));
}

/**
 * Stand-in for the update service of the Chrome Web Store, for the whole run: it has the extension of the examples, and
 * no test asks the store itself.
 */
export async function startChromeStore(): Promise<{ readonly url: string; close: () => Promise<void> }> {
  const manifest = JSON.stringify({ manifest_version: 3, name: "Price tags", version: "1" });
  const owner = exampleOwner();
  const crx = signedCrx(rawZip([{ name: "manifest.json", data: manifest }]), [owner]);
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? "", "http://store").searchParams.get("x") ?? "";
    response.shouldKeepAlive = false;
    if (wanted.startsWith(`id=${owner.id}&`)) response.end(crx);
    else response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/crx`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
