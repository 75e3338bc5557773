import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A wiki in German whose login is found from its home page, and whose own cookie holds the password for new sessions. */
export const dokuWiki: WebApplication = {
  name: "DokuWiki",
  kind: "PHP, German, from the home page",
  path: "/doku.php",
  isHome: true,
  values: user,
  refusal: /Benutzername oder Passwort/,
  logOut: `fetch(document.querySelector("a[href*='do=logout']").href)`,
  revoke: endPhpSessions,
  start: async (place) => {
    const { directory } = place;
    await ensureDebianPackage("php-cli php-xml dokuwiki", "/usr/share/dokuwiki/doku.php");
    const conf = join(directory, "conf");
    await place.run("cp", ["-rL", "/etc/dokuwiki", conf]);
    await place.run("cp", ["-rL", "/var/lib/dokuwiki/data", "data"]);
    const hash = await place.run("php", ["-r", `echo password_hash("${user.password}", PASSWORD_BCRYPT);`]);
    await writeFile(join(conf, "users.auth.php"), `${user.username}:${hash}:Alice:alice@example.com:admin,user\n`);
    const local = { lang: "de", useacl: 1, superuser: "@admin", savedir: join(directory, "data"), title: "Wiki" };
    const lines = Object.entries(local).map(([name, value]) => `$conf['${name}'] = ${JSON.stringify(value)};`);
    await writeFile(join(conf, "local.php"), `<?php\n${lines.join("\n")}\n`);
    await writeFile(join(conf, "acl.auth.php"), "*\t@ALL\t1\n*\t@user\t8\n");
    const prepended = `<?php define("DOKU_CONF", "${conf}/");`;
    await servePhp(place, { root: "/usr/share/dokuwiki", prepended });
  },
  byHand: async (page) => {
    await page.click("a.login, .action.login a");
    await page.fill("[name=u]", user.username);
    await page.fill("[name=p]", user.password);
    await page.click("#dw__login [type=submit]");
    await page.waitForSelector("a[href*='do=logout']");
  },
};
