/** Answer of a service, whole. */
export interface Answer {
  status: number;
  headers: { get(name: string): string | null } & Iterable<[name: string, value: string]>;
  text: string;
  bytes: Uint8Array;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  body: any;
}

/** Parts of a request beside its method and path. */
export interface ApiOptions {
  /** A JSON body. */
  json?: unknown;
  /** A body as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  /** A multipart body. */
  form?: FormData;
  /** A body of plain bytes. */
  bytes?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Without the service's token. */
  anonymous?: boolean;
  signal?: AbortSignal;
  /** Called once, when the first frame of a stream has arrived. */
  onFirstEvent?: () => Promise<unknown>;
}

/** Service as the owner of a token calls it. */
export interface ExampleService {
  api(method: string, path: string, options?: ApiOptions): Promise<Answer>;
}

/** Error of a request that prepares an example and must succeed. */
export class PreparationError extends Error {
  readonly status: number;

  constructor(method: string, path: string, { status, text }: Pick<Answer, "status" | "text">) {
    super(`${method} ${path.split("?")[0]} answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}
