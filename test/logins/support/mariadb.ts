import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";
import type { Place } from "./place.ts";

/** Starts MariaDB on a socket in the place, without a port, and runs statements in it. Gives the path of the socket. */
export async function startMariadb(place: Place, statements: string): Promise<string> {
  await ensureDebianPackage("mariadb-server", "/usr/sbin/mariadbd");
  const data = `--datadir=${join(place.directory, "mariadb")}`;
  const socket = join(place.directory, "mariadb.sock");
  const install = ["--no-defaults", data, "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"];
  await place.run("mariadb-install-db", install);
  const small = ["--innodb-buffer-pool-size=32M", "--innodb-flush-log-at-trx-commit=0", "--skip-log-bin"];
  const args = ["--no-defaults", data, `--socket=${socket}`, "--skip-networking", "--user=root", ...small];
  place.spawn("/usr/sbin/mariadbd", args);
  const isUp = (): Promise<boolean> => queryMariadb(place, "select 1").then(...truth);
  await until(isUp, { what: () => `MariaDB: ${place.output}` });
  await queryMariadb(place, statements);
  return socket;
}

/** Runs statements in the MariaDB of a place. */
export function queryMariadb(place: Place, statements: string): Promise<string> {
  const socket = join(place.directory, "mariadb.sock");
  return place.run("mariadb", ["--no-defaults", `--socket=${socket}`, "--user=root"], { input: statements });
}

const truth = [() => true, () => false] as const;
