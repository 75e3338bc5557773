/** A browser that an action has made: the session record of the service, with what most need of it. */
export interface AppBrowser {
  readonly session_id: string;
  /** Address for `chromium.connectOverCDP` of playwright-core and the like. */
  readonly cdp_ws_url: string;
  readonly [field: string]: unknown;
}

/** What an action gets beside its payload. */
export interface ActionContext {
  readonly invocationId: string;
  /** Aborted when the invocation is cancelled or out of time; 2 s later its process is killed. */
  readonly signal: AbortSignal;
  /** Where the service is, and a token for it that is valid as long as the invocation runs. */
  readonly baseUrl: string;
  readonly token: string;
  /** Makes a browser; it ends with the invocation at the latest. Takes the body of `POST /browsers`. */
  createBrowser(options?: Readonly<Record<string, unknown>>): Promise<AppBrowser>;
  /** Makes any other call of the service and gives its JSON; throws an Error with the service's message. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** What an action does. Its result, as JSON, is the invocation's output; what it throws is why the invocation failed. */
// biome-ignore lint/suspicious/noExplicitAny: an action says itself what its payload is
export type ActionRun = (context: ActionContext, payload: any) => unknown;

/** An action, alone or with JSON Schemas of what goes in and comes out. */
export type Action =
  | ActionRun
  | {
      readonly run: ActionRun;
      readonly input_schema?: Readonly<Record<string, unknown>>;
      readonly output_schema?: Readonly<Record<string, unknown>>;
    };

/** An app: the default export of its entry file. Names are letters, digits, ".", "_" and "-", at most 128. */
export interface App {
  readonly name: string;
  readonly actions: Readonly<Record<string, Action>>;
}

/** Gives an app as it is; with it editors know what an action gets. */
export function defineApp(app: App): App {
  return app;
}
