import type { Clock } from "../clock.ts";
import { chosenExtensions } from "../extensions/chosen-extensions.ts";
import type { Faults } from "../faults.ts";
import type { Log } from "../log.ts";
import { chosenProfile } from "../profiles/chosen-profile.ts";
import { profileLaunchHook } from "../profiles/profile-launch-hook.ts";
import { profileRecord } from "../profiles/profiles.ts";
import { chosenProxy, proxySetting } from "../proxies/chosen-proxy.ts";
import { chosenNetwork } from "../proxies/network-settings.ts";
import { SessionProxy } from "../proxies/session-proxy.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { openStartPage } from "../sessions/start-page.ts";
import type { PoolReferences } from "./pool-settings.ts";
import type { StoredPool } from "./pool-table.ts";

export interface PoolSessionsOptions extends PoolReferences {
  readonly sessions: SessionManager;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: Log;
}

/**
 * Starts a browser of a pool, which waits for sessions, with its start page. Throws as `SessionManager.create` does, and a
 * ResourceError `invalid` for a profile, proxy or extension that was deleted.
 */
export async function startPoolSession(
  { clock, extensions, faults, log, profiles, proxies, sessions }: PoolSessionsOptions,
  { extensionIds, id, profileId, projectId, settings }: StoredPool,
  signal: AbortSignal,
): Promise<Session> {
  const { headless, kiosk_mode, proxy_id, start_url, stealth, telemetry, timeout_seconds, viewport } = settings;
  const profile = profileId === null ? undefined : chosenProfile(profiles, projectId, { id: profileId });
  const proxy = proxy_id === undefined ? undefined : chosenProxy(proxies, projectId, { proxy_id });
  const network = chosenNetwork(proxies, projectId, settings.network);
  const references = extensionIds.map((each) => ({ id: each }));
  const loaded = chosenExtensions(extensions, projectId, references, faults);
  const session = await sessions.create(
    {
      projectId,
      name: null,
      settings: {
        ...{ headless, kiosk_mode, stealth, telemetry, timeout_seconds, viewport, region: settings.region },
        ...(start_url !== undefined && { start_url }),
        ...proxySetting(proxy),
        ...(network && { network: network.setting }),
        ...(settings.chrome_policy && { chrome_policy: settings.chrome_policy }),
        ...(profile && { profile: { record: profileRecord(profile), saveChanges: false } }),
      },
      hooks: [
        ...(profile ? [profileLaunchHook({ profiles, profile, saveChanges: false, clock })] : []),
        ...(loaded ? [loaded] : []),
        new SessionProxy(proxy?.proxy, (line) => log.info(line), network),
      ],
      idle: true,
    },
    signal,
  );
  if (start_url === undefined) return session;
  const problem = await openStartPage(session, start_url, signal);
  if (problem !== undefined) log.warn({ session: session.id }, `the start page of pool ${id} did not open: ${problem}`);
  return session;
}
