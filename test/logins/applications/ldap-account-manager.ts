import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { servePhp } from "../support/php.ts";
import { freePort, type Place } from "../support/place.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/ldap-account-manager";
const base = "dc=example,dc=com";

/** A form whose user name is a list, beside lists of languages and of servers. */
export const ldapAccountManager: WebApplication = {
  name: "LDAP Account Manager",
  kind: "PHP, lists of user names, languages and servers",
  path: "/templates/login.php",
  values: user,
  refusal: /Wrong password\/user name combination/,
  revoke: async ({ directory }) => {
    const sessions = join(directory, "www/sess");
    for (const name of await readdir(sessions)) await rm(join(sessions, name), { recursive: true });
  },
  start: async (place) => {
    const packages = "php-cli php-ldap php-xml php-gd php-zip php-gmp php-curl ldap-account-manager slapd ldap-utils";
    await ensureDebianPackage(packages, join(ORIGINAL, "templates/login.php"));
    const port = await startDirectory(place);
    const root = join(place.directory, "www");
    await place.run("cp", ["-r", ORIGINAL, root]);
    for (const name of ["config", "sess", "tmp"]) await rm(join(root, name));
    await cp("/var/lib/ldap-account-manager/config", join(root, "config"), { recursive: true, dereference: true });
    for (const name of ["sess", "tmp", "tmp/internal"]) await mkdir(join(root, name));
    const sample = await readFile(join(root, "config/unix.sample.conf"), "utf8");
    const settings = sample
      .replace(/^ServerURL:.*/m, `ServerURL: ldap://127.0.0.1:${port}`)
      .replace(/^Admins:.*/m, `Admins: cn=root,${base};cn=${user.username},${base}`)
      .replaceAll(/dc=my-domain,dc=com|dc=yourdomain,dc=org/g, base);
    for (const name of ["lam", "archive"]) await writeFile(join(root, `config/${name}.conf`), settings);
    await servePhp(place, { root, settings: { error_reporting: "0" } });
  },
  byHand: async (page) => {
    await page.selectOption("[name=username]", { label: user.username });
    await page.fill("[name=passwd]", user.password);
    await page.click("[name=checklogin]");
    await page.waitForSelector("a[href*='logout']", { state: "attached" });
  },
};

/** Starts a directory server with one administrator. Gives its port. */
async function startDirectory(place: Place): Promise<number> {
  const data = join(place.directory, "ldap");
  await mkdir(data);
  const schemas = ["core", "cosine", "nis", "inetorgperson"].map((name) => `include /etc/ldap/schema/${name}.schema`);
  const settings = `${schemas.join("\n")}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${place.directory}/slapd.pid
database mdb
maxsize 10485760
suffix "${base}"
rootdn "cn=${user.username},${base}"
rootpw "${user.password}"
directory ${data}
`;
  const config = join(place.directory, "slapd.conf");
  await writeFile(config, settings);
  const entries = [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    `dn: ou=People,${base}\nobjectClass: organizationalUnit\nou: People\n`,
    `dn: ou=group,${base}\nobjectClass: organizationalUnit\nou: group\n`,
  ];
  await place.run("/usr/sbin/slapadd", ["-f", config], { input: entries.join("\n") });
  const port = await freePort();
  place.spawn("/usr/sbin/slapd", ["-d", "0", "-f", config, "-h", `ldap://127.0.0.1:${port}`]);
  return port;
}
