import { leadsToLogin } from "./auth-address.ts";
import { buttonLabel, isLogout, isTrigger } from "./classify-choice.ts";
import type { ButtonPart } from "./page-controls.ts";
import { folded, HELPER, NOT_LOGIN } from "./words.ts";

/** Maximum number of controls that are followed to find a login form. */
const MAX_ENTRANCES = 3;

/** Whole labels of controls that show somebody who is not logged in a login, and everybody else their account. */
const ACCOUNT =
  /^(?:(?:my|your|the)? ?account|profile|members?(?: area)?|customer (?:area|account)|(?:mein |ihr |kunden)?konto|mein profil|(?:mon |votre )?compte|(?:espace|compte) client|(?:mi |tu )?cuenta|mi perfil|(?:il mio )?account|area (?:clienti|riservata)|(?:minha )?conta|(?:mijn )?account|アカウント|マイページ|我的账户|我的帳戶|내 계정|мой аккаунт|личный кабинет)$/;

/**
 * Controls that could lead to a login form, the most likely first. Their words count most; the address of a link counts
 * in every language.
 */
export function entrancesOf(buttons: readonly ButtonPart[]): ButtonPart[] {
  return buttons
    .map((button) => ({ button, score: scoreOf(button) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_ENTRANCES)
    .map(({ button }) => button);
}

function scoreOf({ raw }: ButtonPart): number {
  if (raw.disabled || isLogout(raw)) return 0;
  const words = isTrigger(raw) ? 2 : 0;
  const address = raw.href !== "" && leadsToLogin(raw.href) ? 1 : 0;
  const label = folded(buttonLabel(raw));
  return words === 0 && (NOT_LOGIN.test(label) || HELPER.test(label)) ? 0 : words + address;
}

/** Control that is called like an account: a website without another way to its login may have it behind that. */
export function accountWayOf(buttons: readonly ButtonPart[]): ButtonPart | undefined {
  return buttons.find(({ raw }) => !raw.disabled && ACCOUNT.test(folded(buttonLabel(raw)).trim()));
}
