import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { freePort, type Place } from "./place.ts";
import { user } from "./web-application.ts";

/** Starts an IMAP server with the user of most applications. Gives its port. */
export async function startDovecot(place: Place): Promise<number> {
  await ensureDebianPackage("dovecot-imapd", "/usr/sbin/dovecot");
  const port = await freePort();
  const base = join(place.directory, "dovecot");
  await mkdir(base);
  const users = join(place.directory, "mail-users");
  await writeFile(users, `${user.username}:{PLAIN}${user.password}:0:0::${place.directory}/mail::\n`);
  const config = `
    base_dir = ${base}
    log_path = /dev/stderr
    protocols = imap
    listen = 127.0.0.1
    ssl = no
    disable_plaintext_auth = no
    first_valid_uid = 0
    mail_location = maildir:${place.directory}/mail
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
  await writeFile(join(place.directory, "dovecot.conf"), config);
  place.spawn("/usr/sbin/dovecot", ["-F", "-c", join(place.directory, "dovecot.conf")]);
  return port;
}
