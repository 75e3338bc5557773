import type { Column } from "./columns.ts";

export interface RenderOptions {
  format: "text" | "table" | "json" | "jsonl" | "yaml" | "csv" | "env";
  columns: readonly Column[] | undefined;
  /** The text goes to a terminal. */
  terminal: boolean;
  /** Columns of the terminal. */
  width: number;
  /** Makes headings stand out; the identity without colour. */
  style: (text: string) => string;
  /** The present in milliseconds, for ages. */
  now: number;
}
