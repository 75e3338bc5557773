import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

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
export const django: WebApplication = {
  name: "Django's administration",
  kind: "Python, server-rendered form",
  path: "/admin/",
  values: user,
  refusal: /correct username and password/,
  logOut: `fetch("/admin/logout/")`,
  start: async (place) => {
    await ensureDebianPackage("python3-django", "django-admin");
    await writeFile(join(place.directory, "site.py"), djangoSite);
    place.spawn(PYTHON, ["site.py", String(place.port)]);
  },
  byHand: async (page) => {
    await page.fill("#id_username", user.username);
    await page.fill("#id_password", user.password);
    await page.click("[type=submit]");
    await page.waitForSelector("#user-tools");
  },
};
