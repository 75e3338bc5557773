import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const serve = `
import sys
from supysonic.web import create_application
create_application().run("127.0.0.1", int(sys.argv[1]))
`;

/** Bootstrap pages of Flask, whose session is a signed cookie. */
export const supysonic: WebApplication = {
  name: "Supysonic",
  kind: "Python, Flask, session in a signed cookie",
  path: "/user/login",
  values: user,
  refusal: /Wrong username or password/,
  logOut: `fetch("/user/logout")`,
  start: async (place) => {
    await ensureDebianPackage("supysonic", "supysonic-cli");
    const database = `[base]\ndatabase_uri = sqlite:///${join(place.directory, "music.db")}\n`;
    const directories = `[webapp]\ncache_dir = ${place.directory}\nlog_file = ${join(place.directory, "log")}\n`;
    await writeFile(join(place.directory, "supysonic.conf"), database + directories);
    const cli = "/usr/bin/supysonic-cli";
    await place.run(PYTHON, [cli, "user", "add", user.username, "--password", user.password]);
    place.spawn(PYTHON, ["-c", serve, String(place.port)]);
  },
  byHand: async (page) => {
    await page.fill("[name=user]", user.username);
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href='/user/logout']", { state: "attached" });
  },
};
