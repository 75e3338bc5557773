import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A password alone in a dialog of Bootstrap; its script keeps it in sessionStorage. */
export const rspamd: WebApplication = {
  name: "Rspamd",
  kind: "C, Bootstrap dialog, password alone, kept in sessionStorage",
  path: "/",
  values: { password: user.password },
  refusal: /Request failed|Unauthorized/,
  start: async (place) => {
    const { directory, port } = place;
    const program = await ensureDebianPackage("rspamd");
    const settings = `
      options { dns { nameserver = ["127.0.0.1"]; } control_socket = "${directory}/control"; pidfile = "${directory}/pid"; }
      logging { type = "console"; level = "warning"; }
      worker "controller" {
        bind_socket = "127.0.0.1:${port}";
        password = "${user.password}";
        secure_ip = [];
        static_dir = "/usr/share/rspamd/www/";
      }
    `;
    await writeFile(join(directory, "rspamd.conf"), settings);
    place.spawn(program, ["-f", "-i", "-c", join(directory, "rspamd.conf"), "--var", `DBDIR=${directory}`]);
  },
  byHand: async (page) => {
    await page.fill("#connectPassword", user.password);
    await page.click("#connectButton");
    await page.waitForSelector("#connectPassword", { state: "hidden" });
  },
};
