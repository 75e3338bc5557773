import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureNpmPackage } from "../support/npm-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** Behind the login is a form with a name and a password of something else: of a server to connect to. */
export const theLounge: WebApplication = {
  name: "The Lounge",
  kind: "Node, Vue, WebSocket, form for another server behind the login",
  path: "/",
  values: user,
  refusal: /Authentication failed/,
  logOut: `localStorage.clear()`,
  start: async (place) => {
    const overrides = { "irc-framework": "4.14.0" };
    const modules = join(await ensureNpmPackage(["thelounge@4.5.2"], { overrides }), "node_modules");
    await mkdir(join(place.directory, "users"));
    const hash = await place.run(process.execPath, [
      "-p",
      `require(${JSON.stringify(join(modules, "bcryptjs"))}).hashSync(${JSON.stringify(user.password)}, 4)`,
    ]);
    const config = { public: false, host: "127.0.0.1", port: place.port, messageStorage: [], prefetch: false };
    await writeFile(join(place.directory, "config.js"), `module.exports = ${JSON.stringify(config)};`);
    const account = { password: hash.trim(), log: false, awayMessage: "", networks: [], sessions: {} };
    await writeFile(join(place.directory, `users/${user.username}.json`), JSON.stringify(account));
    const env = { THELOUNGE_HOME: place.directory };
    // It asks for its newest version, and ends without an answer.
    const offline = join(place.directory, "offline.cjs");
    await writeFile(offline, `process.on("uncaughtException", console.error);`);
    place.spawn(process.execPath, ["--require", offline, join(modules, "thelounge/index.js"), "start"], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=username]", user.username);
    await page.fill("[type=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("#sidebar");
  },
};
