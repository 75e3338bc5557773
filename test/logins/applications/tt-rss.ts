import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secret } from "otpauth";
import { totpCode } from "../../../src/demo-site/totp.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/tt-rss";
const salt = "salt";
const secret = Secret.fromUTF8(createHash("sha1").update(salt).digest("hex").slice(0, 12)).base32;

/** A form of Dojo, and a page for the code of a second factor that sends the password once more, hidden. */
export const ttRss: WebApplication = {
  name: "Tiny Tiny RSS",
  kind: "PHP, Dojo, code of a second factor on a page of its own",
  path: "/index.php",
  values: user,
  totpSecret: secret,
  // A script of its page sends it too, for a list of the user's profiles.
  sends: 2,
  refusal: /Incorrect username or password/,
  revoke: async (place) => {
    await queryMariadb(place, "delete from ttrss.ttrss_sessions");
  },
  start: async (place) => {
    await ensureDebianPackage(
      "php-cli php-mysql php-mbstring php-xml php-intl tt-rss",
      join(ORIGINAL, "www/index.php"),
    );
    const hash = createHash("sha256").update(salt).update(user.password).digest("hex");
    const socket = await startMariadb(place, "create database ttrss character set utf8");
    const schema = await readFile(join(ORIGINAL, "schema/ttrss_schema_mysql.sql"), "utf8");
    await queryMariadb(place, `use ttrss;\n${schema}`);
    const changes = `login = '${user.username}', salt = '${salt}', pwd_hash = 'MODE2:${hash}', otp_enabled = true`;
    await queryMariadb(place, `update ttrss.ttrss_users set ${changes}`);
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", join(ORIGINAL, "www"), root]);
    const cache = join(place.directory, "cache");
    await mkdir(cache);
    for (const name of ["images", "upload", "export", "simplepie", "feeds", "starred-images"])
      await mkdir(join(cache, name));
    const settings = `<?php
      define("DB_TYPE", "mysql"); define("DB_HOST", "localhost"); define("DB_PORT", ""); define("DB_USER", "root");
      define("DB_NAME", "ttrss"); define("DB_PASS", ""); define("CACHE_DIR", "${cache}");
      define("LOCK_DIRECTORY", "${place.directory}"); define("SELF_URL_PATH", "${place.url}/");
      define("LOG_DESTINATION", ""); define("CHECK_FOR_UPDATES", false); define("AUTH_AUTO_LOGIN", false);`;
    const config = join(root, "config.php");
    const others = await readFile(config, "utf8");
    const withoutFile = others.replace("<?php", "").replace(/^.*include_once.*database.*$/m, "");
    await writeFile(config, settings + withoutFile.replaceAll(/\$db\w+/g, "''"));
    // It refuses to run as root.
    const sockets = { "pdo_mysql.default_socket": socket, "mysqli.default_socket": socket };
    await servePhp(place, { root, settings: { ...sockets, error_reporting: "0", disable_functions: "posix_getuid" } });
  },
  byHand: async (page) => {
    await page.fill("[name=login]", user.username);
    await page.fill("[name=password]", user.password);
    await page.press("[name=password]", "Enter");
    await page.fill("[name=otp]", totpCode(secret, Date.now()));
    await page.click("[type=submit]");
    await page.waitForSelector("#feedTree");
  },
};
