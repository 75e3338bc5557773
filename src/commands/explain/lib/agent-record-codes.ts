import type { CodeText } from "../../../contract/code-text.ts";
import type { ClientCode } from "../../../core/client-code.ts";

/** Texts of the refusals of cookies and storage. */
export const agentRecordCodes = {
  bad_cookie: {
    meaning:
      "The browser would not keep such a cookie: its name, size, domain or flags break a rule, which the message has.",
    advice: "Change what the message names: browserctl browsers cookies set --help",
  },
  no_cookie: {
    meaning: "The page gets no cookie of this name, or there is none of this domain and path.",
    advice: "List the cookies of all sites: browserctl browsers cookies list SESSION --all-sites",
  },
  no_item: {
    meaning: "The storage of the page has no such key.",
    advice: "List the keys: browserctl browsers storage list SESSION; --session lists those of the tab.",
  },
  no_storage: {
    meaning: "The page may not store anything, such as about:blank, or has no frame of the origin.",
    advice: "Show a page of the website first: browserctl browsers goto SESSION URL",
  },
  storage_full: {
    meaning: "The storage of the page has no room for the value.",
    advice: "Delete what is not needed: browserctl browsers storage delete SESSION KEY",
  },
} as const satisfies { readonly [Code in ClientCode]?: CodeText };
