import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../api-error.ts";
import type { ServiceContext } from "../service-context.ts";
import type { Session } from "../sessions/session.ts";
import { stagedSession } from "../sessions/session-browsers.ts";
import type { StoredProfile } from "../store/profile-table.ts";
import { profileLaunchHook } from "./profile-launch-hook.ts";
import { profileRecord } from "./profiles.ts";

/**
 * Gives a running session a profile, when it has none yet (contract 2.2): its browser restarts over a copy of it, without
 * the tabs it had. Throws 409 for a session that has one, or when another session saves to it; nothing has changed then.
 */
export async function loadProfile(
  { profiles, sessions, clock }: ServiceContext,
  session: Session,
  profile: StoredProfile,
  saveChanges: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (session.settings.profile) {
    const { name, id } = session.settings.profile.record;
    throw new ApiError(409, "conflict", `profile: the session already has the profile "${name ?? id}"`, {
      details: [{ code: "conflict", message: "profile: can only be given to a session that has none" }],
      headers: { "x-should-retry": "false" },
    });
  }
  const stage = profileLaunchHook({ profiles, profile, saveChanges, clock });
  const fresh = join(session.dir, "user-data.new");
  try {
    await mkdir(fresh, { mode: 0o700 });
    await stage.prepare?.({ ...stagedSession(session.id, session.dir), userDataDir: fresh }, signal);
  } catch (error) {
    stage.released?.();
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  session.stages.unshift(stage);
  sessions.update(session, {
    settings: { ...session.settings, profile: { record: profileRecord(profile), saveChanges } },
  });
  await sessions.restart(session, `the profile ${profile.id} is loaded`, { userDataDir: fresh });
}
