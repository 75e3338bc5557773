/** State of the page and of the task, as a decision function gets it. */
export interface State {
  readonly goal: string;
  /** Texts for the fields of pages, by their labels. */
  readonly values: Readonly<Record<string, string>>;
  readonly url: string;
  /** Accessibility tree of the page: a line for each element, such as `- textbox "Name"`. */
  readonly snapshot: string;
  /** Actions so far, each with what came of it. */
  readonly history: readonly { readonly action: Action; readonly result: string }[];
}

/** Next action of the agent. Elements are named by role and name, as in the snapshot. */
export type Action =
  | { readonly do: "fill"; readonly name: string; readonly text: string }
  | { readonly do: "click"; readonly role: "button" | "link"; readonly name: string }
  | { readonly do: "goto"; readonly url: string }
  | { readonly do: "done"; readonly answer: string };

/** Function that chooses the next action: rules, a model, or a person. */
export type Decide = (state: State) => Action | Promise<Action>;

/**
 * Decision by rules, without a model: done when the page shows the goal; otherwise fills the next field for which there is a
 * value, and then presses the first button or link that was not pressed on this page.
 */
export const byRules: Decide = ({ goal, history, snapshot, url, values }) => {
  const shown = snapshot.split("\n").find((line) => line.toLowerCase().includes(goal.toLowerCase()));
  if (shown !== undefined) return { do: "done", answer: shown.replace(/^\s*- (?:\w+: )?/, "") };
  const did = (kind: Action["do"], name: string): boolean =>
    history.some(({ action }) => action.do === kind && "name" in action && action.name === name);
  for (const [name, text] of Object.entries(values)) {
    if (snapshot.includes(`textbox "${name}"`) && !did("fill", name)) return { do: "fill", name, text };
  }
  for (const [, role, name = ""] of snapshot.matchAll(/- (button|link) "([^"]+)"/g)) {
    if (!did("click", name)) return { do: "click", role: role === "link" ? "link" : "button", name };
  }
  throw new Error(`no rule leads on from ${url}`);
};

/**
 * Decision by a model behind an address of yours: sends the state as JSON, and expects an action as JSON. Write the prompt
 * and the call of the model there, or in place of this function.
 */
export function byModel(address: string, token: string | undefined, signal: AbortSignal): Decide {
  return async (state) => {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(state),
      signal,
    });
    if (!response.ok) throw new Error(`the model answered ${response.status}`);
    return (await response.json()) as Action;
  };
}
