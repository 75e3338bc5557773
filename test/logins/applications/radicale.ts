import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** Scripts draw everything, requests carry the password each time, and nothing is stored. */
export const radicale: WebApplication = {
  name: "Radicale",
  kind: "Python, page of scripts that stores nothing",
  path: "/.web/",
  values: user,
  refusal: /Incorrect|Unauthorized|wrong/i,
  start: async (place) => {
    const program = await ensureDebianPackage("radicale");
    const users = join(place.directory, "users");
    await writeFile(users, `${user.username}:${user.password}\n`);
    await mkdir(join(place.directory, "data"));
    const auth = ["--auth-type=htpasswd", `--auth-htpasswd-filename=${users}`, "--auth-htpasswd-encryption=plain"];
    const storage = `--storage-filesystem-folder=${join(place.directory, "data")}`;
    const args = ["--config", "", `--hosts=127.0.0.1:${place.port}`, "--auth-delay=0", ...auth, storage];
    place.spawn(PYTHON, [program, ...args]);
  },
  byHand: async (page) => {
    await page.fill("#loginscene [data-name=user]", user.username);
    await page.fill("#loginscene [type=password]", user.password);
    await page.click("#loginscene [type=submit]");
    await page.waitForSelector("#collectionsscene:not(.hidden)");
  },
};
