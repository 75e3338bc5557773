import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/postfixadmin";
const admin = { username: "alice@example.com", password: user.password };

/** A form with a list of languages. Its address ends the session of whoever opens it again. */
export const postfixAdmin: WebApplication = {
  name: "PostfixAdmin",
  kind: "PHP, form with a list of languages",
  path: "/login.php",
  values: admin,
  refusal: /password is not correct/,
  revoke: endPhpSessions,
  start: async (place) => {
    const packages = "php-cli php-mysql php-mbstring php-imap postfixadmin";
    await ensureDebianPackage(packages, join(ORIGINAL, "public/login.php"));
    const socket = await startMariadb(place, "create database postfixadmin");
    const root = join(place.directory, "www");
    // The package's link to a file of the administrator leads nowhere.
    await place.run("cp", ["-rL", ORIGINAL, root]).catch(() => {});
    const nothing = ["user", "pass", "name", "server", "type"].map((name) => `$db${name} = "";`).join(" ");
    await writeFile(join(root, "dbconfig.inc.php"), `<?php ${nothing}\n`);
    const settings = {
      configured: true,
      database_type: "mysqli",
      database_host: "localhost",
      database_user: "root",
      database_password: "",
      database_name: "postfixadmin",
      database_socket: socket,
      encrypt: "php_crypt:BLOWFISH",
      default_language: "en",
    };
    const lines = Object.entries(settings).map(([name, value]) => `$CONF['${name}'] = ${JSON.stringify(value)};`);
    await writeFile(join(root, "config.local.php"), `<?php\n${lines.join("\n")}\n`);
    await place.run("php", ["upgrade.php"], { cwd: join(root, "public") });
    const hash = await place.run("php", ["-r", `echo password_hash("${user.password}", PASSWORD_BCRYPT);`]);
    const values = `username = '${admin.username}', password = '${hash}', superadmin = 1, active = 1`;
    await queryMariadb(place, `insert into postfixadmin.admin set ${values}, created = now(), modified = now()`);
    await servePhp(place, { root: join(root, "public"), settings: { error_reporting: "0" } });
  },
  byHand: async (page) => {
    await page.fill("[name=fUsername]", admin.username);
    await page.fill("[name=fPassword]", admin.password);
    await page.click("[type=submit]");
    await page.waitForURL("**/main.php");
  },
};
