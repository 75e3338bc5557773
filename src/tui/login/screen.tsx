import { isLoopback } from "../../core/hosts.ts";
import { requireWebAddress } from "../../core/web-address.ts";
import { followItems } from "../kit/followed-view.ts";
import { openView } from "../kit/open-view.tsx";
import { RenderScheduler } from "../kit/render-scheduler.ts";
import type { Action } from "./key-actions.ts";
import type { LoginModel } from "./model.ts";
import type { FollowResult, LoginItem, LoginViewOptions, ViewEnd } from "./options.ts";
import { LoginView } from "./view.tsx";

/** Milliseconds between two frames that update the times. */
const CLOCK_INTERVAL_MS = 500;

/** Follows a login on the alternate screen until it ends or the person leaves. */
export async function followOnScreen(options: LoginViewOptions, model: LoginModel): Promise<FollowResult> {
  const { io, signal, title, items } = options;
  const scheduler = new RenderScheduler();
  const noted = (work: Promise<void>, what: string): void =>
    void work
      .catch((error: unknown) => {
        model.note = `${what}: ${(error as Error).message}`;
      })
      .finally(() => scheduler.schedule());
  const onAction = (action: Action): void => {
    switch (action.do) {
      case "leave":
        view.close("left");
        break;
      case "cancel":
        if (options.onCancel) noted(options.onCancel(), "cannot cancel the login");
        break;
      case "open":
        noted(
          options.onOpen(action.url).then(() => noteOpened(model)),
          "cannot open the page",
        );
        break;
      case "qr":
        noted(showQr(model, io.colour("stderr")), "cannot make the QR code");
        break;
      case "answer":
        noted(submit(options, model, action), "cannot submit");
    }
  };
  const view = openView<ViewEnd>({
    io,
    signal,
    mode: "alternate",
    content: () => <LoginView model={model} title={title} scheduler={scheduler} onAction={onAction} />,
  });
  void options.watchDoing?.((sentence) => {
    model.doing = sentence;
    scheduler.schedule();
  });
  const clock = setInterval(() => scheduler.draw(), CLOCK_INTERVAL_MS);
  const take = (item: LoginItem): void => {
    model.take(item);
    scheduler.schedule();
    if (item.kind === "phase") void updateExpiry(options, model).then(() => scheduler.schedule());
  };
  try {
    return await followItems({ view, items, take });
  } finally {
    clearInterval(clock);
    scheduler.stop();
  }
}

/** A machine without a browser opens nothing and says nothing: the address stays in sight. */
function noteOpened(model: LoginModel): void {
  model.note = "opening it in the browser; if nothing opens, use the address below";
}

/** Reads the expiry of a login, which moves with its steps. */
export async function updateExpiry(
  { readExpiry }: Pick<LoginViewOptions, "readExpiry">,
  model: LoginModel,
): Promise<void> {
  if (model.phase?.end === undefined) model.expiresAt = (await readExpiry()) ?? model.expiresAt;
}

async function showQr(model: LoginModel, colour: boolean): Promise<void> {
  const { hostedUrl } = model.phase ?? {};
  if (hostedUrl === undefined) return;
  const url = requireWebAddress(hostedUrl);
  model.qr = undefined;
  model.overlay = "qr";
  const [{ qrRows }, { layoutOf }] = await Promise.all([import("./qr-code.ts"), import("../kit/layout.ts")]);
  const { columns, rows } = model.size;
  model.qr = await qrRows(url, { columns, rows: layoutOf(rows).middle }, colour);
  if (isLoopback(new URL(url))) model.note = "only this machine can open that address";
}

/** Submits an answer. The input stays until it was accepted. */
export async function submit(
  { onAnswer }: Pick<LoginViewOptions, "onAnswer">,
  model: LoginModel,
  { answer, question }: Extract<Action, { do: "answer" }>,
): Promise<void> {
  model.send();
  try {
    model.answered(question, await onAnswer(question.asked, answer));
  } catch (error) {
    model.answered(question, { text: (error as Error).message, fields: {} });
  }
}
