/** Parts that the commands which read cookies have in common. */
export const cookieReading = {
  operation: "local.cookies",
  hostedBy: "playwright.execute",
  preview: "calls",
  input: false,
} as const;

/** Parts that the commands which change cookies have in common. */
export const cookieChange = {
  effects: "none",
  operation: "local.cookieChange",
  hostedBy: "playwright.execute",
  preview: "calls",
  filled: ["action", "value"],
  input: false,
} as const;

/** Fields of a change of cookies without a flag, where cookies are deleted. */
export const fieldsOfDeletion = {
  action: false,
  name: false,
  value: false,
  secret: false,
  expires: false,
  secure: false,
  http_only: false,
  same_site: false,
} as const;

/** Parts that the commands which read the storage of a page have in common. */
export const storageReading = {
  operation: "local.storage",
  hostedBy: "playwright.execute",
  preview: "calls",
  input: false,
} as const;

/** Parts that the commands which change the storage of a page have in common. */
export const storageChange = {
  effects: "none",
  operation: "local.storageChange",
  hostedBy: "playwright.execute",
  preview: "calls",
  fields: { action: false, key: false, value: false, secret: false },
  filled: ["action", "value"],
  input: false,
} as const;
