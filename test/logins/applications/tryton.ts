import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** The name and the password are in two dialogs, and a fragment names the database of the session. */
export const tryton: WebApplication = {
  name: "Tryton",
  kind: "Python, dialogs of Bootstrap for name and password, session of a database in localStorage",
  path: "/",
  values: { username: "admin", password: user.password },
  logOut: `Sao.Session.current_session.do_logout()`,
  start: async (place) => {
    await ensureDebianPackage("tryton-server tryton-sao", "/usr/share/tryton-sao/www/index.html");
    const config = join(place.directory, "trytond.conf");
    const web = `[web]\nlisten = 127.0.0.1:${place.port}\nroot = /usr/share/tryton-sao/www\n`;
    await writeFile(config, `[database]\nuri = sqlite://\npath = ${place.directory}\n${web}`);
    const password = join(place.directory, "password");
    await writeFile(password, user.password);
    await writeFile(join(place.directory, "shop.sqlite"), "");
    const env = { TRYTONPASSFILE: password };
    await place.run(
      PYTHON,
      ["/usr/bin/trytond-admin", "-c", config, "-d", "shop", "--all", "--email", "alice@example.com", "-vv"],
      { env },
    );
    place.spawn(PYTHON, ["/usr/bin/trytond", "-c", config], { env });
  },
  byHand: async (page) => {
    await page.fill(".modal #login", "admin");
    await page.click(".modal [type=submit]");
    await page.fill("[type=password]", user.password);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#user-preferences, #global-search", { state: "attached" });
  },
};
