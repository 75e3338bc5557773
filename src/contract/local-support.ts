/**
 * Support of an operation or a request field by the local service. `full`: as specified. `recorded`: accepted, stored and
 * reported back, without effect. `unsupported`: 501 `not_supported_locally`.
 */
export type Support = "full" | "recorded" | "unsupported";

/** Support of one request field. */
export interface FieldSupport {
  readonly support: Support;
  /** Reason, or a remark on a field with full support. */
  readonly note: string;
  /** Values that request the local service's usual behaviour: accepted and not reported. Compared deeply. */
  readonly harmless?: readonly unknown[];
  /** Members that make an object harmless, whatever its other members are. */
  readonly harmlessMembers?: Readonly<Record<string, unknown>>;
}

/** Support of an operation by the local service. assumed: the limits of one machine are not part of the API. */
export interface LocalSupport {
  /**
   * Why the local service answers every call with 501; it has no handler then. Client, help, completion and documents are
   * those of every operation, because a hosted service has it.
   */
  readonly unserved?: string;
  /** Remark on the operation as a whole, which is served. */
  readonly note?: string;
  /** Request fields by dotted path, in the order in which they are reported; every other field is `full`. */
  readonly fields?: Readonly<Record<string, FieldSupport>>;
}
