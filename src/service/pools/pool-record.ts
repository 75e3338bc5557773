import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredPool } from "./pool-table.ts";

/** Browser pool in the API (contract 2.24). */
export type PoolRecord = ResultOf<OperationById<"pools.get">>;

/** Numbers of the browsers of a pool. */
export interface PoolCounts {
  readonly available: number;
  readonly acquired: number;
}

/** API record of a pool (contract 2.24). */
export function poolRecord(pool: StoredPool, { available, acquired }: PoolCounts): PoolRecord {
  const { createdAt, extensionIds, id, name, profileId } = pool;
  const { region, extensions, ...settings } = pool.settings;
  return {
    id,
    ...(name !== null && { name }),
    created_at: new Date(createdAt).toISOString(),
    region,
    available_count: available,
    acquired_count: acquired,
    browser_pool_config: {
      ...settings,
      ...(name !== null && { name }),
      ...(extensions && { extensions: [...extensions] }),
    },
    extension_ids: [...extensionIds],
    ...(profileId !== null && { profile_id: profileId }),
  };
}
