import { CliError } from "../../core/errors.ts";
import {
  type LocalState,
  newSecret,
  readLocalIdentity,
  readLocalState,
  removeLocalState,
} from "../../settings/local-state.ts";
import { AuditLog } from "../audit/audit-log.ts";
import { type BrowserFinding, findBrowser } from "../machine/find-browser.ts";
import { prepareStateDir, requireDiskSpace } from "../machine/state-dir.ts";
import { type ContainerFacts, probeContainer } from "../processes/container-probe.ts";
import { fileDirectories, tables } from "../resources.ts";
import { removeTempRoot } from "../sessions/temp-directories.ts";
import { Store } from "../store/store.ts";
import { clearLeftovers } from "./clear-leftovers.ts";
import { acquireInstanceLock } from "./instance-lock.ts";
import type { ServeOptions } from "./serve-options.ts";
import type { ServiceRun } from "./service-run.ts";

type FoundBrowser = NonNullable<BrowserFinding["browser"]>;

/** State directory that this run has locked, its store, and the facts of the machine. */
export interface Prepared {
  readonly store: Store;
  readonly auditLog: AuditLog;
  readonly browser: FoundBrowser;
  readonly container: ContainerFacts;
  readonly identity: RunIdentity;
}

/** Secrets of a run, and what it inherits from the previous run. */
export interface RunIdentity {
  readonly token: string;
  /** Key of the tokens in CDP addresses. */
  readonly cdpSecret: string;
  /** Secret that identifies the listener of this run. */
  readonly listenerSecret: string;
  /** Port of the previous run. */
  readonly previousPort: number | undefined;
  /** Token of a killed run, which other programs may know. */
  readonly exposedToken: string | undefined;
}

/**
 * Locks the state directory for this run, removes the remains of a killed run, opens the store and finds the browser.
 * Exit 1: another service runs on the directory, or there is no browser; exit 10: the directory cannot be used.
 */
export async function prepare({ clock, cleanup, faults, options, warn }: ServiceRun): Promise<Prepared> {
  const { env, stateDir } = options;
  await prepareStateDir(stateDir);
  const releaseLock = await acquireInstanceLock(stateDir);
  if (!releaseLock) throw alreadyRunning(stateDir);
  cleanup.defer(releaseLock);
  const killed = await removeKilled(stateDir, warn);
  await requireDiskSpace(stateDir);
  const finding = Promise.all([requireBrowser(options), probeContainer({ env, stateDir, log: warn })]);
  finding.catch(() => {});
  const store = new Store({ stateDir, clock, faults, log: warn, tables, fileDirectories });
  cleanup.defer(() => store.close());
  const auditLog = new AuditLog({ stateDir, clock, warn });
  cleanup.defer(() => auditLog.close());
  const identity = identityAfter(killed, stateDir);
  const [browser, container] = await finding;
  return { auditLog, store, browser, container, identity };
}

/** Removes the remains of a killed service (its state file, temporary files of its browsers), and returns its state. */
async function removeKilled(stateDir: string, warn: (line: string) => void): Promise<LocalState | undefined> {
  const killed = readLocalState(stateDir);
  await removeTempRoot(killed?.temp_dir);
  removeLocalState(stateDir);
  await clearLeftovers(stateDir, warn);
  return killed;
}

function identityAfter(killed: LocalState | undefined, stateDir: string): RunIdentity {
  const previous = readLocalIdentity(stateDir);
  // After a crash, another program may have had the port, and with it requests of clients that still use the old token.
  const kept = killed === undefined ? previous : undefined;
  return {
    token: kept?.token ?? newSecret(),
    cdpSecret: kept?.cdp_secret ?? newSecret(),
    listenerSecret: newSecret(),
    previousPort: previous?.port,
    exposedToken: killed && previous?.token,
  };
}

const browserCodes = { missing: "chromium_missing", unusable: "browser_unusable" } as const;

async function requireBrowser({ stateDir, browser, env }: ServeOptions): Promise<FoundBrowser> {
  const found = await findBrowser({ stateDir, explicit: browser, env });
  if (found.browser) return found.browser;
  const { error, problem } = found;
  throw new CliError("failed", error.message, {
    code: browserCodes[problem],
    hint: "browserctl local setup",
    cause: error,
  });
}

function alreadyRunning(stateDir: string): CliError {
  return new CliError("failed", `a local service already runs over "${stateDir}"`, {
    code: "already_running",
    hint: "browserctl local status",
  });
}
