import { createHash } from "node:crypto";
import type { StoredCredential } from "../credentials/credential-table.ts";
import type { Credentials } from "../credentials/credentials.ts";
import type { SendRecord, SendRecords, SentValue } from "../login/values/sends.ts";

type Records = Readonly<Record<string, SendRecord>>;

/**
 * Sends of the values of one credential, for all of its connections. Stored with the credential, sealed, by a hash of
 * the value, and removed with it. Each change is in the database when the call returns.
 */
export class StoredSends implements SendRecords {
  readonly #credentials: Credentials;
  readonly #credential: StoredCredential;

  constructor(credentials: Credentials, credential: StoredCredential) {
    this.#credentials = credentials;
    this.#credential = credential;
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
    const sends = this.#credentials.sendsOf(this.#credential);
    return sends === null ? {} : (JSON.parse(sends) as Records);
  }

  #save(records: Records): void {
    this.#credentials.recordSends(this.#credential, JSON.stringify(records));
  }
}

function keyOf({ sort, value }: SentValue): string {
  return createHash("sha256").update(`${sort}\n${value}`).digest("base64url");
}
