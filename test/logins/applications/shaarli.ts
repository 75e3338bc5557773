import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { endPhpSessions, frontController, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/shaarli";

/** A public page of bookmarks whose login is behind a link, with a box to stay logged in. */
export const shaarli: WebApplication = {
  name: "Shaarli",
  kind: "PHP, public page, the login behind a link",
  path: "/",
  isHome: true,
  values: user,
  refusal: /Wrong login\/password/,
  logOut: `fetch("/admin/logout")`,
  revoke: endPhpSessions,
  start: async (place) => {
    await ensureDebianPackage(
      "php-cli php-mbstring php-xml php-intl php-curl php-gd shaarli",
      join(ORIGINAL, "index.php"),
    );
    const { directory } = place;
    const root = join(directory, "www");
    await mkdir(join(directory, "data"));
    await place.run("cp", ["-r", ORIGINAL, root]);
    await rm(join(root, "cache"));
    for (const name of ["cache", "tmp", "pagecache"]) await mkdir(join(root, name));
    const moves = [`s,${ORIGINAL}/,${root}/,g`, `s,/var/lib/shaarli,${directory},g`, `s,/var/cache/shaarli,${root},g`];
    await place.run("find", [root, "-name", "*.php", "-exec", "sed", "-i", moves.join(";"), "{}", "+"]);
    const salt = "salt";
    const hash = createHash("sha1")
      .update(user.password + user.username + salt)
      .digest("hex");
    const config = {
      credentials: { login: user.username, hash, salt },
      general: { title: "Links", timezone: "UTC" },
      security: { session_protection_disabled: false },
      updates: { check_updates: false },
    };
    await writeFile(join(directory, "data/config.json.php"), `<?php /*\n${JSON.stringify(config)}\n*/ ?>`);
    await servePhp(place, { root, router: frontController, settings: { error_reporting: "0" } });
  },
  byHand: async (page) => {
    await page.goto(new URL("/login", page.url()).href);
    await page.fill("#login-form [name=login]", user.username);
    await page.fill("#login-form [name=password]", user.password);
    await page.press("#login-form [name=password]", "Enter");
    await page.waitForSelector("a[href*='logout']", { state: "attached" });
  },
};
