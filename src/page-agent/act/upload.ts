import { quoted } from "../page-text.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";
import type { CheckedElement } from "./check-element.ts";
import type { ElementHandle } from "./element-handle.ts";
import { pressElement } from "./mouse.ts";
import type { SideEffects } from "./side-effects.ts";

/** Maximum time for an element to ask for files after it was pressed, in milliseconds. */
const QUESTION_BOUND_MS = 1_500;

/**
 * Gives files of the session to a field for files, or to the one that asks for them when the element is pressed. Returns the
 * names that the field then has.
 */
export async function giveFiles(
  page: AgentPage,
  checked: CheckedElement,
  files: readonly string[],
  force: boolean,
  effects: SideEffects,
): Promise<string[]> {
  const { element, reference, state } = checked;
  const isField = state.tag === "input" && state.type === "file";
  const { field, isMultiple } = isField
    ? { field: element, isMultiple: state.isMultiple }
    : await askedFor(page, checked, force, effects);
  if (files.length > 1 && !isMultiple)
    throw new Refusal("wrong_kind", `${described(reference)} takes one file, not ${files.length}`, "upload one");
  const { backendId: backendNodeId, session } = field;
  await checkFiles(field, files);
  await session.send("DOM.setFileInputFiles", { files: [...files], backendNodeId });
  const names = await field.run("fileNames");
  // A page may take the files out of its field at once; those of a field that is shown stay in it.
  if (isField && names.length !== files.length)
    throw new Refusal("not_kept", `${described(reference)} holds ${names.length} files`);
  return names;
}

/** Reads the files by a field of our own: a page would send what it cannot read. Throws {@link Refusal} `no_option`. */
async function checkFiles(field: ElementHandle, files: readonly string[]): Promise<void> {
  const own = await field.fileField();
  await own.session.send("DOM.setFileInputFiles", { files: [...files], objectId: own.objectId });
  const unread = await own.runLate("unreadableFile");
  if (unread === -1) return;
  const words = `the session has no file ${quoted(files[unread] ?? "", 100)}, or it is empty`;
  throw new Refusal("no_option", words, "browsers fs upload it first");
}

/** Presses an element, and finds the field for which it asks for files. */
async function askedFor(
  page: AgentPage,
  checked: CheckedElement,
  force: boolean,
  effects: SideEffects,
): Promise<{ readonly field: ElementHandle; readonly isMultiple: boolean }> {
  const { element, reference, state } = checked;
  if (state.isEditable || state.tag === "select")
    throw new Refusal("wrong_kind", `${described(reference)} is no field for files`, "choose what asks for a file");
  await effects.follow(element.session);
  await pressElement(page, checked, 1, force);
  const question = await effects.question(QUESTION_BOUND_MS);
  const field = question && (await element.sibling(question.backendNodeId));
  if (field) return { field, isMultiple: question.isMultiple };
  throw new Refusal("not_kept", `${described(reference)} was pressed, and asked for no file`, "snapshot");
}
