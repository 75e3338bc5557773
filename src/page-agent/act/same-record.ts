/**
 * Names that say that something is done for good: deleted, paid, sent. Stems of twelve languages; a name that is not among
 * them is only treated more leniently when it differs in digits alone.
 */
const consequential =
  /delet|remov|eras|destroy|drop|pay|buy|purchas|order|checkout|send|transfer|withdraw|confirm|submit|publish|cancel|approve|reject|sign|lösch|entfern|bezahl|kauf|bestell|senden|überweis|bestätig|stornier|supprim|effac|pay|achet|command|envoy|confirm|annul|elimin|borr|pag|compr|enviar|transfer|cancel|exclu|apag|remover|cancella|acquist|invia|ordina|verwijder|betal|koop|verzend|usuń|zapła|kup|wyślij|удал|оплат|куп|отправ|подтверд|отмен|削除|購入|支払|送信|注文|確認|删除|购买|支付|发送|确认|提交|삭제|결제|구매|전송/iu;

/** Comparison of a name with what it was. */
export type NameChange = "same" | "digits" | "other";

/**
 * Compares the name of a control with the one that was printed. A counter may have changed ("Like 3", "Inbox (4)"); a name
 * that pays, deletes or sends must be the same to the last digit, because the digits may be an amount or a number of records.
 */
export function compareNames(before: string, now: string): NameChange {
  if (before === now) return "same";
  const bare = (name: string): string => name.replace(/\p{N}+/gu, "0");
  if (bare(before) !== bare(now) || consequential.test(now) || isAmount(before)) return "other";
  return "digits";
}

/** Price or other amount: its digits are what matters. */
function isAmount(name: string): boolean {
  return /\p{Sc}|\d[.,]\d\d\b/u.test(name);
}

/** Numbers that change by themselves: amounts with decimals, percentages, times. An integer may be the id of a record. */
const volatile = /\d[.,:'\s]*[.,:]\d|\d\s*%|[+-]\d/u;
/** Currency, or half of a day, behind such a number. */
const unit = /(?:[ap]\.?m\.?|[A-Z]{3})[^\p{L}]*$/u;

function isVolatile(text: string): boolean {
  const rest = text.replace(unit, "");
  return !/\p{L}/u.test(rest) && volatile.test(rest);
}

/**
 * True when the texts of a row, list item or card are still those of the same record. Numbers that change by themselves may
 * differ, unless the row begins with one. `own`: texts of the control itself, which are compared by its name.
 */
export function isSameRecord(before: readonly string[], now: readonly string[], own: readonly string[]): boolean {
  const rest = (texts: readonly string[]): string[] => texts.filter((text) => !own.includes(text));
  const [old, current] = [rest(before), rest(now)];
  if (old[0] !== current[0]) return false;
  const words = (texts: readonly string[]): string[] => texts.filter((text) => !isVolatile(text));
  const [oldWords, currentWords] = [words(old), words(current)];
  return oldWords.length === currentWords.length && oldWords.every((text, at) => text === currentWords[at]);
}
