import { POOL_FILL_RATE, POOL_TIMEOUT_SECONDS } from "../../contract/browser-pools.ts";
import { regions } from "../../contract/browser-schemas.ts";
import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import { chosenExtensionRows } from "../extensions/chosen-extensions.ts";
import type { StoredExtensions } from "../extensions/stored-extensions.ts";
import { chosenProfile } from "../profiles/chosen-profile.ts";
import type { Profiles } from "../profiles/profiles.ts";
import { chosenProxy } from "../proxies/chosen-proxy.ts";
import { checkStartPage, chosenNetwork } from "../proxies/network-settings.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { chosenPolicy } from "../sessions/chrome-policy.ts";
import { DEFAULT_VIEWPORT } from "../sessions/session-record.ts";
import { telemetryOnUpdate } from "../sessions/telemetry.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { PoolSettings, SentReference, StoredPool } from "./pool-table.ts";

export type PoolCreate = BodyOf<OperationById<"pools.create">>;
export type PoolUpdate = BodyOf<OperationById<"pools.update">>;

/** Stored records that the settings of a pool refer to. */
export interface PoolReferences {
  readonly profiles: Profiles;
  readonly proxies: Proxies;
  readonly extensions: StoredExtensions;
}

/** Values of a pool that follow from its settings. */
export type PoolValues = Pick<StoredPool, "settings" | "profileId" | "extensionIds">;

/** Defaults of a pool (contract 2.24). assumed: `us-east` where no region was requested, because a record needs one. */
const defaults = {
  fill_rate_per_minute: POOL_FILL_RATE,
  headless: false,
  stealth: false,
  kiosk_mode: false,
  timeout_seconds: POOL_TIMEOUT_SECONDS,
  viewport: DEFAULT_VIEWPORT,
  refresh_on_profile_update: false,
  region: regions[0],
  telemetry: null,
} as const;

/** Values of a new pool. Throws a {@link ResourceError} `invalid` for an unknown reference, or settings that exclude each other. */
export function newPoolValues(needs: PoolReferences, projectId: ProjectId, body: PoolCreate): PoolValues {
  const settings = { ...defaults, size: body.size, ...(body.region && { region: body.region }) };
  return changedPoolValues(needs, projectId, { settings, profileId: null, extensionIds: [] }, body);
}

/** Values of a pool after a change (contract 2.24). Throws as {@link newPoolValues} does. */
export function changedPoolValues(
  needs: PoolReferences,
  projectId: ProjectId,
  before: PoolValues,
  body: PoolUpdate,
): PoolValues {
  const kept = withoutChosen(before.settings);
  const telemetry = telemetryOnUpdate(kept.telemetry, body.telemetry);
  if (telemetry.problems.length > 0) throw ResourceError.invalid(telemetry.problems);
  const profile = chosen(needs, projectId, before, body);
  const proxyId = body.proxy_id ?? before.settings.proxy_id;
  if (body.proxy_id) chosenProxy(needs.proxies, projectId, { proxy_id: body.proxy_id });
  const startUrl = body.start_url ?? before.settings.start_url;
  const network = chosenNetwork(needs.proxies, projectId, body.network ?? before.settings.network);
  checkStartPage(network, startUrl);
  const policy = chosenPolicy(body.chrome_policy ?? before.settings.chrome_policy, network?.allowed !== undefined);
  const sent = body.extensions ?? before.settings.extensions ?? [];
  const extensionIds = body.extensions
    ? chosenExtensionRows(needs.extensions, projectId, body.extensions).map(({ id }) => id)
    : before.extensionIds;
  const plain = [
    "size",
    "fill_rate_per_minute",
    "headless",
    "stealth",
    "kiosk_mode",
    "timeout_seconds",
    "viewport",
  ] as const;
  const given = Object.fromEntries(plain.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]]])));
  const settings: PoolSettings = {
    ...kept,
    ...given,
    telemetry: telemetry.config,
    refresh_on_profile_update: refreshes(before, profile, body.refresh_on_profile_update),
    ...(profile && { profile: profile.sent }),
    ...(proxyId && { proxy_id: proxyId }),
    ...(startUrl && { start_url: startUrl }),
    ...(network && { network: network.setting }),
    ...(policy && { chrome_policy: policy }),
    ...(sent.length > 0 && { extensions: sent }),
  };
  return { settings, profileId: profile?.id ?? null, extensionIds };
}

/** Settings that a change keeps as they are, or replaces by given ones. */
function withoutChosen(settings: PoolSettings) {
  const { extensions: _extensions, network: _network, profile: _profile, proxy_id: _proxy, ...others } = settings;
  const { chrome_policy: _policy, start_url: _page, ...kept } = others;
  return kept;
}

interface ChosenProfile {
  readonly id: string;
  readonly sent: SentReference;
}

/** Profile of a pool after a change; an empty id removes it. */
function chosen(
  { profiles }: PoolReferences,
  projectId: ProjectId,
  { profileId, settings }: PoolValues,
  { profile: reference }: PoolUpdate,
): ChosenProfile | undefined {
  if (!reference) return profileId !== null && settings.profile ? { id: profileId, sent: settings.profile } : undefined;
  const { id, name } = reference;
  if (id === "" && name === undefined) return undefined;
  const found = chosenProfile(profiles, projectId, {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  });
  return found && { id: found.id, sent: id === undefined ? { name: name ?? "" } : { id } };
}

/** True for a pool whose idle browsers are replaced when its profile is saved; by default where there is a new profile. */
function refreshes(
  { profileId, settings }: PoolValues,
  profile: ChosenProfile | undefined,
  given: boolean | undefined,
) {
  if (given === true && !profile) {
    throw ResourceError.invalid([{ path: "refresh_on_profile_update", message: "needs a profile" }]);
  }
  if (!profile) return false;
  return given ?? (profileId === null ? true : settings.refresh_on_profile_update);
}
