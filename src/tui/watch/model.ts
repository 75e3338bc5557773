import stringWidth from "string-width";
import { Styled } from "../../core/styled.ts";
import { table } from "../../core/table.ts";
import type { ResultLine } from "../../render/for-people.ts";
import { MARK_CELLS, type MarkedLine, markChanges } from "../../render/result-lines.ts";
import { rowStarts } from "../kit/columns.ts";
import { type Layout, layoutOf } from "../kit/layout.ts";
import { paint, type Style } from "../kit/styled-text.ts";
import type { TerminalSize } from "../kit/terminal-size.ts";

/** A result as lines for a terminal of that width. */
export type LinesOf = (width: number) => Promise<readonly ResultLine[]>;

export interface WatchModelOptions {
  readonly title: string;
  readonly size: TerminalSize;
  readonly colour: boolean;
  readonly now: () => number;
  readonly onChange: () => void;
}

const styles = table<Style>({
  "+": { bold: "1", fg: "32" },
  "~": { bold: "1", fg: "33" },
  "-": { dim: "2", fg: "31" },
});

/** A repeatedly read result: the rows of the latest one, marked where it differs from the previous one. */
export class WatchModel {
  readonly title: string;
  readonly #options: WatchModelOptions;
  #size: TerminalSize;
  #result: { readonly lines: LinesOf; readonly content: string } | undefined;
  #before: LinesOf | undefined;
  #notes: readonly string[] = [];
  #rows: readonly string[] = [];
  #top = 0;
  #render = 0;
  /** Failure of the latest round. */
  failure: string | undefined;
  /** Milliseconds since 1970 of the latest result, and of the latest one that differed. */
  readAt: number | undefined;
  changedAt: number | undefined;

  constructor(options: WatchModelOptions) {
    this.title = options.title;
    this.#options = options;
    this.#size = options.size;
  }

  get size(): TerminalSize {
    return this.#size;
  }

  get layout(): Layout {
    return layoutOf(this.#size.rows);
  }

  /** Shows the result of a round. `content` is its text for comparison with other results. */
  async show(lines: LinesOf, content: string, notes: readonly string[]): Promise<void> {
    this.failure = undefined;
    this.readAt = this.#options.now();
    this.#notes = notes;
    if (this.#result !== undefined && this.#result.content !== content) {
      this.#before = this.#result.lines;
      this.changedAt = this.readAt;
    }
    this.#result = { lines, content };
    await this.#renderRows();
  }

  fail(text: string): void {
    this.failure = text;
    this.#options.onChange();
  }

  resize(size: TerminalSize): void {
    this.#size = size;
    this.#options.onChange();
    void this.#renderRows();
  }

  /** Scrolls by so many rows. */
  scroll(rows: number): void {
    const last = Math.max(0, this.#rows.length - this.layout.middle);
    this.#top = Math.min(last, Math.max(0, this.#top + rows));
    this.#options.onChange();
  }

  /** The rows of the middle of the screen. */
  visibleRows(): readonly string[] {
    const { middle, status } = this.layout;
    const rows = this.#rows.slice(this.#top, this.#top + middle);
    // Without a status line, a failure is still shown.
    return status === 0 && this.failure !== undefined ? [this.failure, ...rows.slice(0, middle - 1)] : rows;
  }

  /** Rows before and after the visible ones. */
  get hidden(): { readonly above: number; readonly below: number } {
    return { above: this.#top, below: Math.max(0, this.#rows.length - this.#top - this.layout.middle) };
  }

  async #renderRows(): Promise<void> {
    if (this.#result === undefined) return;
    this.#render += 1;
    const render = this.#render;
    const { columns } = this.#size;
    const now = await this.#result.lines(columns);
    const before = (await this.#before?.(columns)) ?? now;
    // A later result or size has replaced this one.
    if (render !== this.#render) return;
    const marked = markChanges(before, now);
    const shown = now.length === 0 ? [{ text: Styled.of("none"), mark: undefined }, ...marked] : marked;
    this.#rows = [
      ...shown.flatMap((line) => this.#rowsOf(line)),
      ...this.#notes.flatMap((text) =>
        this.#rowsOf({ text: Styled.row(paint(text, { dim: "2" }, true)), mark: undefined }),
      ),
    ];
    this.scroll(0);
  }

  /** Rows of one line. A line wider than the terminal continues in the next row, without its colours. */
  #rowsOf({ text, mark }: MarkedLine): string[] {
    const room = Math.max(1, this.#size.columns - MARK_CELLS);
    const { plain } = text;
    const starts = stringWidth(plain) > room ? rowStarts(plain, room) : [0];
    const style = styles.get(mark ?? "");
    return starts.map((start, at) => {
      const part = plain.slice(start, starts[at + 1]);
      const lead = at === 0 ? `${mark ?? " "} ` : "  ";
      if (style) return paint(`${lead}${part}`, style, this.#options.colour);
      return `${lead}${starts.length === 1 ? text.ansi : part}`;
    });
  }
}
