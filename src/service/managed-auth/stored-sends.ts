import { createHash } from "node:crypto";
import type { SendRecord, SendRecords, SentValue } from "../login/values/sends.ts";

type Records = Readonly<Record<string, SendRecord>>;

/** Place of the records of one credential, sealed. */
export interface SendsPlace {
  /** Records as JSON; null without any. */
  read(): string | null;
  write(sends: string): void;
}

/**
 * Sends of the values of one credential, for all of its connections. Stored with the credential, sealed, by a hash of
 * the value, and removed with it. Each change is in the database when the call returns.
 */
export class StoredSends implements SendRecords {
  readonly #place: SendsPlace;

  constructor(place: SendsPlace) {
    this.#place = place;
  }

  get(sent: SentValue): SendRecord | undefined {
    return this.#records()[keyOf(sent)];
  }

  set(sent: SentValue, record: SendRecord): void {
    this.#save({ ...this.#records(), [keyOf(sent)]: record });
  }

  delete(sent: SentValue): void {
    const { [keyOf(sent)]: _, ...records } = this.#records();
    this.#save(records);
  }

  #records(): Records {
    const sends = this.#place.read();
    return sends === null ? {} : (JSON.parse(sends) as Records);
  }

  #save(records: Records): void {
    this.#place.write(JSON.stringify(records));
  }
}

function keyOf({ sort, value }: SentValue): string {
  return createHash("sha256").update(`${sort}\n${value}`).digest("base64url");
}
