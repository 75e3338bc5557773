import type { CellStyle, PictureRow, Run } from "./terminal-rows.ts";

/** Pixels of a cell, of the margin, and of the bar above the rows. */
const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 20;
const FONT_SIZE = 14;
const MARGIN = 16;
const BAR = 36;

/** Colours of the theme by their place: paper, bar, text, then the 16 of a terminal. */
interface Theme {
  readonly paper: string;
  readonly bar: string;
  readonly line: string;
  readonly text: string;
  readonly colours: readonly string[];
}

const light: Theme = {
  paper: "#ffffff",
  bar: "#f6f8fa",
  line: "#d1d9e0",
  text: "#1f2328",
  colours: [
    ...["#24292f", "#cf222e", "#116329", "#7d4e00", "#0969da", "#8250df", "#136b75", "#59636e"],
    ...["#57606a", "#a40e26", "#1a7f37", "#633c01", "#218bff", "#a475f9", "#1b7c83", "#ffffff"],
  ],
};

const dark: Theme = {
  paper: "#0d1117",
  bar: "#151b23",
  line: "#3d444d",
  text: "#e6edf3",
  colours: [
    ...["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
    ...["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff"],
  ],
};

/** Picture of a terminal: a window with the command in its bar, light or dark as the reader's system. */
export interface Picture {
  readonly command: string;
  readonly columns: number;
  readonly rows: readonly PictureRow[];
}

/** A picture as SVG: one text for each run of cells, and no font. */
export function svgOf({ command, columns, rows }: Picture): string {
  const width = Math.ceil(columns * CELL_WIDTH + 2 * MARGIN);
  const height = BAR + rows.length * CELL_HEIGHT + 1.5 * MARGIN;
  const drawn = rows.flatMap((row, at) => row.flatMap((run) => runLines(run, at)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<style>${css(rows)}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<path class="bar" d="M0.5 ${BAR}V8.5a8 8 0 0 1 8 -8H${width - 8.5}a8 8 0 0 1 8 8V${BAR}z"/>`,
    `<text class="d" x="${MARGIN}" y="${BAR / 2 + FONT_SIZE / 3}">${escaped(`$ ${command}`)}</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function css(rows: readonly PictureRow[]): string {
  const used = [...new Set(rows.flat().flatMap(({ style }) => [style.foreground, style.background]))]
    .filter((colour) => colour !== undefined)
    .sort((one, other) => one - other);
  const rules = ({ paper, bar, line, text, colours }: Theme): string =>
    [
      `.paper{fill:${paper};stroke:${line}}.bar{fill:${bar};stroke:${line}}`,
      `text,.text{fill:${text}}.on{fill:${paper}}`,
      ...used.map((colour) => `.c${colour}{fill:${colours[colour] ?? text}}`),
    ].join("");
  const font = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace";
  const fixed = `text{font:${FONT_SIZE}px ${font};white-space:pre}.b{font-weight:600}.d{opacity:.65}.u{text-decoration:underline}`;
  return `${fixed}${rules(light)}@media(prefers-color-scheme:dark){${rules(dark)}}`;
}

/** A run: its background where it has one, and its text stretched to its cells. */
function runLines({ column, text, width, style }: Run, row: number): string[] {
  const x = round(MARGIN + column * CELL_WIDTH);
  const top = BAR + MARGIN / 2 + row * CELL_HEIGHT;
  const length = round(width * CELL_WIDTH);
  const { front, back } = classesOf(style);
  const area =
    back === undefined ? [] : [`<rect class="${back}" x="${x}" y="${top}" width="${length}" height="${CELL_HEIGHT}"/>`];
  if (text.trim() === "") return area;
  const classes = [front, style.bold && "b", style.dim && "d", style.underline && "u"].filter(Boolean).join(" ");
  const attribute = classes === "" ? "" : ` class="${classes}"`;
  const y = top + FONT_SIZE + 1;
  return [...area, `<text${attribute} x="${x}" y="${y}" textLength="${length}">${escaped(text)}</text>`];
}

function classesOf({ foreground, background, inverse }: CellStyle): { front: string; back: string | undefined } {
  const front = foreground === undefined ? undefined : `c${foreground}`;
  const back = background === undefined ? undefined : `c${background}`;
  return inverse ? { front: back ?? "on", back: front ?? "text" } : { front: front ?? "", back };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The rows of text of a picture, the command first, without what differs from run to run in length. */
export function svgText(svg: string): string[] {
  const rows = new Map<number, string>();
  for (const [, y = "", text = ""] of svg.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>([^<]*)</g)) {
    const at = Number(y);
    rows.set(at, rows.has(at) ? `${rows.get(at)} ${text}` : text);
  }
  return [...rows.values()].map((row) =>
    row
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&")
      .replace(/\b\d+(?:\.\d+)?(?:ms|s|m)(?: \d+s)?\b/g, "<duration>")
      .replace(/\s+/g, " ")
      .trim(),
  );
}
