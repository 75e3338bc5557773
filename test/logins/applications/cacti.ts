import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/cacti/site";

/** A form that scripts make, and a page of graphs whose scripts load its parts. */
export const cacti: WebApplication = {
  name: "Cacti",
  kind: "PHP, jQuery, form with a check box to stay logged in",
  path: "/index.php",
  values: user,
  refusal: /Invalid (?:User Name|username|Login)|Access Denied/i,
  revoke: endPhpSessions,
  start: async (place) => {
    const packages = "php-cli php-mysql php-mbstring php-xml php-gd php-ldap php-snmp php-gmp cacti";
    await ensureDebianPackage(packages, join(ORIGINAL, "index.php"));
    const socket = await startMariadb(place, "create database cacti character set utf8mb4");
    const schema = await place.run("gzip", ["-dcf", "/usr/share/doc/cacti/cacti.sql"]);
    const version = (await place.run("cat", [join(ORIGINAL, "include/cacti_version")])).trim();
    const hash = await place.run("php", ["-r", `echo password_hash("${user.password}", PASSWORD_BCRYPT);`]);
    const account = `username = '${user.username}', password = '${hash}', must_change_password = ''`;
    const changes = `update user_auth set ${account} where id = 1; update version set cacti = '${version}'`;
    await queryMariadb(place, `use cacti;\n${schema}\n${changes}`);
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", ORIGINAL, root]);
    const settings = {
      ...{ database_type: "mysql", database_default: "cacti", database_hostname: "localhost" },
      ...{ database_username: "root", database_password: "", database_port: "", database_retries: 5 },
      ...{ database_ssl: false, database_persist: false, poller_id: 1, url_path: "/", cacti_session_name: "Cacti" },
      ...{ cacti_db_session: false, proxy_headers: null },
    };
    const lines = Object.entries(settings).map(([name, value]) => `$${name} = ${JSON.stringify(value)};`);
    const config = join(root, "include/config.php");
    await rm(config, { force: true });
    await writeFile(config, `<?php\n${lines.join("\n")}\n`);
    const sockets = { "pdo_mysql.default_socket": socket, "mysqli.default_socket": socket };
    await servePhp(place, { root, settings: { ...sockets, error_reporting: "0" } });
  },
  byHand: async (page) => {
    await page.fill("#login_username", user.username);
    await page.fill("#login_password", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href*='logout.php']", { state: "attached" });
  },
};
