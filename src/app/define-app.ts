/** Browser that an action has created: the session record of the service, with its most important fields. */
export interface AppBrowser {
  readonly session_id: string;
  /** Address for `chromium.connectOverCDP` of playwright-core and the like. */
  readonly cdp_ws_url: string;
  readonly [field: string]: unknown;
}

/** Context of an action, beside its payload. */
export interface ActionContext {
  readonly invocationId: string;
  /** Aborted when the invocation is cancelled or out of time; 2 s later its process is killed. */
  readonly signal: AbortSignal;
  /** Address of the service, and a token that is valid while the invocation runs. */
  readonly baseUrl: string;
  readonly token: string;
  /** Creates a browser, which ends with the invocation at the latest. Takes the body of `POST /browsers`. */
  createBrowser(options?: Readonly<Record<string, unknown>>): Promise<AppBrowser>;
  /** Calls any other operation of the service and returns its JSON. Throws an Error with the message of the service. */
  request(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Function of an action. Its result, as JSON, is the output of the invocation; its error is the reason of a failure. */
// biome-ignore lint/suspicious/noExplicitAny: an action declares the type of its payload
export type ActionRun = (context: ActionContext, payload: any) => unknown;

/** An action, alone or with JSON Schemas of its payload and its output. */
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

/** Returns an app unchanged. Gives editors the types of its actions. */
export function defineApp(app: App): App {
  return app;
}
