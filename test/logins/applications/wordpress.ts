import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { queryMariadb, startMariadb } from "../support/mariadb.ts";
import { servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const install = `
  define("WP_INSTALLING", true);
  $_SERVER["HTTP_HOST"] = parse_url(getenv("SITE"), PHP_URL_HOST) . ":" . parse_url(getenv("SITE"), PHP_URL_PORT);
  function wp_mail() { return true; }
  require "wp-load.php";
  require "wp-admin/includes/upgrade.php";
  wp_install("Blog", "${user.username}", "alice@example.com", false, "", "${user.password}");
`;

/** A form that a script reloads with a test cookie, and a session in cookies of the browser alone. */
export const wordPress: WebApplication = {
  name: "WordPress",
  kind: "PHP, server-rendered form",
  path: "/wp-login.php",
  values: user,
  refusal: /is incorrect/,
  revoke: async (place) => {
    await queryMariadb(place, "delete from wordpress.wp_usermeta where meta_key = 'session_tokens'");
  },
  start: async (place) => {
    await ensureDebianPackage("php-cli php-mysql wordpress", "/usr/share/wordpress/wp-login.php");
    const socket = await startMariadb(place, "create database wordpress");
    const root = join(place.directory, "www");
    await place.run("cp", ["-rL", "/usr/share/wordpress", root]);
    const constants = { DB_NAME: "wordpress", DB_USER: "root", DB_PASSWORD: "", DB_HOST: `localhost:${socket}` };
    const site = { WP_SITEURL: place.url, WP_HOME: place.url, DISABLE_WP_CRON: "1", WP_HTTP_BLOCK_EXTERNAL: "1" };
    const lines = Object.entries({ ...constants, ...site }).map(([name, value]) => `define("${name}", "${value}");`);
    const end = `$table_prefix = "wp_"; define("ABSPATH", "${root}/"); require_once ABSPATH . "wp-settings.php";`;
    await writeFile(join(root, "wp-config.php"), `<?php\n${lines.join("\n")}\n${end}\n`);
    await place.run("php", ["-r", install], { cwd: root, env: { SITE: place.url } });
    await servePhp(place, { root });
  },
  byHand: async (page) => {
    await page.fill("#user_login", user.username);
    await page.fill("#user_pass", user.password);
    await page.click("#wp-submit");
    await page.waitForSelector("#wpadminbar", { state: "attached" });
  },
};
