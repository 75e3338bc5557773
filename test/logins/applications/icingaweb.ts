import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { endPhpSessions, frontController, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/icingaweb2";

/** A form of a monitoring application whose pages are loaded into columns by scripts. */
export const icingaWeb: WebApplication = {
  name: "Icinga Web",
  kind: "PHP, Zend, scripts load the pages into columns",
  path: "/authentication/login",
  values: user,
  refusal: /Incorrect username or password/,
  revoke: endPhpSessions,
  start: async (place) => {
    const packages = "php-cli php-mysql php-intl php-xml php-mbstring php-gd icingaweb2";
    await ensureDebianPackage(packages, join(ORIGINAL, "public/index.php"));
    const socket = await startMariadb(place, "create database icingaweb character set utf8mb4");
    const schema = await readFile(join(ORIGINAL, "schema/mysql.schema.sql"), "utf8");
    const hash = await place.run("php", ["-r", `echo password_hash("${user.password}", PASSWORD_BCRYPT);`]);
    const account = `insert into icingaweb_user (name, active, password_hash) values ('${user.username}', 1, '${hash}')`;
    await queryMariadb(place, `use icingaweb;\n${schema}\n${account}`);
    const config = join(place.directory, "config");
    await mkdir(config);
    const resource = {
      ...{ type: "db", db: "mysql", host: "localhost", port: "", dbname: "icingaweb", charset: "utf8mb4" },
      ...{ username: "root", password: "" },
    };
    const lines = Object.entries(resource).map(([name, value]) => `${name} = "${value}"`);
    const files = {
      config: `[global]\nconfig_backend = "ini"\nconfig_resource = "db"\n[logging]\nlog = "none"\n`,
      authentication: `[db]\nbackend = "db"\nresource = "db"\n`,
      roles: `[all]\nusers = "${user.username}"\npermissions = "*"\n`,
      resources: `[db]\n${lines.join("\n")}\n`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(config, `${name}.ini`), text);
    const sockets = { "pdo_mysql.default_socket": socket, "mysqli.default_socket": socket };
    const env = { ICINGAWEB_CONFIGDIR: config };
    const settings = { ...sockets, error_reporting: "0" };
    await servePhp(place, { root: join(ORIGINAL, "public"), router: frontController, settings, env });
  },
  byHand: async (page) => {
    await page.fill("[name=username]", user.username);
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href*='authentication/logout']", { state: "attached" });
  },
};
