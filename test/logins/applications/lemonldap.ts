import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import type { WebApplication } from "../support/web-application.ts";

const CONFIGURATION = "/var/lib/lemonldap-ng/conf/lmConf-1.json";
/** Directories below the place. */
const DIRECTORIES = ["conf", "cache", "notifications", "sessions", "sessions/lock", "psessions", "psessions/lock"];

/** User of its demonstration, whose password is its name. */
const doctor = { username: "dwho", password: "dwho" };

const pages = `
  use Plack::Builder;
  use Plack::App::File;
  use Lemonldap::NG::Portal::Main;
  builder {
    mount "/static" => Plack::App::File->new(root => "/usr/share/lemonldap-ng/portal/htdocs/static")->to_app;
    mount "/" => Lemonldap::NG::Portal::Main->run({});
  };
`;

/** The portal of an identity provider, with a token in each form. */
export const lemonldap: WebApplication = {
  name: "LemonLDAP::NG",
  kind: "Perl, portal of an identity provider",
  path: "/",
  values: doctor,
  refusal: /Wrong credentials/i,
  revoke: async (place) => {
    await place.run("find", ["sessions", "cache", "-type", "f", "-delete"]);
  },
  start: async (place) => {
    const { directory, url } = place;
    const packages = "liblemonldap-ng-portal-perl libplack-perl starman";
    await ensureDebianPackage(packages, CONFIGURATION);
    for (const name of DIRECTORIES) await mkdir(join(directory, name), { recursive: true });
    const original = await readFile(CONFIGURATION, "utf8");
    const moved = JSON.parse(original.replaceAll("/var/lib/lemonldap-ng", directory)) as object;
    const own = { domain: "localhost", portal: `${url}/`, key: "k".repeat(16), localSessionStorageOptions: {} };
    const configuration = { ...moved, ...own, localSessionStorage: "", checkXSS: 0 };
    await writeFile(join(directory, "conf/lmConf-1.json"), JSON.stringify(configuration));
    const ini = (await readFile("/etc/lemonldap-ng/lemonldap-ng.ini", "utf8")).replaceAll(
      "/var/lib/lemonldap-ng",
      directory,
    );
    await writeFile(join(directory, "lemonldap-ng.ini"), ini);
    await writeFile(join(directory, "portal.psgi"), pages);
    const env = { LLNG_DEFAULTCONFFILE: join(directory, "lemonldap-ng.ini") };
    place.spawn("starman", ["--listen", `127.0.0.1:${place.port}`, "--workers", "4", "portal.psgi"], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=user]", doctor.username);
    await page.fill("[name=password]", doctor.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href*=logout]", { state: "attached" });
  },
};
