import { basename } from "node:path";
import { APP_WORD } from "../../../contract/limits.ts";

/** Name of an app whose directory's name has no letter and no digit. */
const FALLBACK = "my-app";
const LONGEST = 128;

/**
 * The name of the app in a directory: that of the directory. What a name cannot have becomes "-"; `changed` tells that.
 */
export function appName(dir: string): { name: string; changed: boolean } {
  const given = basename(dir);
  if (new RegExp(APP_WORD.pattern).test(given)) return { name: given, changed: false };
  const name = given
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, LONGEST)
    .replace(/[._-]+$/, "");
  return { name: name === "" ? FALLBACK : name, changed: true };
}
