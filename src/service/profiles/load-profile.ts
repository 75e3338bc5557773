import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Session } from "../sessions/session.ts";
import { hookContext } from "../sessions/session-browsers.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import { ResourceError } from "../store/resource-error.ts";
import { profileLaunchHook } from "./profile-launch-hook.ts";
import type { StoredProfile } from "./profile-table.ts";
import { type Profiles, profileRecord } from "./profiles.ts";

export interface LoadProfileOptions {
  readonly profiles: Profiles;
  readonly sessions: SessionManager;
  readonly clock: Clock;
}

/**
 * Loads a profile into a running session without one (contract 2.2): its browser restarts with a copy of the profile
 * and without its tabs. Throws a {@link ResourceError} when the session has a profile or another session saves to it;
 * nothing is changed then.
 */
export async function loadProfile(
  { profiles, sessions, clock }: LoadProfileOptions,
  session: Session,
  profile: StoredProfile,
  saveChanges: boolean,
  signal: AbortSignal,
): Promise<void> {
  requireNone(session);
  const hook = profileLaunchHook({ profiles, profile, saveChanges, clock });
  const fresh = join(session.dir, `user-data.${newId()}`);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await hook.prepare?.({ ...hookContext(session.id, session.dir), userDataDir: fresh }, signal);
    // Another request may have been faster.
    requireNone(session);
    sessions.update(session, {
      settings: { ...session.settings, profile: { record: profileRecord(profile), saveChanges } },
    });
  } catch (error) {
    hook.released?.();
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  session.hooks.unshift(hook);
  await sessions.restart(session, `the profile ${profile.id} is loaded`, { userDataDir: fresh });
}

/** Throws a {@link ResourceError} `conflict` for a session that has a profile. */
function requireNone({ settings }: Session): void {
  if (!settings.profile) return;
  const { name, id } = settings.profile.record;
  throw new ResourceError("conflict", `profile: the session already has the profile "${name ?? id}"`, {
    problems: [{ path: "profile", message: "can only be given to a session that has none" }],
  });
}
