import { usePaste } from "ink";
import type { ReactNode } from "react";
import { pasteIntoForm } from "../kit/form-state.ts";
import { useKeys } from "../kit/keys.ts";
import { layoutOf } from "../kit/layout.ts";
import { type RenderScheduler, useFrames } from "../kit/render-scheduler.ts";
import { Rows, Screen } from "../kit/rows.tsx";
import { useResize } from "../kit/terminal-size.ts";
import { useView } from "../kit/view-context.ts";
import { LoginKeyBar, LoginStatusBar, LoginTitleBar } from "./bars.tsx";
import { type Action, handleKey } from "./key-actions.ts";
import { middleRows } from "./middle-rows.ts";
import type { LoginModel } from "./model.ts";
import type { LoginTitle } from "./options.ts";

export interface LoginViewProps {
  readonly model: LoginModel;
  readonly title: LoginTitle;
  readonly scheduler: RenderScheduler;
  readonly onAction: (action: Action) => void;
}

/** The whole screen of a login. Its state is the model, which only events change; a frame reads it. */
export function LoginView({ model, title, scheduler, onAction }: LoginViewProps): ReactNode {
  const { colour, hasKeys } = useView();
  useFrames(scheduler);
  useResize((size) => {
    model.size = size;
    // The QR code was made for another size.
    if (model.overlay === "qr") model.overlay = undefined;
    scheduler.draw();
  });
  useKeys((key) => {
    const action = handleKey(model, key);
    if (action) onAction(action);
    scheduler.draw();
  });
  usePaste(
    (text) => {
      const { focus, question, sending } = model;
      if (!question || focus !== "form" || sending || model.overlay) return;
      question.form = pasteIntoForm(question.fields, question.form, text);
      scheduler.draw();
    },
    { isActive: hasKeys },
  );
  const layout = layoutOf(model.size.rows);
  const rows = middleRows(model, colour);
  return (
    <Screen size={model.size}>
      {layout.title ? <LoginTitleBar title={title} model={model} /> : null}
      {layout.status ? <LoginStatusBar model={model} /> : null}
      <Rows rows={[...rows, ...Array.from({ length: layout.middle - rows.length }, () => "")]} />
      {layout.keys ? <LoginKeyBar model={model} /> : null}
    </Screen>
  );
}
