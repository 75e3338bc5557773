import { labelOf } from "../page/classify-field.ts";
import type { FieldPart } from "../page/page-controls.ts";
import { isDialogOpen, isReplaced } from "../page/page-session.ts";
import { pageText } from "../page/page-text.ts";
import { PageElement } from "./element.ts";
import { LoginError } from "./login-error.ts";

/** Maximum number of options that an error names. */
const MAX_NAMED = 20;

/**
 * Chooses an option of a list by its value or label. Throws a {@link LoginError} `invalid-value` that names the options
 * when none matches; does not quote the value.
 */
export async function chooseOption(part: FieldPart, value: string): Promise<void> {
  const isChosen = await choose(part, value);
  if (isChosen !== false) return;
  const { options } = part.raw;
  const named = options.slice(0, MAX_NAMED).map(({ label }) => JSON.stringify(pageText(label, 60)));
  const others = options.length > MAX_NAMED ? ", …" : "";
  const message = `the list ${JSON.stringify(labelOf(part.raw))} has no option of that name; it has ${named.join(", ")}${others}`;
  throw new LoginError("invalid-value", message);
}

/** Undefined when the page has changed in the meantime, for example because it reacts to the choice. */
async function choose(part: FieldPart, value: string): Promise<boolean | undefined> {
  try {
    return await (await PageElement.of(part)).choose(value);
  } catch (error) {
    if (isReplaced(error) || isDialogOpen(error)) return undefined;
    throw error;
  }
}
