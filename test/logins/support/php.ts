import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import type { Place } from "./place.ts";

interface PhpOptions {
  /** Directory of the pages; the place's own by default. */
  readonly root?: string;
  /** Text of a script that answers each request; it returns false for a file. */
  readonly router?: string;
  /** Text of a script that runs before every page. */
  readonly prepended?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Script for `router` that gives every address without a file to `index.php`, as a rule of a web server would. */
export const frontController = `<?php
$root = $_SERVER["DOCUMENT_ROOT"];
$path = parse_url($_SERVER["REQUEST_URI"], PHP_URL_PATH);
if ($path !== "/" && is_file($root . $path)) return false;
$_SERVER["SERVER_NAME"] = "localhost";
$_SERVER["SCRIPT_NAME"] = $_SERVER["PHP_SELF"] = "/index.php";
chdir($root);
require "$root/index.php";
`;

/** Starts PHP's own server over a directory. Its sessions are files in the place. */
export async function servePhp(place: Place, options: PhpOptions = {}): Promise<void> {
  const { root, router, prepended, settings = {}, env = {} } = options;
  await ensureDebianPackage("php-cli", "php");
  await mkdir(sessions(place));
  const before = join(place.directory, "prepended.php");
  await writeFile(before, prepended ?? "");
  const own = {
    auto_prepend_file: before,
    "session.save_path": sessions(place),
    sys_temp_dir: place.directory,
    display_errors: "0",
    ...settings,
  };
  const ini = Object.entries(own).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
  const args = [...ini, "-S", `127.0.0.1:${place.port}`, "-t", root ?? place.directory];
  if (router !== undefined) {
    const script = join(place.directory, "router.php");
    await writeFile(script, router);
    args.push(script);
  }
  place.spawn("php", args, { env: { PHP_CLI_SERVER_WORKERS: "4", ...env } });
}

/** Ends the sessions of an application that {@link servePhp} serves. */
export async function endPhpSessions(place: Place): Promise<void> {
  for (const name of await readdir(sessions(place))) await rm(join(sessions(place), name));
}

function sessions({ directory }: Place): string {
  return join(directory, "sessions");
}
