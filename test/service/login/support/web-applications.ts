import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "../../../support/browser/chromium.ts";
import { ensureDebianPackage } from "../../../support/screen/debian-package.ts";
import { until } from "../../../support/until.ts";

const run = promisify(execFile);

/** Third-party web application with one user. */
export interface WebApplication {
  readonly name: string;
  /** Path of its login page. */
  readonly path: string;
  /** User as a stored credential. */
  readonly values: Readonly<Record<string, string>>;
  /** Text by which it refuses a password. */
  readonly refusal: RegExp;
  /** Script in one of its pages that logs out; absent for a login that ends with its page. */
  readonly logOut?: string;
  /** Installs the application, and starts it on a port of 127.0.0.1 over an empty directory. */
  start(directory: string, port: number): Promise<ChildProcess>;
}

const user = { username: "alice", password: "Wonder-land 7!" };

/** Programs of Debian's packages run with its Python; the first Python on the PATH may be another one. */
const PYTHON = "/usr/bin/python3";

const djangoSite = `
import sys, django
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command
from django.urls import path
contrib = "django.contrib."
context = ["django.template.context_processors.request", contrib + "auth.context_processors.auth", contrib + "messages.context_processors.messages"]
settings.configure(
    DEBUG=True, SECRET_KEY="demo", ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], USE_TZ=True, STATIC_URL="/static/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}, DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[contrib + name for name in ("admin", "auth", "contenttypes", "sessions", "messages", "staticfiles")],
    MIDDLEWARE=[contrib + "sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        contrib + "auth.middleware.AuthenticationMiddleware", contrib + "messages.middleware.MessageMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {"context_processors": context}}],
)
django.setup()
urlpatterns = [path("admin/", admin.site.urls)]
call_command("migrate", verbosity=0)
from django.contrib.auth.models import User
User.objects.create_superuser("${user.username}", "alice@example.com", "${user.password}")
call_command("runserver", "127.0.0.1:" + sys.argv[1], use_reloader=False)
`;

/** Server-rendered forms with a token against forged requests, and a session cookie that outlives the browser. */
const django: WebApplication = {
  name: "Django's administration",
  path: "/admin/",
  values: user,
  refusal: /correct username and password/,
  logOut: `fetch("/admin/logout/")`,
  start: async (directory, port) => {
    await ensureDebianPackage("python3-django", "django-admin");
    await writeFile(join(directory, "site.py"), djangoSite);
    return spawn(PYTHON, ["site.py", String(port)], { cwd: directory });
  },
};

/** An application of one page: its login is a dialog, and its token is in localStorage. */
const nodeRed: WebApplication = {
  name: "Node-RED",
  path: "/",
  values: user,
  refusal: /Login failed/,
  logOut: `(async () => {
    const { access_token: token } = JSON.parse(localStorage.getItem("auth-tokens"));
    const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
    await fetch("/auth/revoke", { method: "POST", headers, body: JSON.stringify({ token }) });
  })()`,
  start: async (directory, port) => {
    await writeFile(join(directory, "package.json"), "{}");
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "node-red@5.0.7"], { cwd: directory });
    const settings = `module.exports = {
      uiHost: "127.0.0.1", uiPort: ${port}, userDir: ${JSON.stringify(join(directory, "data"))},
      adminAuth: { type: "credentials", users: [{
        username: ${JSON.stringify(user.username)}, permissions: "*",
        password: require("bcryptjs").hashSync(${JSON.stringify(user.password)}, 4) }] },
      editorTheme: { tours: false }, telemetry: { enabled: false },
    };`;
    await writeFile(join(directory, "settings.js"), settings);
    const program = join(directory, "node_modules/node-red/red.js");
    return spawn(process.execPath, [program, "--settings", "settings.js"], { cwd: directory });
  },
};

/** A password alone, without a user name. */
const jupyter: WebApplication = {
  name: "Jupyter Notebook",
  path: "/",
  values: { password: user.password },
  refusal: /Invalid credentials/,
  logOut: `fetch("/logout")`,
  start: async (directory, port) => {
    const program = await ensureDebianPackage("jupyter-notebook");
    const hash = `from notebook.auth import passwd; print(passwd(${JSON.stringify(user.password)}, "sha1"))`;
    const { stdout } = await run(PYTHON, ["-c", hash]);
    const place = ["--ip=127.0.0.1", `--port=${port}`, "--port-retries=0", "--no-browser", "--allow-root"];
    const args = [...place, `--notebook-dir=${directory}`, `--NotebookApp.password=${stdout.trim()}`];
    const own = { HOME: directory, JUPYTER_RUNTIME_DIR: directory, JUPYTER_DATA_DIR: directory };
    return spawn(PYTHON, [program, ...args], { cwd: directory, env: { ...process.env, ...own } });
  },
};

/** Scripts draw everything, requests carry the password each time, and nothing is stored. */
const radicale: WebApplication = {
  name: "Radicale",
  path: "/.web/",
  values: user,
  refusal: /Incorrect|Unauthorized|wrong/i,
  start: async (directory, port) => {
    const program = await ensureDebianPackage("radicale");
    const users = join(directory, "users");
    await writeFile(users, `${user.username}:${user.password}\n`);
    await mkdir(join(directory, "data"));
    const auth = ["--auth-type=htpasswd", `--auth-htpasswd-filename=${users}`, "--auth-htpasswd-encryption=plain"];
    const storage = `--storage-filesystem-directory=${join(directory, "data")}`;
    const args = ["--config", "", `--hosts=127.0.0.1:${port}`, "--auth-delay=0", ...auth, storage];
    return spawn(PYTHON, [program, ...args], { cwd: directory });
  },
};

const ADMINER = "/usr/share/adminer/adminer.php";

/** A list to choose a system from, and the login form again at its address although somebody is logged in. */
const adminer: WebApplication = {
  name: "Adminer",
  path: "/",
  values: { ...user, "auth[driver]": "SQLite 3", "auth[db]": "shop.sqlite" },
  refusal: /does not support password/,
  logOut: `(async () => {
    const token = document.querySelector("[name=token]").value;
    await fetch(location.href, { method: "POST", body: new URLSearchParams({ logout: "Logout", token }) });
  })()`,
  start: async (directory, port) => {
    await ensureDebianPackage("php-cli php-sqlite3 adminer", ADMINER);
    const plugins = "/usr/share/adminer/plugins";
    const page = `<?php
      function adminer_object() {
        include_once "${plugins}/plugin.php";
        include_once "${plugins}/login-password-less.php";
        return new AdminerPlugin([new AdminerLoginPasswordLess(password_hash("${user.password}", PASSWORD_DEFAULT))]);
      }
      include "${ADMINER}";`;
    await writeFile(join(directory, "index.php"), page);
    return spawn("php", ["-d", `sys_temp_dir=${directory}`, "-S", `127.0.0.1:${port}`], { cwd: directory });
  },
};

export const webApplications: readonly WebApplication[] = [django, nodeRed, jupyter, radicale, adminer];

/** Starts an application; it ends with the test. Returns the address of its login page. */
export async function withApplication({ start, path, name }: WebApplication): Promise<string> {
  const directory = await temporaryDirectory();
  const port = await freePort();
  const child = await start(directory, port);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => said.push(text.toString()));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  const url = `http://localhost:${port}${path}`;
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said.join("")}`);
    return (await fetch(url).catch(() => undefined))?.ok === true;
  };
  await until(isUp, { what: name, boundMs: 60_000 });
  return url;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
