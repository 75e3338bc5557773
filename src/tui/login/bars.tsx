import type { ReactNode } from "react";
import { sanitizeLine } from "../../core/sanitize.ts";
import { humanSeconds } from "../../render/sentence.ts";
import { bold, dim, KeyBar, type KeyHint, type Part, StatusBar, TitleBar, warning } from "../kit/bars.tsx";
import { shorten } from "../kit/columns.ts";
import { connectionText } from "../kit/connection.ts";
import { Row } from "../kit/rows.tsx";
import { paint } from "../kit/styled-text.ts";
import { useView } from "../kit/view-context.ts";
import type { LoginModel } from "./model.ts";
import type { LoginTitle } from "./options.ts";

/** Seconds before the end of a login from which its remaining time is a warning. */
const SOON_SECONDS = 60;

/** Domain and profile on the left, remaining time on the right. */
export function LoginTitleBar({ title, model }: { readonly title: LoginTitle; readonly model: LoginModel }): ReactNode {
  return (
    <TitleBar
      columns={model.size.columns}
      name={[`Log in to ${sanitizeLine(title.domain)}`, bold]}
      details={[
        [`  profile ${sanitizeLine(title.profile)}`, dim],
        [`  ${sanitizeLine(title.id)}`, dim],
      ]}
      right={expiryParts(model)}
    />
  );
}

function expiryParts({ expiresAt, now }: LoginModel): Part[] {
  if (expiresAt === undefined) return [];
  const seconds = Math.floor((expiresAt - now) / 1_000);
  const text = seconds > 0 ? `expires in ${humanSeconds(seconds)}` : "about to expire";
  return [[text, seconds > SOON_SECONDS ? dim : warning]];
}

/** State of the view and the stream; warnings come first. */
export function LoginStatusBar({ model }: { readonly model: LoginModel }): ReactNode {
  const { connection, note, now, sending, size } = model;
  const parts: Part[] = [];
  if (note !== undefined) parts.push([sanitizeLine(note), warning]);
  if (sending) parts.push(["sending the answer…", bold]);
  const isBroken = connection.state === "reconnecting" || connection.state === "lost";
  parts.push([connectionText(connection, now), isBroken ? warning : dim]);
  return <StatusBar columns={size.columns} parts={parts} />;
}

/** The bottom row: a question, or the most important keys. */
export function LoginKeyBar({ model }: { readonly model: LoginModel }): ReactNode {
  const { hasKeys, colour } = useView();
  const { columns } = model.size;
  if (model.confirming) return <Row text={paint(shorten("cancel the login? y or n", columns), warning, colour)} />;
  if (!hasKeys) return <Row text={paint(shorten("Ctrl-C leaves", columns), dim, colour)} />;
  return <KeyBar columns={columns} hints={hintsFor(model)} />;
}

function hintsFor({ canCancel, focus, overlay, question }: LoginModel): readonly KeyHint[] {
  if (overlay) return [["any key", "back"]];
  const commands: readonly KeyHint[] = [
    ["q", "leave"],
    ["o", "open page"],
    ["Q", "QR code"],
    ["v", "live view"],
    ...(canCancel ? ([["x", "cancel"]] as const) : []),
    ["?", "keys"],
  ];
  if (focus === "form" && question) {
    const { choices, fields, form } = question;
    const isLast = form.focus === fields.length - 1;
    return [
      ["Enter", isLast ? "submit" : "next"],
      ["Ctrl-L", "live view"],
      ["Esc", "other keys"],
      ...(fields.length + choices.length > 1 ? ([["Tab", "next"]] as const) : []),
      ["Ctrl-C", "leave"],
    ];
  }
  if (focus === "choices") return [["Enter", "select"], ["↑ ↓", "move"], ...commands];
  return question ? [["Tab", "back"], ...commands] : commands;
}
