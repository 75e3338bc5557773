/** Dates and replacement of something deprecated; each absent if not announced. */
export interface Deprecation {
  /** Day, or version of the API's public clients, since which it is deprecated. */
  readonly since?: string;
  /** Day on which it is removed. */
  readonly removal?: string;
  /** Path, or field, to use in its place. */
  readonly replacement?: string;
}

/** Something deprecated, with the operations that have it. */
export interface Deprecated extends Deprecation {
  readonly kind: "operation" | "request field" | "answer field";
  /** Method and path, or the path of a field. */
  readonly name: string;
  /** Ids of the operations. */
  readonly operations: readonly string[];
}

/** Members of a request field's schema that mark it as deprecated. */
export function deprecatedField(use: string | undefined, facts: Pick<Deprecation, "since" | "removal"> = {}) {
  return deprecated(use, "use", facts);
}

/** {@link deprecatedField} for a field of an answer. */
export function deprecatedAnswer(read: string) {
  return deprecated(read, "read", {});
}

function deprecated(
  replacement: string | undefined,
  verb: "use" | "read",
  facts: Pick<Deprecation, "since" | "removal">,
) {
  return {
    deprecated: true,
    description: replacement === undefined ? "Deprecated, without a replacement" : `Deprecated; ${verb} ${replacement}`,
    "x-deprecated": { ...facts, ...(replacement !== undefined && { replacement }) } satisfies Deprecation,
  } as const;
}
