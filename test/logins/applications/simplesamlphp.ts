import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ROOT = "/usr/share/simplesamlphp/www";

/** An identity provider that says who somebody is, and offers nothing else. */
export const simpleSamlPhp: WebApplication = {
  name: "SimpleSAMLphp",
  kind: "PHP, identity provider",
  path: "/module.php/core/authenticate.php?as=users",
  values: user,
  refusal: /Incorrect username or password/,
  revoke: endPhpSessions,
  start: async (place) => {
    await ensureDebianPackage("php-cli php-xml php-mbstring simplesamlphp", join(ROOT, "module.php"));
    const config = join(place.directory, "config");
    await mkdir(config);
    const settings = {
      baseurlpath: `${place.url}/`,
      ...{ certdir: config, loggingdir: config, datadir: config, tempdir: place.directory },
      ...{ secretsalt: "correct-horse-battery-staple", "auth.adminpassword": "Admin-land 7!" },
      ...{ "logging.handler": "errorlog", "logging.level": 3, "store.type": "phpsession", timezone: "UTC" },
      ...{ "session.cookie.secure": false, "session.phpsession.cookiename": "SimpleSAML", "enable.saml20-idp": false },
      ...{ "language.default": "en", "module.enable": { exampleauth: true, core: true } },
    };
    const sources = {
      users: { "0": "exampleauth:UserPass", [`${user.username}:${user.password}`]: { uid: [user.username] } },
    };
    const php = (name: string, value: unknown): string =>
      `<?php\n$${name} = json_decode(<<<'JSON'\n${JSON.stringify(value)}\nJSON, true);\n`;
    await writeFile(join(config, "config.php"), php("config", settings));
    await writeFile(join(config, "authsources.php"), php("config", sources));
    await servePhp(place, { root: ROOT, env: { SIMPLESAMLPHP_CONFIG_DIR: config } });
  },
  byHand: async (page) => {
    await page.fill("#username", user.username);
    await page.fill("#password", user.password);
    await page.click("#submit_button, [type=submit]");
    await page.waitForSelector("a[href*='logout']", { state: "attached" });
  },
};
