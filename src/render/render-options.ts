import type { Column } from "./columns.ts";
import type { Palette } from "./palette.ts";

export interface RenderOptions {
  format: "text" | "table" | "json" | "jsonl" | "yaml" | "csv" | "env";
  columns: readonly Column[] | undefined;
  /** A record for people has no lines for members without a value. */
  omitsEmpty?: boolean | undefined;
  /** Names of variables that are not made of the field's path, by that path. */
  variables?: Readonly<Record<string, string>> | undefined;
  /** The text goes to a terminal. */
  terminal: boolean;
  /** Columns of the terminal. */
  width: number;
  palette: Palette;
  /** The present in milliseconds, for ages. */
  now: number;
}
