import { isSea } from "node:sea";
import { packageFile } from "../../../core/package-file.ts";

/** Name of the server in the settings of clients. */
export const SERVER_NAME = "browserctl";

/** Edit of a text at one place. */
export interface Edit {
  readonly offset: number;
  readonly removed: string;
  readonly inserted: string;
}

/** Edit of a settings file: the new text and how it came about. A file without a text is removed. */
export interface SettingsEdit {
  readonly text: string | undefined;
  readonly edit: Edit | undefined;
}

/** Command that starts the server. A client may have another PATH, so both paths are absolute. */
export function serverCommand(flags: readonly string[]): {
  readonly command: string;
  readonly args: readonly string[];
} {
  const own = isSea() ? [] : [packageFile("bin", "browserctl.js")];
  return { command: process.execPath, args: [...own, "mcp", ...flags] };
}

/** The text after an edit. */
export function edited(text: string, { inserted, offset, removed }: Edit): string {
  return text.slice(0, offset) + inserted + text.slice(offset + removed.length);
}

/** Line and column of an offset, from 1. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Lines of an edit as of a diff: the place, what goes, and what comes; nothing of the lines around, which may be secret. */
export function editLines(path: string, before: string | undefined, { inserted, offset, removed }: Edit): string[] {
  const { line } = placeIn(before ?? "", offset);
  const marked = (mark: string, text: string): string[] =>
    text
      .split(/\r?\n/)
      .filter((each) => each.trim() !== "")
      .map((each) => `${mark} ${Buffer.from(each, "latin1").toString()}`);
  return [
    before === undefined ? `${path} (new)` : `${path}:${line}`,
    ...marked("-", removed),
    ...marked("+", inserted),
  ];
}
