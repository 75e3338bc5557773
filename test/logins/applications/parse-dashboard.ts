import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { totpCode } from "../../../src/demo-site/totp.ts";
import { ensureNpmPackage } from "../support/npm-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** React with a second factor: the same form comes again with a field for a code, filled with the password, and sends itself with the code. */
export const parseDashboard: WebApplication = {
  name: "Parse Dashboard",
  kind: "Node, React, code of a second factor in the same form",
  path: "/login",
  values: user,
  totpSecret: secret,
  refusal: /Invalid username or password/,
  logOut: `fetch("/logout")`,
  start: async (place) => {
    const modules = join(await ensureNpmPackage(["parse-dashboard@9.2.0"]), "node_modules");
    const app = { appId: "shop", appName: "Shop", masterKey: "master", serverURL: `${place.url}/parse` };
    const users = [{ user: user.username, pass: user.password, mfa: secret }];
    await writeFile(join(place.directory, "config.json"), JSON.stringify({ apps: [app], users }));
    const args = ["--config", "config.json", "--host", "127.0.0.1", "--port", String(place.port)];
    place.spawn(process.execPath, [join(modules, "parse-dashboard/bin/parse-dashboard"), ...args]);
  },
  byHand: async (page) => {
    await page.fill("[name=username]", user.username);
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.fill("[name=otpCode]", totpCode(secret, Date.now()));
    await page.waitForURL("**/apps**");
  },
};
