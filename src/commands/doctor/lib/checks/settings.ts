import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { suggestion } from "../../../../cli/route/suggest.ts";
import { isObject } from "../../../../core/is-object.ts";
import { posixWord } from "../../../../core/shell-quotes.ts";
import { count } from "../../../../render/sentence.ts";
import { mendAccess } from "../../../../settings/mend-access.ts";
import { knownMembers } from "../../../../settings/model.ts";
import { unknownContext } from "../../../../settings/require-service.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failureOf, note, ok, warning } from "../finding.ts";

/** The settings file, the directory file, and the directories of both settings and state. */
export function settingsCheck(facts: Facts): Check {
  return {
    area: "settings",
    title: "settings",
    id: "settings.file",
    run: async () => [
      ...fileFindings(facts),
      ...directoryFileFindings(facts),
      directoryFinding("settings.directory", facts.settings.paths.configDir, "settings", "BROWSERCTL_CONFIG_DIR"),
      directoryFinding(
        "settings.state-directory",
        facts.stateDir,
        "the state of the local service",
        "BROWSERCTL_STATE_DIR",
      ),
    ],
  };
}

function fileFindings({ settings: own }: Facts): Finding[] {
  const { failures, paths, settings } = own;
  const broken = failures.filter(({ about }) => about === "settings-file");
  const damaged = "correct the file; the next other command sets it aside and restores the last good version";
  if (broken.length > 0) {
    return broken.map(({ error }) => {
      const finding = failureOf("settings.file", error);
      return error.code === "settings_damaged" ? { ...finding, fix: damaged } : finding;
    });
  }
  const facts = statSync(paths.file, { throwIfNoEntry: false });
  if (!facts) return [ok("settings.file", `no settings file yet: "${paths.file}"`)];
  const contexts = count(Object.keys(settings.contexts).length, "context");
  const findings = [ok("settings.file", `"${paths.file}" with ${contexts}`)];
  if (process.platform !== "win32" && (facts.mode & 0o077) !== 0) {
    const mode = (facts.mode & 0o7777).toString(8).padStart(4, "0");
    findings.push(
      warning(
        "settings.mode",
        `other users can read or write the settings file (mode ${mode})`,
        `chmod 600 ${posixWord(paths.file)}`,
        async () => {
          mendAccess(paths, facts, settings, () => {});
          if ((statSync(paths.file).mode & 0o077) !== 0) throw new Error("the file system keeps the mode");
          return "the mode of the settings file is 0600 now";
        },
      ),
    );
  }
  return [...findings, ...unknownMembers(paths.file)];
}

/** Paths of members that no version up to this one reads; values are never shown. */
function unknownMembers(file: string): Finding[] {
  const value: unknown = JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  const contexts = memberOf(value, "contexts");
  const found = [
    ...unknownIn(value, "", knownMembers.settings),
    ...unknownIn(memberOf(value, "values"), "values.", knownMembers.values),
    ...Object.entries(contexts).flatMap(([name, entry]) => unknownIn(entry, `contexts.${name}.`, knownMembers.context)),
  ];
  if (found.length === 0) return [];
  return [note("settings.unknown", `nothing reads ${found.join(", ")} in the settings file`, "correct or remove it")];
}

function unknownIn(value: unknown, path: string, known: readonly string[]): string[] {
  if (!isObject(value)) return [];
  const names = Object.keys(value).filter((name) => !known.includes(name) && name !== "__internal__");
  return names.map((name) => {
    const meant = suggestion(name, known);
    return `${path}${name}${meant === undefined ? "" : ` (did you mean ${meant}?)`}`;
  });
}

function memberOf(value: unknown, name: string): Record<string, unknown> {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : {};
}

function directoryFileFindings({ settings: { directoryFile, failures, resolved } }: Facts): Finding[] {
  const id = "settings.directory-file";
  const broken = failures.filter(({ about }) => about === "directory-file");
  if (broken.length > 0) return broken.map(({ error }) => failureOf(id, error));
  const missing = unknownContext(resolved);
  if (missing) return [failureOf(id, missing)];
  if (!directoryFile) return [ok(id, "no .browserctl.json here or above")];
  const { context, path, project } = directoryFile;
  const chosen = [context && `context ${context}`, project && `project ${project}`].filter(Boolean).join(", ");
  return [ok(id, `"${path}"${chosen ? ` chooses ${chosen}` : ""}`)];
}

/** Finding about a directory that commands write to, and create if it is missing. */
function directoryFinding(id: Finding["id"], path: string, holds: string, variable: string): Finding {
  const existing = nearestExisting(path);
  try {
    if (!statSync(existing).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOTDIR: "is not a directory",
      EROFS: "is on a read-only file system",
      EACCES: "cannot be written by this user",
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
    const fix = `set ${variable} to a directory that can be written`;
    return warning(id, `"${existing}" ${reason}, where ${holds} would be stored`, fix);
  }
  const place = `${holds}: "${path}"`;
  return ok(id, existing === path ? place : `${place}, created when needed`);
}

/** The path itself if it exists, otherwise its nearest existing parent directory. */
export function nearestExisting(path: string): string {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}
