import type { ApiClient } from "../../client/call.ts";
import type { RequestRecorder } from "../../client/request-recorder.ts";
import type { OperationId } from "../../contract/index.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import type { Lifetime } from "../../core/abort.ts";
import type { Io } from "../../core/io.ts";
import type { Query } from "../../render/select.ts";
import type { Template } from "../../render/template.ts";
import type { DirectoryFile } from "../../settings/directory-choice.ts";
import type { SettingsFailure } from "../../settings/inspect-settings.ts";
import type { OutputFormat, Settings } from "../../settings/model.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import type { Service } from "../../settings/require-service.ts";
import type { ResolvedSettings } from "../../settings/resolve.ts";
import type { PrintLanguage } from "./global-flags.ts";
import type { CommandHead, CommandSpec } from "./spec.ts";

/** The parts of a request that a command fills. */
export interface RequestInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
}

/** Values of the flags that all commands share. */
export interface Globals {
  output: OutputFormat;
  fields: readonly string[] | undefined;
  query: Query | undefined;
  template: Template | undefined;
  debug: boolean;
  yes: boolean;
  all: boolean;
  /** Milliseconds between two rounds of `--watch`. */
  watchMs: number | undefined;
  dryRun: boolean;
  print: PrintLanguage | undefined;
  /** Secrets are shown in printed requests. */
  showToken: boolean;
  retryUnsafe: boolean;
  insecureHttp: boolean;
}

/** Streams, lifetime and output form of a command, for helpers. */
export type Surroundings = Pick<CommandContext, "io" | "lifetime" | "globals">;

/** Input of a command's function, and the tools it may use. */
export interface CommandContext {
  readonly spec: CommandSpec;
  /** Words of all commands, for a command that runs others. */
  readonly heads: readonly CommandHead[];
  readonly io: Io;
  readonly lifetime: Lifetime;
  /** Records the requests of every client in preview mode, where they are not sent. */
  readonly recorder: RequestRecorder | undefined;
  readonly globals: Globals;
  /** Values of flags by name; absent ones are undefined. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
  /** Words after `--`. */
  readonly rest: readonly string[];
  /** Rejects calls to a service beside the command's own, by throwing; a command by itself may make them. */
  readonly permitService?: ((service: Service, own: Service | undefined) => void) | undefined;
  /** The operation of the command, where it has one. */
  readonly operation: PlainOperation | undefined;
  /** The request that the arguments and flags make, checked. */
  readonly request: RequestInput;
  readonly paths: SettingsPaths;
  /** The settings file as it is. */
  readonly settings: Settings;
  /** The `.browserctl.json` that applies in the working directory. */
  readonly directoryFile: DirectoryFile | undefined;
  /** Parts of the settings that cannot be used; only for a command that inspects them. */
  readonly failures: readonly SettingsFailure[];
  /** The value of each setting, with its origin. */
  readonly resolved: ResolvedSettings;
  /** The service to use. Throws an error that explains how to choose one when there is none. */
  service(): Service;
  /** The token of that service or the given one; its store is asked once. */
  token(service?: Service): Promise<string>;
  /**
   * The client of that service. `signal` replaces the command's own, for calls that must outlive an interruption;
   * `service` replaces the one chosen by the settings.
   */
  client(options?: { signal?: AbortSignal; service?: Service }): Promise<ApiClient>;
  /** The operation of that id as plain data. */
  loadOperation(id: OperationId): Promise<PlainOperation>;
  /** Asks for consent at a terminal; exit 11 on no, exit 2 without a terminal. */
  confirm(question: string): Promise<void>;
}
