import type { ReactNode } from "react";
import stringWidth from "string-width";
import { sanitizeLine } from "../../core/sanitize.ts";
import { table } from "../../core/table.ts";
import { count, humanSeconds } from "../../render/sentence.ts";
import { bold, dim, KeyBar, type KeyHint, type Part, StatusBar, TitleBar, warning } from "../kit/bars.tsx";
import { shorten } from "../kit/columns.ts";
import { connectionText } from "../kit/connection.ts";
import { layoutOf } from "../kit/layout.ts";
import { Row } from "../kit/rows.tsx";
import { paint, type Style } from "../kit/styled-text.ts";
import { inputText } from "../kit/text-input.ts";
import { useView } from "../kit/view-context.ts";
import { helpPages } from "./help.ts";
import type { LogModel, Prompt } from "./model.ts";
import type { Title } from "./options.ts";

const statusStyles = table<Style>({
  queued: { fg: "33" },
  running: { fg: "36" },
  succeeded: { fg: "32" },
  failed: { fg: "31" },
});

/** App, action, version and id on the left; status and running time on the right. */
export function LogTitleBar({ title, model }: { readonly title: Title; readonly model: LogModel }): ReactNode {
  const status = sanitizeLine(model.status);
  const time = humanSeconds(Math.floor(model.elapsedMs / 1_000));
  return (
    <TitleBar
      columns={model.size.columns}
      name={[`${sanitizeLine(title.app_name)} › ${sanitizeLine(title.action_name)}`, bold]}
      details={[
        [` ${sanitizeLine(title.version)}`, dim],
        [`  ${sanitizeLine(title.id)}`, dim],
      ]}
      right={[
        [status, { ...bold, ...statusStyles.get(model.status) }],
        [` ${time}`, {}],
      ]}
    />
  );
}

/** State of the view and the stream; warnings come first. */
export function LogStatusBar({ model, now }: { readonly model: LogModel; readonly now: number }): ReactNode {
  return <StatusBar columns={model.size.columns} parts={statusParts(model, now)} />;
}

function statusParts(model: LogModel, now: number): Part[] {
  const { store, connection } = model;
  const { page } = store;
  const parts: Part[] = [];
  if (model.prompt?.problem !== undefined) parts.push([sanitizeLine(model.prompt.problem), warning]);
  if (model.note !== undefined) parts.push([sanitizeLine(model.note), warning]);
  if (model.reader.reading) parts.push(["reading earlier lines…", warning]);
  else if (model.reader.failure)
    parts.push([`cannot read earlier lines: ${sanitizeLine(model.reader.failure)}`, warning]);
  if (connection.state === "reconnecting" || connection.state === "lost")
    parts.push([connectionText(connection, now), warning]);
  if (model.paused) parts.push([`paused, ${count(store.arrived, "line")} waiting`, warning]);
  else if (!model.following)
    parts.push([store.arrived > 0 ? `scrolled back, ${store.arrived} new` : "scrolled back", bold]);
  if (page.search) parts.push([searchText(model), bold]);
  if (page.filter) parts.push([`filter ${sanitizeLine(page.filter.source)}: ${page.lines.length} shown`, bold]);
  if (model.gaps > 0) parts.push([count(model.gaps, "gap"), warning]);
  parts.push([count(store.logLines, "line"), dim]);
  if (connection.state === "closed") parts.push(["ended", bold]);
  else if (connection.state !== "reconnecting" && connection.state !== "lost")
    parts.push([connectionText(connection, now), dim]);
  if (!model.wrap) parts.push(["not wrapped", dim]);
  return parts;
}

function searchText({ store: { page }, current }: LogModel): string {
  const source = sanitizeLine(page.search?.source ?? "");
  if (page.found === 0) return `search ${source}: no match`;
  const rank = current === undefined ? "" : `${page.rank(current)} of `;
  return `search ${source}: ${rank}${page.found} ${page.found === 1 ? "match" : "matches"}`;
}

const hints: readonly KeyHint[] = [
  ["q", "leave"],
  ["?", "keys"],
  ["space", "pause"],
  ["/", "search"],
  ["f", "filter"],
  ["t", "time"],
  ["w", "wrap"],
  ["PgUp", "back"],
  ["G", "end"],
];

/** The bottom row: the prompt, a question, or the most important keys. */
export function LogKeyBar({ model }: { readonly model: LogModel }): ReactNode {
  const { hasKeys, colour } = useView();
  const { columns } = model.size;
  if (model.prompt) return <Row text={promptText(model.prompt, model.size, colour)} />;
  if (model.confirming) return <Row text={paint(shorten("cancel the invocation? y or n", columns), warning, colour)} />;
  if (model.help !== undefined) return <KeyBar columns={columns} hints={helpHints(model, model.help)} />;
  if (!hasKeys) return <Row text={paint(shorten("Ctrl-C leaves", columns), dim, colour)} />;
  return <KeyBar columns={columns} hints={hints} />;
}

/** The keys of the key help, and the page number where the help has several pages. */
function helpHints({ size, canCancel }: LogModel, page: number): readonly KeyHint[] {
  const pages = helpPages(size, canCancel).length;
  if (pages === 1) return [["Esc", "close"]];
  const at = Math.min(page + 1, pages);
  return [
    [`page ${at}/${pages}`, ""],
    ["space", at < pages ? "next" : "close"],
    ["Esc", "close"],
  ];
}

/** The typed text. Without a status bar, its problem follows on the same row. */
function promptText({ purpose, input, problem }: Prompt, { columns, rows }: LogModel["size"], colour: boolean): string {
  const label = shorten(columns < 50 ? `${purpose}: ` : `${purpose} (text or /regex/): `, columns);
  const typed = inputText(input, { columns: Math.max(1, columns - stringWidth(label)), colour, hasCursor: true });
  const room = columns - stringWidth(label) - stringWidth(typed) - 1;
  const tail = problem !== undefined && layoutOf(rows).status === 0 && room > 0 ? shorten(` ${problem}`, room) : "";
  return `${paint(label, bold, colour)}${typed}${paint(sanitizeLine(tail), warning, colour)}`;
}
