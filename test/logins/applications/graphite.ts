import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const settings = `
from graphite.settings import *
import os
here = os.path.dirname(os.path.abspath(__file__))
SECRET_KEY = "demo"
ALLOWED_HOSTS = ["*"]
DEBUG = True
LOG_DIR = STORAGE_DIR = WHISPER_DIR = here + "/data"
STANDARD_DIRS = [WHISPER_DIR]
INDEX_FILE = here + "/data/index"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": here + "/graphite.db"}}
`;

const account = `
from django.contrib.auth.models import User
User.objects.create_superuser("${user.username}", "alice@example.com", "${user.password}")
`;

/** A plain form of Django without any style, and after it a page in frames. */
export const graphite: WebApplication = {
  name: "Graphite",
  kind: "Python, Django, page in frames after the login",
  path: "/account/login",
  values: user,
  refusal: /Authentication attempt failed|incorrect|invalid/i,
  revoke: async (place) => {
    await place.run(PYTHON, [
      "-c",
      `import sqlite3; c = sqlite3.connect("graphite.db"); c.execute("delete from django_session"); c.commit()`,
    ]);
  },
  start: async (place) => {
    await ensureDebianPackage("graphite-web", "/usr/lib/python3/dist-packages/graphite/settings.py");
    await mkdir(join(place.directory, "data"));
    await writeFile(join(place.directory, "site_settings.py"), settings);
    const env = { DJANGO_SETTINGS_MODULE: "site_settings", PYTHONPATH: place.directory };
    const manage = ["-m", "django"];
    await place.run(PYTHON, [...manage, "migrate", "--run-syncdb", "--verbosity=0"], { env });
    await place.run(PYTHON, [...manage, "shell", "-c", account], { env });
    place.spawn(PYTHON, [...manage, "runserver", "--noreload", `127.0.0.1:${place.port}`], { env });
  },
  byHand: async (page) => {
    await page.fill("[name=username]", user.username);
    await page.fill("[name=password]", user.password);
    await page.click("[type=submit]");
    await page.waitForURL((address) => !address.pathname.startsWith("/account/login"));
  },
};
