import type { LoginChoice } from "../page/page-facts.ts";
import type { KnownValues } from "../values/known-values.ts";
import type { AskedField, LoginAnswers, LoginQuestion, PageQuestion } from "./flow-types.ts";

/** Question to a person, and the function that maps its answer back to the page. */
export interface ShownQuestion {
  readonly question: LoginQuestion;
  answered(answers: LoginAnswers): LoginAnswers;
}

/** Label of a field without the colon or the star that a website sets after it. */
function plainLabel(label: string): string {
  return label.replace(/(?<![\s:：*])[\s:：*]+$/u, "") || label;
}

/**
 * Question without the values of its login, whatever the page calls its fields and choices. Names that an answer refers
 * to stay unique.
 */
export function shownQuestion({ message, websiteError, ...asked }: PageQuestion, known: KnownValues): ShownQuestion {
  const refs = new Map<string, string>();
  const shownRef = (ref: string): string => {
    const base = known.redact(ref);
    let shown: string = base;
    for (let count = 2; refs.has(shown); count += 1) shown = `${base}#${count}`;
    refs.set(shown, ref);
    return shown;
  };
  const field = ({ hint, ...rest }: AskedField): AskedField => ({
    ...rest,
    ref: shownRef(rest.ref),
    name: known.redact(rest.name),
    // A website may write its error in front of a field without a label.
    label: known.redact(plainLabel(rest.label === websiteError ? rest.name : rest.label)),
    ...(hint !== undefined && { hint: known.redact(hint) }),
    selector: known.redact(rest.selector),
  });
  const choice = ({ description, provider, maskedDestination, ...rest }: LoginChoice): LoginChoice => ({
    ...rest,
    ref: shownRef(rest.ref),
    label: known.redact(rest.label),
    ...(description !== undefined && { description: known.redact(description) }),
    ...(provider !== undefined && { provider: known.redact(provider) }),
    ...(maskedDestination !== undefined && { maskedDestination: known.redact(maskedDestination) }),
    selector: known.redact(rest.selector),
  });
  const question: LoginQuestion = {
    ...asked,
    fields: asked.fields.map(field),
    choices: asked.choices.map(choice),
    ...(message !== undefined && { message: known.redact(message) }),
    ...(websiteError !== undefined && { websiteError: known.redact(websiteError) }),
  };
  const refOf = (shown: string): string => refs.get(shown) ?? shown;
  return {
    question,
    answered: ({ values, choice: chosen }) => ({
      ...(values && { values: Object.fromEntries(Object.entries(values).map(([ref, value]) => [refOf(ref), value])) }),
      ...(chosen !== undefined && { choice: refOf(chosen) }),
    }),
  };
}
