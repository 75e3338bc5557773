import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { PYTHON } from "../support/python.ts";
import { user, type WebApplication } from "../support/web-application.ts";

const ORIGINAL = "/usr/share/mailman3-web";

const archives = `
import os, sys
sys.path.insert(0, "${ORIGINAL}")
import settings
here = os.path.dirname(os.path.abspath(__file__))
own = dict(
    DEBUG=True, ALLOWED_HOSTS=["*"], LOGIN_REDIRECT_URL="hk_root", ACCOUNT_DEFAULT_HTTP_PROTOCOL="http",
    ACCOUNT_EMAIL_VERIFICATION="none", STATIC_ROOT=here + "/static", COMPRESS_ENABLED=False, LOGGING={},
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": here + "/db.sqlite3"}},
    HAYSTACK_CONNECTIONS={"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}},
)
vars(settings).update(own)
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth.models import User
User.objects.create_superuser("${user.username}", "alice@example.com", "${user.password}")
call_command("runserver", "127.0.0.1:" + sys.argv[1], use_reloader=False)
`;

/** Archives of mailing lists that everybody reads, with a page for the login, a registration and other providers. */
export const mailman: WebApplication = {
  name: "Mailman",
  kind: "Python, django-allauth, public archives",
  path: "/hyperkitty/",
  isHome: true,
  values: user,
  refusal: /not correct/,
  logOut: `fetch("/accounts/logout/", { method: "POST",
    headers: { "x-csrftoken": document.cookie.match(/csrftoken=([^;]+)/)?.[1] } })`,
  start: async (place) => {
    await ensureDebianPackage("mailman3-web", join(ORIGINAL, "settings.py"));
    await writeFile(join(place.directory, "archives.py"), archives);
    place.spawn(PYTHON, ["archives.py", String(place.port)]);
  },
  byHand: async (page) => {
    await page.click("a[href*='accounts/login']:visible");
    await page.fill("#id_login", user.username);
    await page.fill("#id_password", user.password);
    await page.click("main [type=submit], .login [type=submit]");
    await page.waitForSelector("a[href*='accounts/logout']", { state: "attached" });
  },
};
