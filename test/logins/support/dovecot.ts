import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { freePort, type Place } from "./place.ts";
import { user } from "./web-application.ts";

/** Debian's user and group `mail`. A mailbox of root is refused. */
const MAIL_USER = 8;
/** The directories above a test's own are closed to other users. */
const SHARED = "/tmp";

/** Starts an IMAP server with the user of most applications. Gives its port. */
export async function startDovecot(place: Place): Promise<number> {
  await ensureDebianPackage("dovecot-imapd", "/usr/sbin/dovecot");
  const port = await freePort();
  const base = await sharedDirectory();
  const users = join(base, "users");
  await writeFile(users, `${user.username}:{PLAIN}${user.password}:${MAIL_USER}:${MAIL_USER}::${base}/mail::\n`);
  const config = `
    base_dir = ${base}/run
    log_path = /dev/stderr
    protocols = imap
    listen = 127.0.0.1
    ssl = no
    disable_plaintext_auth = no
    first_valid_uid = 1
    mail_location = maildir:${base}/mail
    passdb {
      driver = passwd-file
      args = ${users}
    }
    userdb {
      driver = passwd-file
      args = ${users}
    }
    service imap-login {
      inet_listener imap {
        port = ${port}
      }
      inet_listener imaps {
        port = 0
      }
      chroot =
    }
    service anvil {
      chroot =
    }
    namespace inbox {
      inbox = yes
    }
  `;
  const file = join(base, "dovecot.conf");
  await writeFile(file, config);
  place.spawn("/usr/sbin/dovecot", ["-F", "-c", file]);
  return port;
}

/** Empty directory that the mail user reaches, which is not the one that runs the tests. */
async function sharedDirectory(): Promise<string> {
  const directory = await mkdtemp(join(SHARED, "browserctl-mail-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  await chmod(directory, 0o755);
  await chown(directory, MAIL_USER, MAIL_USER);
  return directory;
}
