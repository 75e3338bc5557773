import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const WIKI = "/usr/share/mediawiki";

/** A wiki in Japanese whose login is found from its home page. */
export const mediaWiki: WebApplication = {
  name: "MediaWiki",
  kind: "PHP, Japanese, from the home page",
  path: "/index.php",
  isHome: true,
  values: user,
  refusal: /パスワード/,
  logOut: `new mw.Api().postWithToken("csrf", { action: "logout" })`,
  start: async (place) => {
    const { directory, url } = place;
    const packages = "php-cli php-sqlite3 php-mbstring php-xml php-intl mediawiki";
    await ensureDebianPackage(packages, join(WIKI, "index.php"));
    const database = ["--dbtype=sqlite", `--dbpath=${directory}`, `--confpath=${directory}`];
    const site = [`--server=${url}`, "--scriptpath=", "--lang=ja", `--pass=${user.password}`];
    await place.run("php", [join(WIKI, "maintenance/install.php"), ...database, ...site, "Wiki", user.username]);
    const prepended = `<?php define("MW_CONFIG_FILE", "${join(directory, "LocalSettings.php")}");`;
    await servePhp(place, { root: WIKI, prepended });
  },
  byHand: async (page) => {
    await page.click("#pt-login a, #pt-login-2 a");
    await page.fill("#wpName1", user.username);
    await page.fill("#wpPassword1", user.password);
    await page.click("#wpLoginAttempt");
    await page.waitForSelector("#pt-logout", { state: "attached" });
  },
};
