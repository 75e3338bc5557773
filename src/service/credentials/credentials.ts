import { MAX_CREDENTIAL_VALUE_BYTES, MAX_CREDENTIAL_VALUES } from "../../contract/credentials.ts";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import type { Clock } from "../clock.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import { Sealed } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import type { ListedOf } from "../store/table.ts";
import { credentials, type StoredCredential } from "./credential-table.ts";
import { domainFilter, readDomain } from "./domain.ts";
import { type Code, readTotpSecret, totpCode } from "./totp.ts";

export type CredentialRecord = ResultOf<OperationById<"credentials.get">>;
type CreateBody = BodyOf<OperationById<"credentials.create">>;
type UpdateBody = BodyOf<OperationById<"credentials.update">>;
type ListQuery = QueryOf<OperationById<"credentials.list">>;

/** Values of a credential by key. */
export type CredentialValues = Readonly<Record<string, string>>;

export interface CredentialsOptions {
  store: Store;
  clock: Clock;
}

/** Credentials of the service: values for login forms, and secrets of one-time codes. */
export class Credentials {
  readonly #clock: Clock;
  readonly #rows: Rows<typeof credentials>;

  constructor({ store, clock }: CredentialsOptions) {
    this.#clock = clock;
    this.#rows = store.rows(credentials);
  }

  /** Stores a credential. Throws a {@link ResourceError} `invalid`, and a UniqueError for a name in use. */
  create(projectId: ProjectId, body: CreateBody): StoredCredential {
    const domain = readDomain(body.domain);
    const secret = body.totp_secret === undefined ? undefined : readTotpSecret(body.totp_secret);
    const problems = valueProblems(body.values);
    if (domain.problem !== undefined) problems.unshift({ path: "domain", message: domain.problem });
    if (body.totp_secret !== undefined && secret === undefined) problems.push(notBase32);
    if (domain.problem !== undefined || problems.length > 0) throw ResourceError.invalid(problems);
    const now = this.#clock.now();
    return this.#rows.insert({
      projectId,
      name: body.name.trim(),
      domain: domain.host,
      ...sealedValues(body.values),
      ssoProvider: body.sso_provider?.trim() ?? null,
      totpSecret: secret === undefined ? null : new Sealed(secret),
      createdAt: now,
      updatedAt: now,
    });
  }

  list(projectId: ProjectId, { domain, ...options }: ListQuery): ListPage<typeof credentials> {
    return this.#rows.in(projectId).list({ where: { domain: domainFilter(domain) }, ...options });
  }

  /** Credential with an id, otherwise with exactly this name. */
  find(projectId: ProjectId, idOrName: string): StoredCredential | undefined {
    return this.#rows.in(projectId).find(idOrName);
  }

  /** Credential with an id or a name. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, idOrName: string): StoredCredential {
    return this.#rows.in(projectId).require(idOrName);
  }

  /**
   * Changes a credential: removes values, then merges values. Throws a {@link ResourceError} `invalid`, or `not-found`
   * when it has been deleted, and a UniqueError for a name in use.
   */
  update(credential: StoredCredential, body: UpdateBody): StoredCredential {
    const { name, values, remove_value_keys: removed, sso_provider: provider, totp_secret: given } = body;
    const setsSecret = given !== undefined && given !== "";
    const secret = setsSecret ? readTotpSecret(given) : undefined;
    const merged = values || removed ? { ...without(this.valuesOf(credential), removed), ...values } : undefined;
    const problems = [...valueProblems(values ?? {}), ...countProblems(merged ?? {})];
    if (setsSecret && secret === undefined) problems.push(notBase32);
    if (problems.length > 0) throw ResourceError.invalid(problems);
    return this.#rows.change(credential, {
      ...(name !== undefined && { name: name.trim() }),
      ...(merged && sealedValues(merged)),
      ...(provider !== undefined && { ssoProvider: provider?.trim() || null }),
      // A value that is set again may be sent again.
      ...((merged || given !== undefined) && { sends: null }),
      ...(given !== undefined && { totpSecret: secret === undefined ? null : new Sealed(secret) }),
      updatedAt: this.#clock.now(),
    });
  }

  delete(credential: StoredCredential): void {
    this.#rows.delete(credential);
  }

  /** Values in clear. Throws a SealError when the key file is gone. */
  valuesOf(credential: StoredCredential): CredentialValues {
    return JSON.parse(credential.sealedValues.reveal());
  }

  /** Records of the sends of a credential's values, as of now; null without any, and after a change of the values. */
  sendsOf({ id, projectId }: StoredCredential): string | null {
    return this.find(projectId, id)?.sends?.reveal() ?? null;
  }

  /** Records that values of a credential were sent. Does nothing for a deleted credential. */
  recordSends(credential: StoredCredential, sends: string): void {
    this.#rows.update(credential, { sends: new Sealed(sends) });
  }

  /** Current one-time code. Throws a {@link ResourceError} `conflict` for a credential without a TOTP secret. */
  totp({ name, totpSecret }: StoredCredential, now = this.#clock.now()): Code {
    if (totpSecret === null) {
      throw new ResourceError(
        "conflict",
        `credential ${JSON.stringify(name)} has no TOTP secret; set one by totp_secret`,
      );
    }
    return totpCode(totpSecret.reveal(), now);
  }
}

/** API record of a credential in a list, without secrets (contract 2.15). */
export function listedRecord(credential: ListedOf<typeof credentials>): CredentialRecord {
  const time = (ms: number): string => new Date(ms).toISOString();
  return {
    id: credential.id,
    name: credential.name,
    domain: credential.domain,
    created_at: time(credential.createdAt),
    updated_at: time(credential.updatedAt),
    has_values: credential.valueKeys.length > 0,
    has_totp_secret: credential.totpSecret !== null,
    sso_provider: credential.ssoProvider,
  };
}

const notBase32: InputProblem = {
  path: "totp_secret",
  message:
    "must be base32 of at least 10 bytes: 16 or more letters A to Z and digits 2 to 7, without an otpauth:// address around it",
};

function sealedValues(values: CredentialValues) {
  return { valueKeys: Object.keys(values), sealedValues: new Sealed(JSON.stringify(values)) };
}

function without(values: CredentialValues, keys: readonly string[] = []): CredentialValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

function valueProblems(values: CredentialValues): InputProblem[] {
  return Object.entries(values).flatMap(([key, value]) =>
    Buffer.byteLength(value) > MAX_CREDENTIAL_VALUE_BYTES
      ? [{ path: `values.${key}`, message: `must have at most ${MAX_CREDENTIAL_VALUE_BYTES} bytes` }]
      : [],
  );
}

/** Problem with the number of values after a change. */
function countProblems(values: CredentialValues): InputProblem[] {
  const count = Object.keys(values).length;
  if (count <= MAX_CREDENTIAL_VALUES) return [];
  const message = `must have at most ${MAX_CREDENTIAL_VALUES} entries with those stored, not ${count}; remove some by remove_value_keys`;
  return [{ path: "values", message }];
}
