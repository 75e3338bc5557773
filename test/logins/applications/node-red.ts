import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureNpmPackage } from "../support/npm-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** An application of one page: its login is a dialog, and its token is in localStorage. */
export const nodeRed: WebApplication = {
  name: "Node-RED",
  kind: "Node, dialog of an application of one page, token in localStorage",
  path: "/",
  values: user,
  refusal: /Login failed/,
  logOut: `(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem("auth-tokens"));
    const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
    await fetch("/auth/revoke", { method: "POST", headers, body: JSON.stringify({ token }) });
  })()`,
  start: async (place) => {
    const modules = join(await ensureNpmPackage(["node-red@5.0.7"]), "node_modules");
    const settings = `module.exports = {
      uiHost: "127.0.0.1", uiPort: ${place.port}, userDir: ${JSON.stringify(join(place.directory, "data"))},
      adminAuth: { type: "credentials", users: [{
        username: ${JSON.stringify(user.username)}, permissions: "*",
        password: require(${JSON.stringify(join(modules, "bcryptjs"))}).hashSync(${JSON.stringify(user.password)}, 4) }] },
      editorTheme: { tours: false }, telemetry: { enabled: false },
    };`;
    await writeFile(join(place.directory, "settings.js"), settings);
    place.spawn(process.execPath, [join(modules, "node-red/red.js"), "--settings", "settings.js"]);
  },
  byHand: async (page) => {
    await page.fill("#node-dialog-login-username", user.username);
    await page.fill("#node-dialog-login-password", user.password);
    await page.click("#node-dialog-login-submit");
    await page.waitForSelector("#red-ui-header-button-user");
  },
};
