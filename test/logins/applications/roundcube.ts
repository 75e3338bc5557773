import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { startDovecot } from "../support/dovecot.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/roundcube";

/** A mail client whose password is that of a mail server. */
export const roundcube: WebApplication = {
  name: "Roundcube",
  kind: "PHP, the password is that of a mail server",
  path: "/",
  values: user,
  refusal: /Login failed/,
  revoke: endPhpSessions,
  start: async (place) => {
    const packages = "php-cli php-sqlite3 php-mbstring php-xml php-intl roundcube roundcube-sqlite3";
    await ensureDebianPackage(packages, join(ORIGINAL, "index.php"));
    const imapPort = await startDovecot(place);
    const config = join(place.directory, "config");
    await place.run("cp", ["-rL", "/etc/roundcube", config]);
    for (const name of ["temp", "logs"]) await mkdir(join(place.directory, name));
    const settings = {
      db_dsnw: `sqlite:///${join(place.directory, "roundcube.db")}?mode=0640`,
      imap_host: `localhost:${imapPort}`,
      des_key: "d".repeat(24),
      temp_dir: join(place.directory, "temp"),
      log_dir: join(place.directory, "logs"),
      skin: "elastic",
      session_storage: "php",
      language: "en_US",
    };
    const lines = Object.entries(settings).map(([name, value]) => `$config['${name}'] = '${value}';`);
    await writeFile(join(config, "config.inc.php"), `<?php\n$config = [];\n${lines.join("\n")}\n`);
    await servePhp(place, { root: ORIGINAL, prepended: `<?php define("RCUBE_CONFIG_DIR", "${config}/");` });
  },
  byHand: async (page) => {
    await page.fill("#rcmloginuser", user.username);
    await page.fill("#rcmloginpwd", user.password);
    await page.click("#rcmloginsubmit");
    await page.waitForSelector("#messagelist", { state: "attached" });
  },
};
