import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const LIBRARY = "/usr/share/request-tracker5";

/** A form in front of every page, and a session that the server keeps in its database. */
export const requestTracker: WebApplication = {
  name: "Request Tracker",
  kind: "Perl, Mason, the form is in front of every page",
  path: "/",
  values: user,
  refusal: /Your username or password is incorrect/,
  logOut: `fetch("/NoAuth/Logout.html")`,
  revoke: async ({ directory }) => {
    await rm(join(directory, "sessions"), { recursive: true });
    await mkdir(join(directory, "sessions"));
  },
  start: async (place) => {
    const packages = "request-tracker5 rt5-db-sqlite starlet";
    await ensureDebianPackage(packages, join(LIBRARY, "libexec/rt-server"));
    const { directory, port } = place;
    const settings = {
      ...{ rtname: "test", Organization: "test", WebPath: "", WebDomain: "localhost", WebPort: port },
      ...{ DatabaseType: "SQLite", DatabaseName: join(directory, "rt.db"), LogToSyslog: "", LogToSTDERR: "warning" },
      ...{ MasonDataDir: join(directory, "mason"), MasonSessionDir: join(directory, "sessions"), Timezone: "UTC" },
      WebSessionClass: "Apache::Session::File",
    };
    for (const name of ["mason", "sessions"]) await mkdir(join(directory, name));
    const lines = Object.entries(settings).map(([name, value]) => `Set($${name}, ${JSON.stringify(value)});`);
    const config = join(directory, "RT_SiteConfig.pm");
    await writeFile(config, `${lines.join("\n")}\n1;\n`);
    const env = { RT_SITE_CONFIG: config, RT_SITE_CONFIG_DIR: directory };
    await place.run("rt-setup-database-5", ["--action", "init", "--skip-create"], { env });
    const { username, password } = user;
    const account = `my $u = RT::User->new(RT->SystemUser);
      $u->Create(Name => "${username}", Password => "${password}", Privileged => 1) or die;
      $u->PrincipalObj->GrantRight(Right => "SuperUser", Object => RT->System);`;
    await place.run("perl", [`-I${LIBRARY}/lib`, "-MRT=-init", "-e", account], { env });
    place.spawn(join(LIBRARY, "libexec/rt-server"), ["--host", "127.0.0.1", "--port", String(port)], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=user]", user.username);
    await page.fill("[name=pass]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href*='Logout']", { state: "attached" });
  },
};
