import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ADMINER = "/usr/share/adminer/adminer.php";

/** A list to choose a system from, and the login form again at its address although somebody is logged in. */
export const adminer: WebApplication = {
  name: "Adminer",
  kind: "PHP, form with a list of systems",
  path: "/",
  values: { ...user, "auth[driver]": "SQLite 3", "auth[db]": "shop.sqlite" },
  refusal: /does not support password/,
  logOut: `(async () => {
    const token = document.querySelector("[name=token]").value;
    await fetch(location.href, { method: "POST", body: new URLSearchParams({ logout: "Logout", token }) });
  })()`,
  start: async (place) => {
    await ensureDebianPackage("php-cli php-sqlite3 adminer", ADMINER);
    const plugins = "/usr/share/adminer/plugins";
    const page = `<?php
      function adminer_object() {
        include_once "${plugins}/plugin.php";
        include_once "${plugins}/login-password-less.php";
        return new AdminerPlugin([new AdminerLoginPasswordLess(password_hash("${user.password}", PASSWORD_DEFAULT))]);
      }
      include "${ADMINER}";`;
    await writeFile(join(place.directory, "index.php"), page);
    // An empty file is an empty database.
    await writeFile(join(place.directory, "shop.sqlite"), "");
    await servePhp(place);
  },
  byHand: async (page) => {
    await page.selectOption("[name='auth[driver]']", { label: "SQLite 3" });
    await page.fill("[name='auth[username]']", user.username);
    await page.fill("[name='auth[password]']", user.password);
    await page.fill("[name='auth[db]']", "shop.sqlite");
    await page.click("[type=submit]");
    await page.waitForSelector("#logout");
  },
};
