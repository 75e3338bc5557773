import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/phpliteadmin";

/** A password alone, in a page of tables, with a check box that keeps the login. */
export const phpLiteAdmin: WebApplication = {
  name: "phpLiteAdmin",
  kind: "PHP, password alone, French",
  path: "/phpliteadmin.php",
  values: { password: user.password },
  refusal: /incorrect/i,
  logOut: `fetch("?logout=1")`,
  revoke: endPhpSessions,
  start: async (place) => {
    await ensureDebianPackage("php-cli php-sqlite3 phpliteadmin", join(ORIGINAL, "phpliteadmin.php"));
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", ORIGINAL, root]);
    const settings = `$password = '${user.password}'; $directory = '${place.directory}'; $language = 'fr';`;
    await appendFile(join(root, "phpliteadmin.config.php"), `\n${settings}\n`);
    const database = `(new SQLite3("shop.sqlite"))->exec("create table items (id integer)");`;
    await place.run("php", ["-r", database]);
    await servePhp(place, { root, settings: { error_reporting: "0" } });
  },
  byHand: async (page) => {
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("[name=logout]", { state: "attached" });
  },
};
