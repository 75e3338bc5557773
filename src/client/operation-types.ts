import type { Paging } from "../contract/paging.ts";
import type { Operations } from "../generated/types.ts";

/** Id of an operation, such as `browsers.curl`. */
export type OperationId = keyof Operations;

type Part = "params" | "query" | "body";

/** One part of an operation's request; undefined where it has none. */
export type PartOf<Id, P extends Part> = Id extends OperationId
  ? Operations[Id] extends { readonly [Name in P]: infer Type }
    ? Type
    : undefined
  : undefined;

/** JSON value of an operation's answer; undefined without one. */
export type ResultOf<Id> = Id extends OperationId
  ? Operations[Id] extends { readonly result: infer Result }
    ? Result
    : undefined
  : undefined;

/** Event of an operation that answers a stream. */
export type EventOf<Id extends OperationId> = Operations[Id] extends { readonly event: infer Event } ? Event : never;

/** Ids of the operations with this kind of answer, and a JSON body or none. */
export type IdsOf<Kind extends "json" | "empty" | "file" | "sse"> = {
  [Id in OperationId]: Operations[Id] extends { readonly bodyKind: string }
    ? never
    : Operations[Id] extends { readonly kind: Kind }
      ? Id
      : never;
}[OperationId];

/** Ids of the operations whose body is a form or a file. */
export type UploadIds = {
  [Id in OperationId]: Operations[Id] extends { readonly bodyKind: string } ? Id : never;
}[OperationId];

/** Ids of the operations that answer a list page by page. */
export type PagedIds = {
  [Id in OperationId]: Operations[Id] extends { readonly paging: Paging } ? Id : never;
}[OperationId];

type PartInput<Id extends OperationId, P extends Part> = Operations[Id] extends { readonly [Name in P]: infer Type }
  ? Record<never, never> extends Type
    ? { readonly [Name in P]?: Type | undefined }
    : { readonly [Name in P]: Type }
  : { readonly [Name in P]?: undefined };

/** Request of an operation: a part with a required field must be given. */
export type InputOf<Id extends OperationId> = PartInput<Id, "params"> & PartInput<Id, "query"> & PartInput<Id, "body">;

/** Request of an upload, whose body is passed separately. */
export type UploadInput<Id extends OperationId> = PartInput<Id, "params"> & PartInput<Id, "query">;

/** Arguments after an operation's id: its request, optional if nothing in it is required. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends InputOf<Id> ? [input?: InputOf<Id>] : [input: InputOf<Id>];

/** Item of a list, or the value itself; unknown where nothing is declared. */
export type RowOf<Result> = [Result] extends [undefined]
  ? unknown
  : Exclude<Result, undefined> extends readonly (infer Item)[]
    ? Item
    : Exclude<Result, undefined>;

/** Dotted paths of the fields in a value, up to three levels deep. */
export type PathOf<Value, Depth extends readonly unknown[] = []> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? {
        [Name in keyof Value & string]-?:
          | Name
          | (Depth["length"] extends 2 ? never : `${Name}.${PathOf<NonNullable<Value[Name]>, [...Depth, unknown]>}`);
      }[keyof Value & string]
    : never;
