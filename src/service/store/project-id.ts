declare const project: unique symbol;

/**
 * Id of a project that is in the projects table. Rows of a project are reached only by such an id, and a text is never
 * converted to one: it is read from that table, from a column that references it, or from the authentication of a
 * request.
 */
export type ProjectId = string & { readonly [project]: true };

/** Types of ids by table name; plain text for the other tables. */
interface Ids {
  readonly projects: ProjectId;
}

/** Id of a row of the table with this name. */
export type IdOf<Name extends string> = Name extends keyof Ids ? Ids[Name] : string;
