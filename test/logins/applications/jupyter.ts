import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

/** A password alone, without a user name. */
export const jupyter: WebApplication = {
  name: "Jupyter Notebook",
  kind: "Python, password alone",
  path: "/",
  values: { password: user.password },
  refusal: /Invalid credentials/,
  logOut: `fetch("/logout")`,
  start: async (place) => {
    const { directory, port } = place;
    const program = await ensureDebianPackage("jupyter-notebook");
    const hash = `from notebook.auth import passwd; print(passwd(${JSON.stringify(user.password)}, "sha1"))`;
    const hashed = await place.run(PYTHON, ["-c", hash]);
    const address = ["--ip=127.0.0.1", `--port=${port}`, "--port-retries=0", "--no-browser", "--allow-root"];
    const args = [...address, `--notebook-dir=${directory}`, `--NotebookApp.password=${hashed.trim()}`];
    const env = { JUPYTER_RUNTIME_DIR: directory, JUPYTER_DATA_DIR: directory };
    place.spawn(PYTHON, [program, ...args], { env });
  },
  byHand: async (page) => {
    await page.fill("#password_input", user.password);
    await page.click("#login_submit");
    await page.waitForSelector("#logout");
  },
};
