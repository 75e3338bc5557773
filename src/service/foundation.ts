import type { Plan } from "../contract/plans.ts";
import type { ScreenSetting } from "../contract/screen.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import type { Chaos } from "./chaos.ts";
import type { Clock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { UploadDirectory } from "./http/upload-directory.ts";
import type { Log } from "./log.ts";
import type { BrowserConfinement } from "./processes/browser-probe.ts";
import type { ContainerFacts } from "./processes/container-probe.ts";
import type { ScreenFacts } from "./screen/find-screen.ts";
import type { TempDirectories } from "./sessions/temp-directories.ts";
import type { Store } from "./store/store.ts";

/** Demo site of a running service. */
export interface DemoSiteSwitch {
  /** Address of the site; undefined where it is not served. */
  readonly url: string | undefined;
  turn(on: boolean): Promise<void>;
}

/** Shared objects of one running service that are not resources. */
export interface Foundation {
  readonly version: string;
  readonly stateDir: string;
  readonly clock: Clock;
  readonly faults: Faults;
  /** Fault injection that a person has set. */
  readonly chaos: Chaos;
  readonly store: Store;
  readonly auditLog: AuditLog;
  /** Staging directory of uploaded files. */
  readonly uploads: UploadDirectory;
  readonly log: Log;
  /** Key of the tokens in CDP addresses. */
  readonly cdpSecret: string;
  /** Secret that identifies the listener of this run. */
  readonly listenerSecret: string;
  /** Port the service listens on; 0 until it listens. */
  readonly port: () => number;
  readonly startedAt: Date;
  readonly browser: { readonly path: string; readonly product: string; readonly sandboxed: boolean };
  /** Where the processes of sessions run. */
  readonly container: ContainerFacts;
  /** The service's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tempDirectories: TempDirectories;
  /** Result of checking whether browsers run in the container too; resolves soon after the service has started. */
  readonly confinement: Promise<BrowserConfinement>;
  /** Programs of the private displays of sessions; resolves soon after the service has started. */
  readonly screen: Promise<ScreenFacts>;
  readonly screenSetting: ScreenSetting;
  /** Plan of the organization. */
  readonly plan: Plan;
  readonly demoSite: DemoSiteSwitch;
  /** Idle seconds after which the service stops; 0 is never. */
  readonly idleStopSeconds: number;
  /** Counts a request as use of the service until the returned function is called. */
  readonly beginRequest: () => () => void;
  /** Starts the stop of the service; returns at once. */
  readonly requestStop: () => void;
}
