import { readdir, rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { APP_WORD } from "../../contract/limits.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, fileError } from "../../core/errors.ts";
import { makeDirectory } from "../../core/make-directory.ts";
import { saveFile } from "../../core/save-file.ts";
import { baseFiles, templateFiles } from "../../generated/app-templates.ts";
import type { appsInit } from "./init.ts";
import { type AppTemplateName, appTemplates, DEFAULT_TEMPLATE } from "./lib/templates.ts";

/** Name of an app whose directory name has neither letters nor digits. */
const FALLBACK = "my-app";
const LONGEST = 128;

/** App name made from a directory's name. Invalid characters become "-"; `changed` is then true. */
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

/** Name of the app in the files of the templates. */
const EXAMPLE_NAME = "example-app";

/** Writes the app of a template, under the name of its directory. */
export const run: Run<typeof appsInit> = async (body) => {
  const { args, cwd, done, flags, note } = body;
  const given = args.dir ?? "example-app";
  const directory = resolve(cwd, given);
  if (flags.force !== true) await refuseFull(directory, given);
  const { name, changed } = appName(directory);
  const template =
    appTemplates.find((each) => each.name === (flags.fromTemplate ?? DEFAULT_TEMPLATE)) ?? appTemplates[0];
  const files = filesOf(template.name, name);
  const names = Object.keys(files);
  await writeAll(body, directory, given, files);
  if (changed) note(`note: "${basename(directory)}" is not a valid app name; the app is named ${name} in app.ts`);
  const value = { ok: true, dir: given, app_name: name, files: names };
  return done(`Wrote an app to ${given}: ${names.join(", ")}.`, value, {
    next: [commandLine`apps deploy ${given}`, commandLine`invoke ${name} ${template.invoke}`],
  });
};

/** The files of a template with the app's name in them; the package name is in lower case, as npm requires. */
function filesOf(template: AppTemplateName, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries({ ...baseFiles, ...templateFiles[template] }).map(([file, text]) => {
    return [file, text.replaceAll(EXAMPLE_NAME, file === "package.json" ? name.toLowerCase() : name)] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Exit 10 for a directory with files; a new repository counts as empty. */
async function refuseFull(directory: string, given: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    if (error.code === "ENOTDIR") throw new CliError("local-file", `cannot write to "${given}": is not a directory`);
    throw fileError("write to", given, error);
  });
  if (names.every((name) => name === ".git")) return;
  throw new CliError("local-file", `"${given}" already exists and is not empty`, {
    hint: "name a new directory, or add --force to write the template's files into this one",
  });
}

/** Writes every file. When that fails half-way, removes the files and directories that it has created. */
async function writeAll(
  { cwd, defer, flags, signal }: BodyOf<typeof appsInit>,
  directory: string,
  given: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const made: string[] = [];
  const undo = async (): Promise<void> => {
    for (const path of made.reverse()) await rm(path, { recursive: true, force: true });
  };
  const keep = defer(undo);
  try {
    const first = madeDirectory(directory, given);
    if (first !== undefined) made.push(first);
    for (const [name, text] of Object.entries(files)) {
      const isThere = await stat(join(directory, name)).then(
        () => true,
        () => false,
      );
      await saveFile(join(given, name), Buffer.from(text), {
        cwd,
        force: flags.force === true,
        defer,
        signal,
      });
      if (!isThere) made.push(join(directory, name));
    }
  } catch (error) {
    await undo();
    throw error;
  } finally {
    keep();
  }
}

/** Creates the directory and returns the first directory that was created. */
function madeDirectory(directory: string, given: string): string | undefined {
  try {
    return makeDirectory(directory);
  } catch (error) {
    throw fileError("write to", given, error);
  }
}
