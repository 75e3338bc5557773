import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/zabbix";
const SCHEMA = "/usr/share/zabbix-server-mysql";

/** Sessions in a signed cookie, and an offer to go on as a guest. */
export const zabbix: WebApplication = {
  name: "Zabbix",
  kind: "PHP, signed cookie, pages that refresh themselves",
  path: "/index.php",
  values: user,
  refusal: /Incorrect user name or password/,
  revoke: async (place) => void (await queryMariadb(place, "delete from zabbix.sessions")),
  start: async (place) => {
    const packages = "php-cli php-mysql php-bcmath php-gd php-mbstring php-xml zabbix-frontend-php zabbix-server-mysql";
    await ensureDebianPackage(packages, join(SCHEMA, "schema.sql.gz"));
    const socket = await startMariadb(place, "create database zabbix character set utf8mb4 collate utf8mb4_bin");
    const files = ["schema", "images", "data"].map((name) => join(SCHEMA, `${name}.sql.gz`));
    const schema = await place.run("gzip", ["-dcf", ...files]);
    const hash = await place.run("php", ["-r", `echo password_hash("${user.password}", PASSWORD_BCRYPT);`]);
    const account = `update users set username = '${user.username}', passwd = '${hash}' where userid = 1`;
    await queryMariadb(place, `use zabbix;\n${schema}\n${account}`);
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", ORIGINAL, root]);
    const config = join(place.directory, "zabbix.conf.php");
    const reader = join(root, "include/classes/core/CConfigFile.php");
    await writeFile(reader, (await readFile(reader, "utf8")).replace("/etc/zabbix/zabbix.conf.php", config));
    const settings = { TYPE: "MYSQL", SERVER: "localhost", PORT: "0", DATABASE: "zabbix", USER: "root", PASSWORD: "" };
    const more = { SCHEMA: "", ENCRYPTION: false, DOUBLE_IEEE754: true };
    const lines = Object.entries({ ...settings, ...more }).map(
      ([name, value]) => `$DB['${name}'] = ${JSON.stringify(value)};`,
    );
    await writeFile(config, `<?php\n${lines.join("\n")}\n$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;\n`);
    const limits = { max_execution_time: "300", max_input_time: "300", post_max_size: "16M", memory_limit: "256M" };
    await servePhp(place, { root, settings: { "mysqli.default_socket": socket, ...limits } });
  },
  byHand: async (page) => {
    await page.fill("#name", user.username);
    await page.fill("#password", user.password);
    await page.click("#enter");
    await page.waitForSelector(".menu-user, .zi-sign-out, .icon-signout", { state: "attached" });
  },
};
