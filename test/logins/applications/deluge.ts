import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A password alone, in a dialog that scripts draw over a page that looks logged in. */
export const deluge: WebApplication = {
  name: "Deluge",
  kind: "Python, ExtJS, password alone in a dialog",
  path: "/",
  values: { password: user.password },
  refusal: /incorrect password/i,
  logOut: `fetch("/json", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: 1, method: "auth.delete_session", params: [] }),
  })`,
  start: async (place) => {
    const program = await ensureDebianPackage("deluge-web");
    const salt = "s".repeat(40);
    const settings = {
      port: place.port,
      interface: "127.0.0.1",
      first_login: false,
      show_session_speed: false,
      pwd_salt: salt,
      pwd_sha1: createHash("sha1").update(salt).update(user.password).digest("hex"),
    };
    const header = { file: 2, format: 1 };
    await writeFile(join(place.directory, "web.conf"), JSON.stringify(header) + JSON.stringify(settings));
    place.spawn(PYTHON, [program, "--do-not-daemonize", "--config", place.directory]);
  },
  byHand: async (page) => {
    await page.fill("[name=password]", user.password);
    await page.click(".x-window button:has-text('Login')");
    await page.waitForSelector("text=Logout");
  },
};
