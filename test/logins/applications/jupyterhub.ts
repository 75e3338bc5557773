import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { freePort } from "../support/place.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A login in front of the servers of many users. */
export const jupyterHub: WebApplication = {
  name: "JupyterHub",
  kind: "Python, Tornado, token against forged requests in the form",
  path: "/hub/login",
  values: user,
  refusal: /Invalid username or password/,
  logOut: `fetch("/hub/logout")`,
  start: async (place) => {
    const { directory, port } = place;
    const program = await ensureDebianPackage("jupyterhub");
    const config = join(directory, "jupyterhub_config.py");
    const settings = {
      "JupyterHub.bind_url": `http://127.0.0.1:${port}`,
      "JupyterHub.hub_bind_url": `http://127.0.0.1:${await freePort()}`,
      "ConfigurableHTTPProxy.api_url": `http://127.0.0.1:${await freePort()}`,
      "JupyterHub.authenticator_class": "dummy",
      "DummyAuthenticator.password": user.password,
      "Authenticator.allowed_users": [user.username],
      "JupyterHub.spawner_class": "simple",
      "JupyterHub.default_url": "/hub/home",
    };
    const lines = Object.entries(settings).map(([name, value]) => `c.${name} = ${JSON.stringify(value)}`);
    await writeFile(config, lines.join("\n"));
    // The proxy is a Debian package for Node, which may be another one than that of Debian.
    place.spawn(PYTHON, [program, "--config", config], { env: { NODE_PATH: "/usr/share/nodejs" } });
  },
  byHand: async (page) => {
    await page.fill("#username_input", user.username);
    await page.fill("#password_input", user.password);
    await page.click("#login_submit");
    await page.waitForSelector("#logout");
  },
};
