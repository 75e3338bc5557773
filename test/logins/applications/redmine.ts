import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/redmine";
/** Database of the package, with all tables. */
const EMPTY_DATABASE = "/var/lib/dbconfig-common/sqlite3/redmine/instances/default/redmine_default";

/** Rails: a form that is found from the home page, and a language that changes with the login. */
export const redmine: WebApplication = {
  name: "Redmine",
  kind: "Ruby on Rails, from the home page, Spanish after the login",
  path: "/",
  isHome: true,
  values: user,
  refusal: /Invalid user or password/,
  revoke: async (place) => {
    await place.run("sqlite3", ["redmine.db", "delete from tokens"]);
  },
  start: async (place) => {
    await ensureDebianPackage("redmine redmine-sqlite ruby-sqlite3 puma sqlite3", EMPTY_DATABASE);
    await ensureDebianPackage("puma");
    const root = join(place.directory, "www");
    const database = join(place.directory, "redmine.db");
    await place.run("cp", ["-rL", ORIGINAL, root]);
    await place.run("cp", [EMPTY_DATABASE, database]);
    const text = `production:\n  adapter: sqlite3\n  database: ${database}\n`;
    await writeFile(join(root, "instances/default/config/database.yml"), text);
    await mkdir(join(root, "instances/default/files"), { recursive: true });
    const sha1 = (value: string): string => createHash("sha1").update(value).digest("hex");
    const password = `salt = 'salt', hashed_password = '${sha1(`salt${sha1(user.password)}`)}'`;
    const account = `login = '${user.username}', language = 'es', must_change_passwd = 0`;
    const language = "insert into settings (name, value) values ('default_language', 'es')";
    await place.run("sqlite3", [
      database,
      `update users set ${password}, ${account} where login = 'admin'; ${language}`,
    ]);
    const env = { RAILS_ENV: "production", RAILS_SERVE_STATIC_FILES: "1" };
    place.spawn("puma", ["-b", `tcp://127.0.0.1:${place.port}`, "config.ru"], { cwd: root, env });
  },
  byHand: async (page) => {
    await page.click("a.login");
    await page.fill("#username", user.username);
    await page.fill("#password", user.password);
    await page.click("#login-submit");
    await page.waitForSelector("a.logout", { state: "attached" });
  },
};
