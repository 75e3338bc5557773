import Type, { type TSchema } from "typebox";
import { REFERENCE_PATTERN } from "./limits.ts";

/** Verbs of an act. */
export const actVerbs = [
  ...(["click", "dblclick", "fill", "type", "select", "check", "uncheck"] as const),
  ...(["hover", "press", "scroll", "upload", "drag"] as const),
] as const;

/** Codes of refusals, with what each means. */
export const refusalCodes = {
  unknown_ref: "there is no such reference in the session",
  stale_ref: "another page or frame was loaded, or the element is gone",
  changed_ref: "the element has another name, or stands for another record",
  disabled: "the element or option is disabled",
  readonly: "the field is read-only",
  wrong_kind: "the verb is not for an element of this kind, or the pattern is not valid",
  not_visible: "the element is hidden",
  moving: "the element does not come to rest",
  covered: "something else is in front of the element",
  no_option: "the list has no such option, or the session no such file",
  no_cell: "the row has no such cell",
  not_kept: "the page did not keep what was entered",
  not_received: "the element did not get the event of the mouse",
  dialog_open: "a JavaScript dialog blocks the page",
  page_too_large: "the page has too many elements to be read",
  no_dialog: "no dialog is open",
  no_tab: "there is no such tab, or no page before or after this one",
  no_pages: "the document has no such pages",
  not_loaded: "the page could not be loaded",
  no_cookie: "there is no such cookie",
  bad_cookie: "the browser would not keep such a cookie",
  no_item: "the storage has no such key",
  no_storage: "the page has no storage, or no frame of this origin",
  storage_full: "the storage has no room for the value",
} as const;

/** Schema of a reference: `e12`, or `e20.3` for the third cell of the row `e20`. */
export const Ref = (description: string) => Type.String({ pattern: REFERENCE_PATTERN, maxLength: 16, description });
/** The references of cells, as help explains them. */
export const CELL_REFERENCES = "e20.3 is the third cell of the row e20";

export const Dialog = Type.Object(
  { type: Type.String({ description: "alert, confirm, prompt or beforeunload" }), message: Type.String() },
  { description: "Open JavaScript dialog, which blocks the page" },
);

export const Box = Type.Object(
  { x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() },
  { description: "Place in the viewport, in CSS pixels" },
);

/** Refusal of a request, in place of its result. */
const Refused = Type.Object({
  refusal: Type.Object(
    {
      code: Type.Enum(Object.keys(refusalCodes), { description: "Code of the refusal" }),
      text: Type.String({ description: "Why it was refused" }),
      next: Type.Optional(Type.String({ description: "Next step" })),
    },
    { description: "Nothing was read or changed" },
  ),
});

/** Result of a request that may be refused. */
export const OrRefused = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Refused]);

/** Errors of a page that cannot be worked with. */
export const pageErrors = ["dialog_open", "page_closed", "page_crashed", "page_not_responding"] as const;
