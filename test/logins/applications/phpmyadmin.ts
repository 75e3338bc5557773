import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { startMariadb } from "../support/mariadb.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/phpmyadmin";

/** A form whose scripts send it, and whose refusal is the error of a database server. */
export const phpMyAdmin: WebApplication = {
  name: "phpMyAdmin",
  kind: "PHP, the password is that of a database server",
  path: "/index.php",
  values: user,
  refusal: /Access denied/,
  revoke: endPhpSessions,
  start: async (place) => {
    await ensureDebianPackage("php-cli php-mysql php-mbstring php-xml phpmyadmin", join(ORIGINAL, "index.php"));
    const account = `'${user.username}'@'localhost'`;
    const socket = await startMariadb(place, `create user ${account} identified by '${user.password}'`);
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", ORIGINAL, root]);
    const vendor = join(root, "libraries/vendor_config.php");
    const config = join(root, "config.inc.php");
    const text = await readFile(vendor, "utf8");
    const ours = text.replace("/etc/phpmyadmin/config.inc.php", config);
    await writeFile(vendor, ours.replace("/var/lib/phpmyadmin/tmp/", `${place.directory}/`));
    const server = { auth_type: "cookie", host: "localhost", socket };
    const lines = Object.entries(server).map(([name, value]) => `$cfg['Servers'][1]['${name}'] = '${value}';`);
    await writeFile(config, `<?php $cfg['blowfish_secret'] = '${"s".repeat(32)}';\n${lines.join("\n")}\n`);
    await servePhp(place, { root });
  },
  byHand: async (page) => {
    await page.fill("#input_username", user.username);
    await page.fill("#input_password", user.password);
    await page.click("#input_go");
    await page.waitForSelector("a.logout", { state: "attached" });
  },
};
