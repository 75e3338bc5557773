/** Part of the description of a record: a text, or a time, which is shown as its age after a word such as `created`. */
export interface DescribedField {
  readonly field: string;
  readonly age?: string;
  /** Only the first word of the text: the arguments of a command line may be secret. */
  readonly firstWord?: true;
}

/** Source of values for completion: a list of the service, and the fields of its records to offer and show. */
export interface RecordSource {
  /** Path of the list below the base URL. Its parameters are the arguments before the value, in their order. */
  readonly path: string;
  /**
   * Fields of the values: the first one that a record has is offered, others only if they begin with the typed text.
   */
  readonly values: readonly string[];
  readonly describe: readonly DescribedField[];
  /** Maximum number of records of one page; absent if the list has no pages. */
  readonly pageSize?: number;
  /** Query parameter that searches for a part of a name. */
  readonly search?: string;
  /** True when the list is the same in every project. */
  readonly unscoped?: true;
  /** True when only the local service has the list. */
  readonly localOnly?: true;
  /** Only the values of the record that the first argument names, by one of these fields; all values without it. */
  readonly of?: readonly string[];
}
