import { Refusal } from "./requests.ts";
import { dialogLine } from "./snapshot/take-snapshot.ts";
import type { AgentPage, OpenDialog } from "./target.ts";

/** Throws {@link Refusal} `dialog_open` for a page that a dialog blocks: no script runs in it. */
export function refuseDialog(page: AgentPage): void {
  const dialog = page.dialog();
  if (dialog) throw openDialog(dialog);
}

export function openDialog(dialog: OpenDialog): Refusal {
  return new Refusal("dialog_open", dialogLine(dialog));
}
