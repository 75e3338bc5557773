import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";
import { ensureNpmPackage } from "../support/npm-package.ts";
import { freePort } from "../support/place.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A dialog of Bootstrap that refuses by a JavaScript alert, and a login that ends with its page. */
export const redisCommander: WebApplication = {
  name: "Redis Commander",
  kind: "Node, Bootstrap dialog, JavaScript alert, token in sessionStorage",
  path: "/",
  values: user,
  refusal: /Sign-In Failed/,
  start: async (place) => {
    await ensureDebianPackage("redis-server");
    const modules = join(await ensureNpmPackage(["redis-commander@0.9.0"]), "node_modules");
    const port = String(await freePort());
    place.spawn("redis-server", ["--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", place.directory]);
    const auth = ["--http-auth-username", user.username, "--http-auth-password", user.password];
    const address = ["--address", "127.0.0.1", "--port", String(place.port), "--redis-port", port, "--nosave"];
    place.spawn(process.execPath, [join(modules, "redis-commander/bin/redis-commander.js"), ...auth, ...address]);
  },
  byHand: async (page) => {
    await page.fill("#signinUsername", user.username);
    await page.fill("#signinPassword", user.password);
    // A person whose click came before the page was ready presses again.
    await until(async () => {
      if (await page.isVisible("#signinButton")) await page.click("#signinButton", { timeout: 5_000 }).catch(() => {});
      const hidden = page.waitForSelector("#signinModal", { state: "hidden", timeout: 5_000 });
      return await hidden.then(
        () => true,
        () => false,
      );
    });
  },
};
