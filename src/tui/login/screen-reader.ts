import { humanSeconds } from "../../render/sentence.ts";
import { connectionText } from "../kit/connection.ts";
import { followItems } from "../kit/followed-view.ts";
import { openKeyReader } from "../kit/key-reader.tsx";
import type { Key } from "../kit/keys.ts";
import { LineDialog } from "./line-dialog.ts";
import type { LoginModel } from "./model.ts";
import type { FollowResult, LoginItem, LoginViewOptions, ViewEnd } from "./options.ts";
import { submit, updateExpiry } from "./screen.tsx";

/**
 * Follows a login for a screen reader: each line is written once, and questions are asked one after the other. The view
 * closes when the login ends.
 */
export async function followWithScreenReader(options: LoginViewOptions, model: LoginModel): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  const dialog = new LineDialog(model, (text) => io.print(text));
  const noted = (work: Promise<void>, what: string): void =>
    void work.catch((error: unknown) => dialog.writeLine(`${what}: ${(error as Error).message}`));
  const keys = `keys: s prints the state, o opens the hosted page, v or at any time Ctrl-L the live view, ${model.canCancel ? "x cancels the login, " : ""}q leaves, Ctrl-C interrupts`;
  const command = (letter: string): void => {
    if (model.confirming) {
      model.confirming = false;
      if (letter === "y" && options.onCancel) noted(options.onCancel(), "cannot cancel the login");
      return;
    }
    const urls: Readonly<Record<string, string | undefined>> = {
      o: model.phase?.hostedUrl,
      v: model.phase?.liveViewUrl,
    };
    const url = urls[letter];
    if (letter === "q") view.close("left");
    else if (letter === "s") dialog.writeLine(stateText(model));
    else if (letter === "?") dialog.writeLine(keys);
    else if (url !== undefined)
      noted(
        options.onOpen(url).then(() => dialog.writeLine(`Opening ${url}`)),
        "cannot open the page",
      );
    else if (letter === "x" && model.canCancel) {
      model.confirming = true;
      dialog.writeLine("cancel the login? y or n");
    }
  };
  const onKey = (key: Key): void => {
    const action = dialog.press(key);
    if (action?.do === "command") command(action.letter);
    else if (action?.do === "answer") {
      dialog.writeLine("Sending the answer");
      void submit(options, model, action).then(() => {
        if (model.note !== undefined) dialog.writeLine(model.note);
        if (model.question === action.question) {
          for (const [name, problem] of model.question.form.problems) {
            dialog.writeLine(
              `${model.question.fields.find((field) => field.name === name)?.label ?? name}: ${problem}`,
            );
          }
          dialog.repeat();
        } else dialog.update();
      });
    }
  };
  const view = openKeyReader<ViewEnd>({ io, signal, onKey, onPaste: (text) => dialog.paste(text) });
  dialog.writeLine(`Log in to ${title.domain}, profile ${title.profile}${io.tty.stdin ? `; ${keys}` : ""}`);
  let said: string | undefined;
  const say = (text: string | undefined): void => {
    if (text !== undefined && text !== said) dialog.writeLine(text);
    said = text ?? said;
  };
  void options.watchDoing?.((sentence) => {
    model.doing = sentence;
    if (model.sentence !== undefined) say(sentence);
  });
  const take = (item: LoginItem): void => {
    const before = model.phase;
    model.take(item);
    if (item.kind === "phase") void updateExpiry(options, model);
    const text = itemText(item, model, before);
    say(text);
    dialog.update();
  };
  return followItems({ view, items, take });
}

function stateText(model: LoginModel): string {
  const { expiresAt, now, phase, steps } = model;
  const step = steps.at(-1);
  const since = step ? ` for ${humanSeconds(Math.floor((now - step.startedAt) / 1_000))}` : "";
  const left = expiresAt === undefined ? "" : `; expires in ${humanSeconds(Math.ceil((expiresAt - now) / 1_000))}`;
  const page = phase?.hostedUrl === undefined ? "" : `; hosted page: ${phase.hostedUrl}`;
  return `${model.sentence ?? phase?.title ?? "Starting"}${since}${left}${page}`;
}

/** One line for an item; undefined when it brings nothing new. */
function itemText(item: LoginItem, model: LoginModel, before: LoginModel["phase"]): string | undefined {
  switch (item.kind) {
    case "note":
      return item.text;
    case "reconnecting":
      return connectionText(model.connection, model.now);
    case "phase": {
      const { doing, end, title, websiteError } = item.phase;
      if (end) return undefined;
      const shown =
        websiteError && websiteError !== before?.websiteError ? `; the website shows: "${websiteError}"` : "";
      return title === before?.title && shown === "" ? undefined : `${doing ?? title}${shown}`;
    }
    default:
      return undefined;
  }
}
