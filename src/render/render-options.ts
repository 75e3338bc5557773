import type { Column } from "./columns.ts";
import type { Palette } from "./palette.ts";

export interface RenderOptions {
  format: "text" | "table" | "json" | "jsonl" | "yaml" | "csv" | "env";
  columns: readonly Column[] | undefined;
  /** The text goes to a terminal. */
  terminal: boolean;
  /** Columns of the terminal. */
  width: number;
  palette: Palette;
  /** The present in milliseconds, for ages. */
  now: number;
}
