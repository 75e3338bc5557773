/** Input of the runner: one line of JSON on its control descriptor. */
export type RunnerInput = BuildInput | InvokeInput;

/** Allowed names: a regular expression, and its description. */
export interface NameForm {
  readonly pattern: string;
  readonly expects: string;
}

/** Task to bundle an app and describe it. */
export interface BuildInput {
  readonly task: "build";
  readonly word: NameForm;
  /** Directory of the app's source; `entry` is its entry file in it. */
  readonly root: string;
  readonly entry: string;
  /** Prefix of the bundle's name. */
  readonly name: string;
  /** Files to load: the bundler, and the helper that apps import. */
  readonly bundler: string;
  readonly helper: string;
}

/** Task to run an action of an app. */
export interface InvokeInput {
  readonly task: "invoke";
  readonly word: NameForm;
  /** Bundle to load. */
  readonly file: string;
  readonly action: string;
  /** JSON text. */
  readonly payload: string | undefined;
  readonly invocationId: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Maximum size of the result, in bytes of UTF-8. */
  readonly resultBytes: number;
}

/** Description of an app, read from its module. */
export interface AppFacts {
  readonly name: string;
  readonly actions: readonly {
    readonly name: string;
    readonly input_schema: Record<string, unknown> | null;
    readonly output_schema: Record<string, unknown> | null;
  }[];
}

/** Answer of the runner: one line on its control descriptor. */
export type RunnerAnswer =
  | { readonly task: "build"; readonly file: string; readonly app: AppFacts }
  | { readonly task: "invoke"; readonly output: string | undefined }
  | { readonly error: string };

/** File descriptor between service and runner: lines of JSON in both directions. */
export const CONTROL_FD = 3;
