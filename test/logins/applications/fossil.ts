import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A repository server in C whose login page has a second form, for anonymous users with a captcha. */
export const fossil: WebApplication = {
  name: "Fossil",
  kind: "C, form with a captcha for anonymous users beside it",
  path: "/login",
  values: user,
  refusal: /incorrect password/,
  revoke: async (place) => {
    await place.run("fossil", ["sql", "-R", "site.fossil", "update user set cookie=null, cexpire=0"]);
  },
  start: async (place) => {
    await ensureDebianPackage("fossil");
    const repository = join(place.directory, "site.fossil");
    await place.run("fossil", ["init", "--admin-user", user.username, repository]);
    await place.run("fossil", ["user", "password", user.username, user.password, "-R", repository]);
    place.spawn("fossil", ["server", repository, "--localhost", "--port", String(place.port)]);
  },
  byHand: async (page) => {
    await page.fill("#u", user.username);
    await page.fill("#p", user.password);
    await page.click("#login-button, [name=in]");
    await page.waitForSelector("a[href$='/logout'], a[href$='/login']:has-text('Logout')", { state: "attached" });
  },
};
