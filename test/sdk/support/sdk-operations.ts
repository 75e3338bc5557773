import type { KernelClient } from "./sdk-client.ts";

type Method = (...args: unknown[]) => unknown;

/** Operation that a method of the SDK calls. */
export interface SdkOperation {
  /** Words of the method: `browsers.process.kill`. */
  readonly name: string;
  readonly method: string;
  /** Path with the argument or the member of each parameter in braces: `/browsers/{id}/process/{0}/kill`. */
  readonly path: string;
  /** True for a method whose second argument is the body's bytes. */
  readonly takesBytes: boolean;
}

/** Values of a call. */
export interface SdkCall {
  /** Values of the path's parameters in their order. */
  readonly params: readonly string[];
  /** Members of the query and of the body. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Every operation of the SDK, found by calling its methods with a client that only notes the request. */
export function sdkOperations(client: KernelClient): SdkOperation[] {
  const found: SdkOperation[] = [];
  for (const { name, resource, method } of methodsOf(client, "")) {
    const noted: { method: string; path: string; options: Record<string, unknown> }[] = [];
    const note =
      (verb: string) =>
      (path: string, options: Record<string, unknown> = {}): unknown => {
        noted.push({ method: verb, path, options });
        return Promise.resolve();
      };
    const recorder = {
      // For the question that the client has about forms.
      fetch: () => Promise.resolve(new Response()),
      ...Object.fromEntries(["get", "post", "put", "patch", "delete"].map((verb) => [verb, note(verb.toUpperCase())])),
      getAPIList: (path: string, _page: unknown, options: Record<string, unknown>) => note("GET")(path, options),
    };
    const own = Object.assign(Object.create(Object.getPrototypeOf(resource)) as object, { _client: recorder });
    const args = Array.from({ length: 3 }, (_, at) => standIn(`${at}`));
    // A helper that is no operation may reject: its stand-ins are no session.
    Promise.resolve((Reflect.get(own, method) as Method).apply(own, args)).catch(() => {});
    const [request] = noted;
    if (!request) continue;
    const path = request.path.replaceAll("%7B", "{").replaceAll("%7D", "}");
    found.push({
      name,
      method: request.method,
      path,
      takesBytes: request.options["body"] === args[1] && isBinary(request.options),
    });
  }
  return found;
}

/** Calls the method of an operation as its types want it: ids, bytes, and one object with everything else. */
export function callSdk(client: KernelClient, { name, path, takesBytes }: SdkOperation, call: SdkCall): unknown {
  const words = name.split(".");
  const method = words.pop() ?? "";
  const resource = words.reduce<unknown>((at, word) => Reflect.get(at as object, word), client) as object;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = ""]) => each);
  const positional = names.indexOf("0");
  const members = { ...call.members };
  for (const [at, each] of names.entries()) if (at !== positional) members[each] = call.params[at];
  const args = [...(positional === -1 ? [] : [call.params[positional]]), ...(takesBytes ? [call.bytes] : []), members];
  return (Reflect.get(resource, method) as Method).apply(resource, args);
}

interface SdkMethod {
  readonly name: string;
  readonly resource: object;
  readonly method: string;
}

function methodsOf(at: object, prefix: string): SdkMethod[] {
  const resources = Object.entries(at).filter(([name, each]) => !name.startsWith("_") && isResource(each));
  return resources.flatMap(([word, resource]: [string, object]) => {
    const name = prefix + word;
    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(resource) as object).filter(
      (each) => each !== "constructor" && typeof Reflect.get(resource, each) === "function",
    );
    const methods = own.map((method) => ({ name: `${name}.${method}`, resource, method }));
    return [...methods, ...methodsOf(resource, `${name}.`)];
  });
}

function isResource(value: unknown): value is object {
  return typeof value === "object" && value !== null && "_client" in value;
}

function isBinary({ headers }: Record<string, unknown>): boolean {
  return (
    JSON.stringify(headers, (_, value: unknown) => (value instanceof Headers ? [...value] : value))?.includes(
      "octet-stream",
    ) === true
  );
}

/** Argument that is a text, and an object whose members are such texts. */
function standIn(name: string): unknown {
  return new Proxy(() => {}, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) return () => `{${name}}`;
      return typeof key === "symbol" ? undefined : key === "toString" ? () => `{${name}}` : standIn(key);
    },
    ownKeys: () => [],
    getOwnPropertyDescriptor: () => undefined,
  });
}
