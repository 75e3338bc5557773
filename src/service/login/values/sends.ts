/**
 * Sort of a value: names of accounts, one-time codes of a stored secret, and all other values, which could lock an
 * account.
 */
export type SentSort = "identifier" | "secret" | "code";

/** Value as its sends are counted: by the value itself, independent of the field's name. */
export interface SentValue {
  readonly sort: SentSort;
  /** Empty for a code: each code is another value, and all are counted together. */
  readonly value: string;
}

/** Number of sends of a stored value since the website last accepted it. */
export interface SendRecord {
  readonly count: number;
  /** True when the website has refused it. */
  readonly isRefused: boolean;
}

/** Records of the stored values of one credential. They outlive the login and the service. */
export interface SendRecords {
  get(sent: SentValue): SendRecord | undefined;
  set(sent: SentValue, record: SendRecord): void;
  delete(sent: SentValue): void;
}

/** Records of a login without stored values. */
export const noSends: SendRecords = { get: () => undefined, set: () => {}, delete: () => {} };

/** Maximum number of sends of a stored secret, and of codes, before the website accepts one. */
const MAX_STORED = 2;
/**
 * Maximum number of sends of an identifier in one login: websites ask for it on a separate page, and again with the
 * password.
 */
const MAX_IDENTIFIER = 2;

/** Codes of the stored secret, which are counted together. */
export const storedCode: SentValue = { sort: "code", value: "" };

export interface SendsOptions {
  readonly records: SendRecords;
  /** Values of the stored credential, the only ones that are recorded. */
  readonly stored: readonly SentValue[];
  /** True for a login without a person: a value that was sent before is then not sent again until it changes. */
  readonly isUnattended: boolean;
}

/**
 * Counts how often each value of a login is sent, so that a login never locks an account. A value is sent once each
 * time that it was given, and a second time only when {@link allowAgain} allows it. A stored value is never sent a
 * third time before the website has accepted it. A value counts as sent as soon as it is typed: a script of the page
 * may send it from then on.
 */
export class Sends {
  readonly #records: SendRecords;
  readonly #isUnattended: boolean;
  readonly #stored: ReadonlySet<string>;
  /** Remaining sends in this login. */
  readonly #left = new Map<string, number>();
  /** Given values that were allowed a second time. */
  readonly #sentAgain = new Set<string>();
  #typed = new Map<string, SentValue>();
  readonly #typedEver = new Map<string, SentValue>();

  constructor({ records, stored, isUnattended }: SendsOptions) {
    this.#records = records;
    this.#isUnattended = isUnattended;
    this.#stored = new Set(stored.map(keyOf));
  }

  /** True for a value that may be sent now. */
  may(sent: SentValue): boolean {
    return this.#leftOf(sent) > 0;
  }

  /** Allows a value that a person has given. */
  give(sent: SentValue): void {
    const more = sent.sort === "identifier" ? MAX_IDENTIFIER : 1;
    this.#left.set(keyOf(sent), Math.max(0, this.#left.get(keyOf(sent)) ?? 0) + more);
    this.#sentAgain.delete(keyOf(sent));
    const record = this.#recordOf(sent);
    if (record) this.#record(sent, { ...record, isRefused: false });
  }

  /** Begins the submission of a form: a value that is typed into several of its fields counts as sent once. */
  begin(): void {
    this.#typed = new Map();
  }

  /** Counts a value, before its first character is typed. */
  typing(sent: SentValue): void {
    const key = keyOf(sent);
    if (this.#typed.has(key)) return;
    this.#left.set(key, this.#leftOf(sent) - 1);
    this.#typed.set(key, sent);
    this.#typedEver.set(key, sent);
    const { count = 0, isRefused = false } = this.#recordOf(sent) ?? {};
    this.#record(sent, { count: count + 1, isRefused });
  }

  /** Takes back a value that was not typed at all. */
  notTyped(sent: SentValue): void {
    const key = keyOf(sent);
    if (!this.#typed.delete(key)) return;
    this.#left.set(key, this.#leftOf(sent) + 1);
    const { count, isRefused } = this.#recordOf(sent) ?? { count: 1, isRefused: false };
    if (count > 1) this.#record(sent, { count: count - 1, isRefused });
    else if (this.#isRecorded(sent)) this.#records.delete(sent);
  }

  /**
   * Records that the website has refused the last values. A code of the next window is another value, so that one more
   * code is allowed.
   */
  refused(): void {
    for (const sent of this.#typed.values()) {
      this.askedInVain(sent);
      if (sent.sort === "code") this.allowAgain(sent);
    }
  }

  /**
   * Records that the website asks for a value that must not be sent again: it was refused, although in unknown words.
   */
  askedInVain(sent: SentValue): void {
    const record = this.#recordOf(sent);
    if (record) this.#record(sent, { ...record, isRefused: true });
  }

  /** Records that the website has accepted the last values: these sends have no effect on later logins. */
  accepted(): void {
    this.#forget(this.#typed);
  }

  /**
   * Records that the login has succeeded: the values that it sent, except refused ones, have no effect on later logins.
   */
  succeeded(): void {
    this.#forget(this.#typedEver);
  }

  /** Records that the website has accepted the last secrets, and asks for them once more. */
  askedAgain(): void {
    for (const sent of this.#typed.values()) {
      if (sent.sort !== "secret") continue;
      if (this.#isRecorded(sent)) this.allowAgain(sent);
      else this.#allowGivenAgain(sent);
    }
  }

  /** Allows a second send of a value that a person has given, once for each time that it was given. */
  #allowGivenAgain(sent: SentValue): void {
    const key = keyOf(sent);
    if (this.#sentAgain.has(key)) return;
    this.#sentAgain.add(key);
    this.#left.set(key, 1);
  }

  /** Allows a second send of a value, never a third. */
  allowAgain(sent: SentValue): void {
    const { count } = this.#recordOf(sent) ?? { count: MAX_STORED };
    if (count < MAX_STORED && !this.may(sent)) this.#left.set(keyOf(sent), 1);
  }

  #leftOf(sent: SentValue): number {
    return this.#left.get(keyOf(sent)) ?? this.#leftAtStart(sent);
  }

  #leftAtStart(sent: SentValue): number {
    if (sent.sort === "identifier") return MAX_IDENTIFIER;
    const { count = 0, isRefused = false } = this.#recordOf(sent) ?? {};
    const limit = this.#isUnattended || isRefused ? 1 : MAX_STORED;
    return count < limit ? 1 : 0;
  }

  #forget(typed: ReadonlyMap<string, SentValue>): void {
    for (const sent of typed.values()) {
      if (this.#recordOf(sent)?.isRefused === false) this.#records.delete(sent);
    }
  }

  #isRecorded(sent: SentValue): boolean {
    return this.#stored.has(keyOf(sent));
  }

  #recordOf(sent: SentValue): SendRecord | undefined {
    return this.#isRecorded(sent) ? this.#records.get(sent) : undefined;
  }

  #record(sent: SentValue, record: SendRecord): void {
    if (this.#isRecorded(sent)) this.#records.set(sent, record);
  }
}

function keyOf({ sort, value }: SentValue): string {
  return `${sort}\n${value}`;
}
