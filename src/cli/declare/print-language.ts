/** Languages in which `--print` writes a request. */
export const printLanguages = ["curl", "fetch", "powershell"] as const;

export type PrintLanguage = (typeof printLanguages)[number];
