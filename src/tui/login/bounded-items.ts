import type { Asked, LoginItem, LoginPhase } from "./options.ts";

/** Maximum length of a text that the view shows, in UTF-16 units: several rows of any terminal. */
const MAX_TEXT = 2_000;

/** Maximum length of the title of a step, which is one row, and stays in the scrollback. */
const MAX_TITLE = 300;

/** Maximum length of an address, which is never cut: a longer one is left out. */
const MAX_ADDRESS = 8_192;

/**
 * The items of a login with texts that are short enough to be measured and drawn in every frame. A website or a service
 * may send megabytes, which would keep the view from its keys.
 */
export async function* boundedItems(
  items: AsyncIterable<readonly LoginItem[]>,
): AsyncGenerator<readonly LoginItem[], void> {
  for await (const each of items) yield each.map(boundedItem);
}

/** A text of at most `most` UTF-16 units; one that was cut ends in an ellipsis. */
export function bounded(text: string, most = MAX_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function boundedItem(item: LoginItem): LoginItem {
  switch (item.kind) {
    case "phase":
      return { ...item, phase: boundedPhase(item.phase) };
    case "note":
      return { ...item, text: bounded(item.text) };
    case "reconnecting":
      return { ...item, reason: bounded(item.reason) };
    case "connected":
      return item;
  }
}

function boundedPhase(phase: LoginPhase): LoginPhase {
  const { asked, doing, hostedUrl, liveViewUrl, title, websiteError, ...rest } = phase;
  return {
    ...rest,
    title: bounded(title, MAX_TITLE),
    ...(doing !== undefined && { doing: bounded(doing, MAX_TITLE) }),
    ...(asked && { asked: boundedAsked(asked) }),
    ...(websiteError !== undefined && { websiteError: bounded(websiteError) }),
    ...(hostedUrl !== undefined && hostedUrl.length <= MAX_ADDRESS && { hostedUrl }),
    ...(liveViewUrl !== undefined && liveViewUrl.length <= MAX_ADDRESS && { liveViewUrl }),
  };
}

function boundedAsked({ action, choices, fields, ...rest }: Asked): Asked {
  return {
    ...rest,
    fields: fields.map(({ hint, label, ...field }) => {
      return { ...field, label: bounded(label), ...(hint !== undefined && { hint: bounded(hint) }) };
    }),
    choices: choices.map(({ label, note, ...choice }) => {
      return { ...choice, label: bounded(label), ...(note !== undefined && { note: bounded(note) }) };
    }),
    ...(action !== undefined && { action: bounded(action) }),
  };
}
