import type { CodeText } from "../../../contract/code-text.ts";
import type { ClientCode } from "../../../core/client-code.ts";

/** Texts of what agents are refused in a page. */
export const agentCodes = {
  changed_ref: {
    meaning: "The element of a reference has another name, or stands for another record than when it was printed.",
    advice: "Look at the page again: browserctl browsers snapshot SESSION; --force operates it all the same.",
  },
  covered: {
    meaning: "Something else is in front of the element, and would be pressed in its place.",
    advice: "Close what the message names, or wait until it is gone: --wait 10s",
  },
  disabled: {
    meaning: "The element or the option is disabled.",
    advice: "Do first what enables it, or wait for it: --wait 10s",
  },
  moving: {
    meaning: "The element does not come to rest.",
    advice: "Wait for the end of the animation: --wait 10s",
  },
  no_dialog: {
    meaning: "No dialog is open.",
    advice: "Look at the page: browserctl browsers snapshot SESSION",
  },
  no_option: {
    meaning: "The list has no such option, or the session has no such file.",
    advice: "Choose one of the options that the message names.",
  },
  no_tab: {
    meaning: "There is no such tab, or no page before or after this one.",
    advice: "List the tabs: browserctl browsers tabs list SESSION",
  },
  not_kept: {
    meaning: "The page did not keep what was entered or chosen.",
    advice: "Look at the page: it may ask for another format, or refuse the value.",
  },
  not_loaded: {
    meaning: "The page could not be loaded.",
    advice: "Check the address; browserctl explain NAME explains the network error that the message names.",
  },
  not_received: {
    meaning: "The element did not get the event of the mouse.",
    advice: "Look at the page again: browserctl browsers snapshot SESSION",
  },
  not_visible: {
    meaning: "The element is hidden.",
    advice: "Do first what shows it, such as opening a menu, or wait for it: --wait 10s",
  },
  page_too_large: {
    meaning: "The page has too many elements to be read.",
    advice: "Look at a picture of it: browserctl browsers computer screenshot SESSION",
  },
  readonly: {
    meaning: "The field is read-only.",
    advice: "Choose another field, or do first what makes it writable.",
  },
  stale_ref: {
    meaning: "The element of a reference is gone: another page or frame was loaded, or it was removed.",
    advice: "Look at the page again: browserctl browsers snapshot SESSION",
  },
  unknown_ref: {
    meaning: "There is no such reference in the session.",
    advice: "References come from browserctl browsers snapshot SESSION; those of another session are unknown.",
  },
  wrong_kind: {
    meaning: "The verb is not for an element of this kind, or the value is not valid for it.",
    advice: "Use the verb that the message names: browserctl browsers act --help lists them.",
  },
  no_pages: {
    meaning: "The document has no such pages.",
    advice: "Give pages that it has, or leave out --pages.",
  },
  bad_cookie: {
    meaning:
      "The browser would not keep such a cookie: its name, size, domain or flags break a rule, which the message has.",
    advice: "Change what the message names: browserctl browsers cookies set --help",
  },
  no_cell: {
    meaning: "The row has fewer cells than the reference names.",
    advice: "Count the cells of the row as they are printed: browserctl browsers snapshot SESSION",
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
