import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { endPhpSessions, servePhp } from "../support/php.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ROOT = "/usr/share/simplesamlphp/www";

/** The login page of an identity provider, behind a redirect, and a page of attributes after it. */
export const simpleSamlPhp: WebApplication = {
  name: "SimpleSAMLphp",
  kind: "PHP, page of an identity provider",
  path: "/module.php/core/authenticate.php?as=example-userpass",
  values: user,
  refusal: /Incorrect username or password/,
  revoke: endPhpSessions,
  start: async (place) => {
    await ensureDebianPackage("php-cli php-xml php-mbstring simplesamlphp", join(ROOT, "index.php"));
    const config = join(place.directory, "config");
    await cp("/etc/simplesamlphp", config, { recursive: true, dereference: true });
    await mkdir(join(place.directory, "data"));
    const settings = {
      baseurlpath: `${place.url}/`,
      loggingdir: place.directory,
      datadir: join(place.directory, "data"),
      tempdir: join(place.directory, "tmp"),
      secretsalt: "s".repeat(32),
      "auth.adminpassword": "admin-1-Secret",
      "logging.handler": "errorlog",
      "session.cookie.secure": false,
      "language.cookie.secure": false,
      "module.enable": { exampleauth: true, core: true },
    };
    const original = (await readFile(join(config, "config.php"), "utf8")).replace(/^require_once.*secrets.*$/m, "");
    const own = `$config = json_decode(<<<'END'\n${JSON.stringify(settings)}\nEND, true) + $config;`;
    await writeFile(join(config, "config.php"), `${original}\n${own}\n`);
    const users = {
      "example-userpass": { 0: "exampleauth:UserPass", [`${user.username}:${user.password}`]: { uid: ["alice"] } },
    };
    const sources = `<?php $config = json_decode(<<<'END'\n${JSON.stringify(users)}\nEND, true);`;
    await writeFile(join(config, "authsources.php"), sources);
    await servePhp(place, { root: ROOT, env: { SIMPLESAMLPHP_CONFIG_DIR: config } });
  },
  byHand: async (page) => {
    await page.fill("#username", user.username);
    await page.fill("#password", user.password);
    await page.click("#submit_button, #regularsubmit button, [type=submit]");
    await page.waitForSelector("text=Logout");
  },
};
