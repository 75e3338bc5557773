import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A form on the home page of a server in C++. */
export const znc: WebApplication = {
  name: "ZNC",
  kind: "C++, server-rendered form on the home page",
  path: "/",
  values: user,
  refusal: /Invalid login/i,
  logOut: `fetch("/logout")`,
  start: async (place) => {
    const program = await ensureDebianPackage("znc");
    const salt = "s".repeat(20);
    const hash = createHash("sha256")
      .update(user.password + salt)
      .digest("hex");
    const settings = `
Version = 1.8.2
LoadModule = webadmin
<Listener l>
  Port = ${place.port}
  IPv4 = true
  IPv6 = false
  SSL = false
  Host = 127.0.0.1
</Listener>
<User ${user.username}>
  Admin = true
  <Pass password>
    Method = sha256
    Hash = ${hash}
    Salt = ${salt}
  </Pass>
</User>
`;
    await mkdir(join(place.directory, "configs"));
    await writeFile(join(place.directory, "configs/znc.conf"), settings);
    place.spawn(program, ["--foreground", "--allow-root", "--datadir", place.directory]);
  },
  byHand: async (page) => {
    await page.fill("[name=user]", user.username);
    await page.fill("[name=pass]", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("a[href*='logout']", { state: "attached" });
  },
};
