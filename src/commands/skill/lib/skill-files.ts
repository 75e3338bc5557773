import { join, resolve } from "node:path";
import type { Needs } from "../../../cli/declare/body.ts";
import { CliError, type Problem } from "../../../core/errors.ts";
import { homeOf } from "../../completion/lib/places.ts";
import { asBytes, type Change, type EditOptions, editFile } from "../../lib/edit-file.ts";
import { GUIDE_HEAD } from "./guide.ts";
import type { skillTargets } from "./place-flags.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Flags that say where the guide is. */
export interface PlaceFlags {
  readonly target: (typeof skillTargets)[number] | undefined;
  readonly directory: string | undefined;
  readonly agentsMd: boolean | undefined;
}

/** Line that tells agents of the guide; its mark finds it again. */
const AGENTS_LINE = asBytes(
  "To see and operate web pages, run `browserctl skill` and follow its guide. <!-- browserctl skill -->",
);
const MARK = "<!-- browserctl skill -->";

/** Problems of flags that exclude each other. */
export function placeProblems({ directory, target }: PlaceFlags): Problem[] {
  if (directory === undefined || target === undefined) return [];
  return [{ path: "--directory", message: "cannot be combined with --target" }];
}

/** Writes the guide, and the line in AGENTS.md, where the flags say. */
export async function installSkill(guide: string, flags: PlaceFlags, tools: Tools): Promise<Change[]> {
  const { options, paths } = placesOf(flags, tools);
  const changes: Change[] = [];
  if (paths.skill !== undefined) {
    const { skill } = paths;
    const put = (text: string | undefined): string => {
      if (text !== undefined && !isOwn(text)) throw foreign(skill);
      return asBytes(guide);
    };
    changes.push(await editFile(skill, put, options));
  }
  if (paths.agentsMd !== undefined) changes.push(await editFile(paths.agentsMd, withLine, options));
  return changes;
}

/** Removes what `installSkill` has written, and nothing else. */
export async function uninstallSkill(flags: PlaceFlags, tools: Tools): Promise<Change[]> {
  const { options, paths } = placesOf(flags, tools);
  const changes: Change[] = [];
  if (paths.skill !== undefined)
    changes.push(
      await editFile(paths.skill, (text) => (text !== undefined && isOwn(text) ? undefined : text), options),
    );
  if (paths.agentsMd !== undefined)
    changes.push(await editFile(paths.agentsMd, (text) => text && withoutLine(text), options));
  return changes;
}

type Tools = Needs<"cwd" | "defer" | "env" | "signal">;

/** The files of these flags; the guide is for all agents where no flag says more. */
function placesOf({ agentsMd, directory, target }: PlaceFlags, { cwd, defer, env, signal }: Tools) {
  const isAlone = agentsMd === true && directory === undefined && target === undefined;
  const home = directory === undefined && !isAlone ? homeOf(env, homeTexts) : cwd;
  const skills = directory === undefined ? directoryOf(target ?? "agents", env, home) : resolve(cwd, directory);
  return {
    options: { cwd, defer, home, signal } satisfies EditOptions,
    paths: {
      skill: isAlone ? undefined : join(skills, "browserctl", "SKILL.md"),
      agentsMd: agentsMd ? join(cwd, "AGENTS.md") : undefined,
    },
  };
}

const homeTexts = { what: "agents have their skills", hint: "set HOME, or name the directory of skills: --directory" };

/** Directory of skills of the user. assumed: Codex reads the one that is common to agents, as its documentation says. */
function directoryOf(target: NonNullable<PlaceFlags["target"]>, env: Env, home: string): string {
  if (target === "claude-code") return join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "skills");
  return join(home, ".agents", "skills");
}

function isOwn(text: string): boolean {
  return text.startsWith(GUIDE_HEAD);
}

function foreign(path: string): CliError {
  return new CliError("local-file", `"${path}" is not a guide of browserctl`, {
    code: "foreign_file",
    hint: "move it away, and install again",
  });
}

/** A text with the line at its end; a text without a newline at its end gets none. */
function withLine(text = ""): string {
  if (text.includes(MARK)) return text.replace(/^.*<!-- browserctl skill -->$/m, AGENTS_LINE);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return text === "" || text.endsWith("\n") ? `${text}${AGENTS_LINE}${newline}` : `${text}${newline}${AGENTS_LINE}`;
}

/** A text without the line; undefined where it has nothing else. */
function withoutLine(text: string): string | undefined {
  const without = text
    .replace(/\r?\n.*<!-- browserctl skill -->$(?![\s\S])/, "")
    .replace(/^.*<!-- browserctl skill -->\r?\n/m, "");
  return without === "" ? undefined : without;
}
