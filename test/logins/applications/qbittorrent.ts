import { pbkdf2Sync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A form that scripts send, and an application at the same address after it. */
export const qBittorrent: WebApplication = {
  name: "qBittorrent",
  kind: "C++, form sent by a script, the application at the same address",
  path: "/",
  values: user,
  refusal: /Invalid Username or Password/,
  logOut: `fetch("api/v2/auth/logout", { method: "POST" })`,
  start: async (place) => {
    const program = await ensureDebianPackage("qbittorrent-nox");
    const salt = Buffer.from("s".repeat(16));
    const hash = pbkdf2Sync(user.password, salt, 100_000, 64, "sha512");
    const settings = `
[LegalNotice]
Accepted=true
[Preferences]
WebUI\\Address=127.0.0.1
WebUI\\Port=${place.port}
WebUI\\LocalHostAuth=true
WebUI\\Username=${user.username}
WebUI\\Password_PBKDF2="@ByteArray(${salt.toString("base64")}:${hash.toString("base64")})"
`;
    const config = join(place.directory, "qBittorrent/config");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "qBittorrent.conf"), settings);
    place.spawn(program, [`--profile=${place.directory}`, `--webui-port=${place.port}`]);
  },
  byHand: async (page) => {
    await page.fill("#username", user.username);
    await page.fill("#password", user.password);
    await page.click("#login, #loginButton");
    await page.waitForSelector("#desktop", { state: "attached" });
  },
};
