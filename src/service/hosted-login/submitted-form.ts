import type { SubmitBody } from "../managed-auth/interaction.ts";
import type { ResourceError } from "../store/resource-error.ts";
import { VALUE_PREFIX } from "./field-markup.ts";
import type { Refusal } from "./hosted-page.ts";

/** Form of the page that a person has sent. */
export type SubmittedForm = { readonly cancel: true } | { readonly cancel: false; readonly body: SubmitBody };

/** Reads a form of the page in the encoding `application/x-www-form-urlencoded`. */
export function readForm(encoded: string): SubmittedForm {
  const form = new URLSearchParams(encoded);
  if (form.has("cancel")) return { cancel: true };
  const values = [...form].filter(([name]) => name.startsWith(VALUE_PREFIX));
  const choice = form.get("choice");
  return {
    cancel: false,
    body: {
      interaction_id: form.get("interaction_id") ?? "",
      ...(choice !== null && { selected_choice_id: choice }),
      ...(values.length > 0 && {
        field_values: Object.fromEntries(values.map(([name, value]) => [name.slice(VALUE_PREFIX.length), value])),
      }),
    },
  };
}

/** Refusal of a form, as shown to the person who sent it. */
export function refusalOf(error: ResourceError): Refusal {
  if (error.kind === "conflict") {
    return {
      message:
        "The login had gone on before your answer arrived. Your answer was not used; this is what it asks for now.",
    };
  }
  const ofFields = new Map<string, string>();
  for (const problem of error.problems) {
    const [member, ...ref] = problem.path.split(".");
    if (member === "field_values") ofFields.set(ref.join("."), sentenceOf(problem));
  }
  const message =
    ofFields.size > 0
      ? "Nothing was sent to the website yet. Enter these values again:"
      : "Nothing was sent to the website: the page asks for something else now.";
  return { message, ofFields };
}

/** Sentence for a field from a problem of the API, such as `has 5000 characters; at most 4096`. */
function sentenceOf({ kind, message }: ResourceError["problems"][number]): string {
  return kind === "missing" ? "Enter a value." : `The value ${message}.`;
}
