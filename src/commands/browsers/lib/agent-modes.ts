/** Parts that the commands which show another page have in common. */
export const navigation = {
  effects: "none",
  operation: "local.navigate",
  hostedBy: "playwright.execute",
  preview: "calls",
  fields: { action: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "the page could not be loaded, or a dialog blocks it" },
  seeAlso: ["browsers snapshot", "browsers tabs list"],
} as const;

/** Parts that the commands which change tabs have in common. */
export const tabChange = {
  effects: "none",
  operation: "local.tab",
  hostedBy: "playwright.execute",
  preview: "calls",
  fields: { action: false, number: false, url: false },
  filled: ["action"],
  input: false,
  exits: { "outcome-failed": "there is no such tab" },
  seeAlso: ["browsers tabs list", "browsers snapshot"],
} as const;

/** Parts that the commands which answer a dialog have in common. */
export const dialogAnswer = {
  effects: "none",
  operation: "local.dialog",
  hostedBy: "computer.press",
  preview: "calls",
  fields: { accept: false, text: false },
  filled: ["accept"],
  input: false,
  exits: { "outcome-failed": "no dialog is open" },
  seeAlso: ["browsers snapshot", "browsers act"],
} as const;
