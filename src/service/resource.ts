import type { OperationId } from "../contract/index.ts";
import type { HandlersOf } from "./http/handler.ts";
import type { AnyTable } from "./store/table.ts";

/**
 * Resource of the service: its tables, the service class that uses them, and the handlers of its operations. Declared
 * once, with its handlers, and listed once in `resources.ts`.
 */
export interface Resource<Name extends string, Needs, Service, HandlerNeeds, Ids extends OperationId> {
  readonly name: Name;
  readonly tables: readonly AnyTable[];
  /** Directory of the files that its rows name, below the state directory. A file that no row names is removed. */
  readonly files?: string;
  readonly start: (needs: Needs) => Service;
  /** Removes what a previous run of the service left unfinished. */
  readonly prepare?: (service: Service) => unknown;
  /** Starts its work in the background, when all resources are prepared. */
  readonly begin?: (service: Service) => void;
  /** True while it prevents the idle stop. */
  readonly busy?: (service: Service) => boolean;
  readonly close?: (service: Service, reason: string) => Promise<unknown>;
  readonly handlers: (needs: HandlerNeeds) => HandlersOf<Ids>;
}

export function resource<const Name extends string, Needs, Service, HandlerNeeds, Ids extends OperationId>(
  declaration: Resource<Name, Needs, Service, HandlerNeeds, Ids>,
): Resource<Name, Needs, Service, HandlerNeeds, Ids> {
  return declaration;
}

// biome-ignore lint/suspicious/noExplicitAny: a resource of any kind
export type AnyResource = Resource<string, any, any, any, any>;

/** Options of a service that only reports problems, as a resource receives them: with `warn` in place of `log`. */
export type WithWarnings<Options> = Omit<Options, "log"> & { readonly warn: (line: string) => void };

/** The services of resources, by their names. */
export type ServicesOf<R extends readonly AnyResource[]> = {
  readonly [Each in R[number] as Each["name"]]: ReturnType<Each["start"]>;
};

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type HandlersOfResources<R extends readonly AnyResource[]> = Intersection<ReturnType<R[number]["handlers"]>>;

/**
 * The resources, if their order gives each one everything it needs; otherwise a text that names the first resource for
 * which it does not.
 */
export type Startable<R extends readonly AnyResource[], Provided> = R extends readonly [
  infer First extends AnyResource,
  ...infer Rest extends readonly AnyResource[],
]
  ? Provided extends Parameters<First["start"]>[0]
    ? readonly [First, ...Startable<Rest, Provided & { readonly [Name in First["name"]]: ReturnType<First["start"]> }>]
    : readonly [`${First["name"]} needs something that nothing before it provides`]
  : readonly [];

/** The started resources of one service. */
export class Resources<const R extends readonly AnyResource[]> {
  readonly #resources: readonly AnyResource[];
  readonly services: ServicesOf<R>;

  constructor(resources: readonly AnyResource[], services: ServicesOf<R>) {
    this.#resources = resources;
    this.services = services;
  }

  /** Starts resources in their order; each gets the provided objects and the services before it. */
  static start<const R extends readonly AnyResource[], Provided extends object>(
    resources: R & Startable<R, Provided>,
    provided: Provided,
  ): Resources<R> {
    const services: Record<string, unknown> = {};
    for (const { name, start } of resources as readonly AnyResource[])
      services[name] = start({ ...provided, ...services });
    return new Resources(resources, services as ServicesOf<R>);
  }

  /** Prepares all resources concurrently. */
  async prepare(): Promise<void> {
    await Promise.all(this.#resources.map(({ prepare, name }) => prepare?.(this.#service(name))));
  }

  /** Starts the background work of all resources. */
  begin(): void {
    for (const { begin, name } of this.#resources) begin?.(this.#service(name));
  }

  get busy(): boolean {
    return this.#resources.some(({ busy, name }) => busy?.(this.#service(name)) === true);
  }

  /** Closes the resources in reverse order: a resource that uses others ends first. */
  async close(reason: string): Promise<void> {
    for (const { close, name } of this.#resources.toReversed()) await close?.(this.#service(name), reason);
  }

  #service(name: string): unknown {
    return (this.services as Readonly<Record<string, unknown>>)[name];
  }
}
