import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureNpmPackage } from "../support/npm-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** React with a dialog that opens from the home page, and a token in localStorage. */
export const verdaccio: WebApplication = {
  name: "Verdaccio",
  kind: "Node, React, dialog from the home page, token in localStorage",
  path: "/",
  isHome: true,
  values: user,
  refusal: /Invalid username or password/,
  logOut: "localStorage.clear()",
  start: async (place) => {
    const options = { overrides: { "node-fetch": "2.7.0" } };
    const modules = join(await ensureNpmPackage(["verdaccio@6.8.0"], options), "node_modules");
    const digest = createHash("sha1").update(user.password).digest("base64");
    await writeFile(join(place.directory, "htpasswd"), `${user.username}:{SHA}${digest}\n`);
    const config = `
storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
packages:
  "**":
    access: $all
    publish: $authenticated
listen: 127.0.0.1:${place.port}
`;
    await writeFile(join(place.directory, "config.yaml"), config);
    place.spawn(process.execPath, [join(modules, "verdaccio/bin/verdaccio"), "--config", "config.yaml"]);
  },
  byHand: async (page) => {
    await page.click("[data-testid='header--button-login']");
    await page.fill("#login--dialog-username", user.username);
    await page.fill("#login--dialog-password", user.password);
    await page.click("#login--dialog-button-submit");
    await page.waitForSelector("#header--button-account, [data-testid='logInDialogIcon']");
  },
};
