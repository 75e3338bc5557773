import type { RefusedWay } from "../drive/login-error.ts";
import type { AllowedOrigin } from "../drive/login-page.ts";
import { originText } from "../drive/refused-reach.ts";
import { pageText } from "../page/page-text.ts";
import { LoginFlowError } from "./flow-error.ts";

/** Failure of a login in which a value reached, or would reach, an address that is not allowed. */
export function domainNotAllowed({ address, by }: RefusedWay, allowed: AllowedOrigin): LoginFlowError {
  const name = JSON.stringify(pageText(URL.parse(address)?.hostname || address));
  const place = JSON.stringify(originText(address));
  // The same address would be allowed over an encrypted connection.
  const isWeaker = /^(?:http|ws):/i.test(address) && allowed(address.replace(/^(http|ws):/i, "$1s:"));
  const what = {
    frame: isWeaker ? `${place} asks for a login` : `${name} asks for a login`,
    form: `the login form is sent to ${isWeaker ? place : name}`,
    request: `the page tried to send a value to ${isWeaker ? place : name}`,
    socket: `the page sent a value to ${isWeaker ? place : name} by a WebSocket`,
  }[by];
  const why = isWeaker
    ? "which is not encrypted, although the login page is"
    : by === "frame"
      ? "and is not an allowed domain"
      : "which is not an allowed domain";
  const effect = {
    frame: "nothing was filled",
    form: "nothing was filled",
    request: "the request was stopped",
    socket: "change that value",
  }[by];
  const next = isWeaker
    ? "Set login_url to an address of the website where the login stays encrypted"
    : "If it belongs to the website, add it to allowed_domains";
  return new LoginFlowError("domain_not_allowed", `${what}, ${why}; ${effect}. ${next}`);
}
