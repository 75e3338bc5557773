import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const PORTAL = "/usr/share/lemonldap-ng/portal/htdocs";

const application = `
use Plack::Builder;
use Lemonldap::NG::Portal::Main;
builder {
  enable "Static", path => sub { s,^/static/,, }, root => "${PORTAL}/static";
  enable "Static", path => sub { s,^/javascript/,, }, root => "/usr/share/javascript";
  Lemonldap::NG::Portal::Main->run({});
};
`;

const account = `
import sqlite3, sys
sqlite3.connect(sys.argv[1]).executescript("""
  create table users (name text, password text);
  insert into users values ('${user.username}', '${user.password}');
""")
`;

/** Single sign-on whose page has a form for each directory, in tabs. */
export const lemonLdap: WebApplication = {
  name: "LemonLDAP::NG",
  kind: "Perl, single sign-on, the same form in two tabs",
  path: "/",
  values: user,
  refusal: /Wrong credentials/i,
  logOut: `fetch("/?logout=1")`,
  start: async (place) => {
    const { directory } = place;
    await ensureDebianPackage(
      "lemonldap-ng starman libdbd-sqlite3-perl libgd-securityimage-perl libimage-magick-perl",
      join(PORTAL, "index.psgi"),
    );
    for (const name of ["conf", "sessions", "sessions/lock", "psessions", "psessions/lock", "cache"])
      await mkdir(join(directory, name));
    const database = join(directory, "users.db");
    await place.run(PYTHON, ["-c", account, database]);
    const text = await readFile("/var/lib/lemonldap-ng/conf/lmConf-1.json", "utf8");
    const moved = JSON.parse(text.replaceAll("/var/lib/lemonldap-ng", directory)) as object;
    const settings = {
      ...{ authentication: "Choice", userDB: "Choice", passwordDB: "Choice", registerDB: "Null" },
      authChoiceModules: { "1_Staff": "DBI;Null;Null", "2_Guests": "Demo;Demo;Demo" },
      ...{ dbiAuthChain: `dbi:SQLite:dbname=${database}`, dbiAuthUser: "", dbiAuthPassword: "" },
      ...{ dbiAuthTable: "users", dbiAuthLoginCol: "name", dbiAuthPasswordCol: "password" },
      ...{ domain: "localhost", portal: `${place.url}/`, notification: 0 },
    };
    await writeFile(join(directory, "conf/lmConf-1.json"), JSON.stringify({ ...moved, ...settings }));
    const ini = await readFile("/etc/lemonldap-ng/lemonldap-ng.ini", "utf8");
    await writeFile(join(directory, "lemonldap-ng.ini"), ini.replaceAll("/var/lib/lemonldap-ng", directory));
    await writeFile(join(directory, "portal.psgi"), application);
    const env = { LLNG_DEFAULTCONFFILE: join(directory, "lemonldap-ng.ini") };
    place.spawn("starman", ["--listen", `127.0.0.1:${place.port}`, "--workers", "4", "portal.psgi"], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=user]:visible", user.username);
    await page.fill("[name=password]:visible", user.password);
    await page.click("[type=submit]:visible");
    await page.waitForSelector("a[href*='logout']", { state: "attached" });
  },
};
