import { readFile } from "node:fs/promises";
import { packageFile } from "./package-file.ts";

const texts = new Map<string, Promise<string>>();

/** Text of a file in the installed package, such as a script for pages. It is read at the first call. */
export function packageText(...path: string[]): Promise<string> {
  const file = packageFile(...path);
  const text = texts.get(file) ?? readFile(file, "utf8");
  texts.set(file, text);
  text.catch(() => texts.delete(file));
  return text;
}
