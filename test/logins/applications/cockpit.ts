import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const WEB_SERVER = "/usr/lib/cockpit/cockpit-ws";

/** Checks the user in place of PAM, and becomes the bridge of the session. */
const session = `#!${PYTHON}
import base64, json, os, sys

def send(message):
    data = b"\\n" + json.dumps(message).encode()
    os.write(1, str(len(data)).encode() + b"\\n" + data)

def receive():
    size = b""
    while not size.endswith(b"\\n"):
        size += os.read(0, 1)
    data = b""
    while len(data) < int(size):
        data += os.read(0, int(size) - len(data))
    return json.loads(data.partition(b"\\n")[2])

send({"command": "authorize", "cookie": "session", "challenge": "*"})
kind, _, text = receive().get("response", "").partition(" ")
if base64.b64decode(text).decode() != ${JSON.stringify(`${user.username}:${user.password}`)}:
    send({"command": "init", "version": 1, "problem": "authentication-failed", "message": "wrong password"})
    sys.exit(0)
os.execv("/usr/bin/cockpit-bridge", ["cockpit-bridge"])
`;

/** A form sent in a header by a script, and an application of pages in frames over a WebSocket at the same address. */
export const cockpit: WebApplication = {
  name: "Cockpit",
  kind: "C, password in a header, application in frames at the same address",
  path: "/",
  values: user,
  refusal: /Wrong user name or password/,
  logOut: `(async () => {
    cockpit.logout(false);
    for (let status = 200; status !== 401; ) ({ status } = await fetch("/cockpit/login"));
  })()`,
  start: async (place) => {
    await ensureDebianPackage("cockpit-ws cockpit-bridge cockpit-system", WEB_SERVER);
    const program = join(place.directory, "session");
    await writeFile(program, session);
    await chmod(program, 0o755);
    const config = join(place.directory, "config/cockpit");
    await mkdir(config, { recursive: true });
    const settings = `[WebService]\nAllowUnencrypted = true\nLoginTo = false\n[basic]\ncommand = ${program}\n`;
    await writeFile(join(config, "cockpit.conf"), settings);
    const env = { XDG_CONFIG_DIRS: join(place.directory, "config") };
    place.spawn(WEB_SERVER, ["--no-tls", "--address", "127.0.0.1", "--port", String(place.port)], { env });
  },
  byHand: async (page) => {
    await page.fill("#login-user-input", user.username);
    await page.fill("#login-password-input", user.password);
    await page.click("#login-button");
    await page.waitForSelector("#content, #main", { state: "attached" });
  },
};
