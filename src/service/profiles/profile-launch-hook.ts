import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "../../archive/archive-error.ts";
import { extractTar } from "../../archive/read-tar.ts";
import { compressZstd, packTar } from "../../archive/tar.ts";
import { through, unzstd } from "../../archive/zstd-frames.ts";
import { isLeftOut, PROFILE_FILE, type ProfileFacts } from "../../profiles/format.ts";
import { readLegacyProfile } from "../../profiles/legacy.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../driver-error.ts";
import type { HookContext, LaunchHook } from "../sessions/launch-hook.ts";
import { sessionCookies, setCookies, setLocalStorage } from "./browser-state.ts";
import { ProfileError } from "./profile-errors.ts";
import type { StoredProfile } from "./profile-table.ts";
import type { Profiles } from "./profiles.ts";

export interface ProfileLaunchHookOptions {
  profiles: Profiles;
  profile: StoredProfile;
  /** True for the only session that saves to the profile, which it does when it ends. */
  saveChanges: boolean;
  /** Decides at the end whether the changes are saved; they are when omitted. */
  isWorthSaving?: () => boolean;
  clock: Clock;
}

/**
 * Starts a session's browser with a copy of a saved profile and saves the profile when the session ends: an archive of
 * Chromium's profile directory, plus the session cookies. Nothing is saved when the browser did not close in order,
 * because its files may be incomplete. assumed: a copy, so that sessions can share a profile and a crash cannot damage
 * it.
 */
export function profileLaunchHook(options: ProfileLaunchHookOptions): LaunchHook {
  const { profiles, profile, saveChanges, clock, isWorthSaving = () => true } = options;
  let release: (() => void) | undefined;
  let restored = false;
  let facts: ProfileFacts | undefined;
  return {
    saves: saveChanges,
    async prepare(session, signal) {
      if (saveChanges) release = profiles.claim(profile, session.id);
      if (profile.kind === "tar.zst") await restore(profiles, profile, session, signal);
      profiles.used(profile);
    },
    async started(session, chromium) {
      // After a restart the browser still has the restored state.
      if (restored) return;
      restored = true;
      if (profile.kind === "json") await restoreLegacy(profiles, profile, chromium);
      else if (profile.file !== null) await setCookies(chromium, (await savedFacts(session))?.session_cookies ?? []);
    },
    async closing(_session, chromium) {
      if (!saveChanges || !isWorthSaving()) return;
      facts = {
        format: 1,
        browser: chromium.version.product,
        saved_at: clock.timestamp(),
        session_cookies: await sessionCookies(chromium),
      };
    },
    async closed(session, clean) {
      if (!saveChanges || !isWorthSaving()) return;
      if (!clean || !facts) {
        throw new ProfileError(
          "not-saved",
          `the profile "${profile.name ?? profile.id}" was not saved: the browser did not close in order; the previously saved state is kept`,
        );
      }
      await profiles.save(profile, "tar.zst", packed(session.userDataDir, facts));
    },
    released: () => release?.(),
  };
}

function packed(directory: string, facts: ProfileFacts): AsyncIterable<Uint8Array> {
  const tar = packTar(directory, {
    exclude: isLeftOut,
    extra: [{ name: PROFILE_FILE, data: Buffer.from(`${JSON.stringify(facts)}\n`) }],
  });
  return through(tar, compressZstd());
}

async function restore(
  profiles: Profiles,
  profile: StoredProfile,
  { userDataDir }: HookContext,
  signal: AbortSignal,
): Promise<void> {
  if (profile.file === null) return;
  const source = createReadStream(profiles.path(profile), { highWaterMark: 64 * 1_024 });
  try {
    await extractTar(unzstd(source), userDataDir, { signal });
  } catch (error) {
    const { code } = (error ?? {}) as NodeJS.ErrnoException;
    if (!(error instanceof ArchiveError) && code !== "ENOENT") throw error;
    throw new ProfileError(
      "damaged",
      `the profile "${profile.name ?? profile.id}" cannot be restored: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

/** Facts stored next to Chromium's files, if this service created the archive. */
async function savedFacts({ userDataDir }: HookContext): Promise<ProfileFacts | undefined> {
  const text = await readFile(join(userDataDir, PROFILE_FILE), "utf8").catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ProfileFacts);
  } catch {
    return undefined;
  }
}

async function restoreLegacy(profiles: Profiles, profile: StoredProfile, chromium: Chromium): Promise<void> {
  if (profile.file === null) return;
  const result = readLegacyProfile(await readFile(profiles.path(profile), "utf8"));
  if ("problems" in result) {
    throw new ProfileError("damaged", `the profile cannot be restored: ${result.problems[0]}`);
  }
  await setCookies(chromium, result.profile.cookies);
  await setLocalStorage(chromium, result.profile.origins);
}
