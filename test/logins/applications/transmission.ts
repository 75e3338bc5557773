import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** No page at all: the browser itself asks for the password. */
export const transmission: WebApplication = {
  name: "Transmission",
  kind: "C, HTTP authentication instead of a page",
  path: "/transmission/web/",
  values: user,
  unsupported: /HTTP authentication/i,
  start: async (place) => {
    await ensureDebianPackage("transmission-daemon");
    const auth = ["--auth", "--username", user.username, "--password", user.password];
    const address = ["--port", String(place.port), "--rpc-bind-address", "127.0.0.1", "--allowed", "127.0.0.1"];
    place.spawn("transmission-daemon", ["--foreground", "--config-dir", place.directory, ...auth, ...address]);
  },
  byHand: async (page) => {
    const { host, pathname } = new URL(page.url());
    await page.goto(`http://${user.username}:${encodeURIComponent(user.password)}@${host}${pathname}`);
    await page.waitForSelector("#torrent_list, #torrent-list", { state: "attached" });
  },
};
