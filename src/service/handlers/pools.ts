import type { Invocations } from "../apps/invocations.ts";
import { isOfOrganization } from "../http/authenticate.ts";
import { type Call, type HandlersOf, pageOf } from "../http/handler.ts";
import { poolRecord } from "../pools/pool-record.ts";
import type { PoolUpdate } from "../pools/pool-settings.ts";
import { pools as poolTable, type StoredPool } from "../pools/pool-table.ts";
import { Pools, type PoolsOptions } from "../pools/pools.ts";
import { resource } from "../resource.ts";
import type { ConfinedSettings } from "../sessions/confined-settings.ts";
import type { Session } from "../sessions/session.ts";
import { endedAtOnce, SessionError } from "../sessions/session-errors.ts";
import { openStartPage } from "../sessions/start-page.ts";
import { ResourceError } from "../store/resource-error.ts";
import { type RecordNeeds, sessionRecords } from "./session-records.ts";

type PoolIds =
  | "pools.create"
  | "pools.list"
  | "pools.get"
  | "pools.update"
  | "pools.delete"
  | "pools.acquire"
  | "pools.release"
  | "pools.flush";

type PoolNeeds = RecordNeeds & { readonly pools: Pools; readonly invocations: Invocations };

/** Settings of a pool that only a browser in a container can hold. */
function confinedIn({ chrome_policy, network }: PoolUpdate): ConfinedSettings {
  const isFiltered = network?.allowed_hosts !== undefined || network?.private_hosts !== undefined;
  return { network: isFiltered, policy: Object.keys(chrome_policy ?? {}).length > 0 };
}

/** Browser pools (contract 2.24). */
export function poolHandlers(context: PoolNeeds): HandlersOf<PoolIds> {
  const { pools, sessions } = context;
  const browserRecord = sessionRecords(context);
  const record = (pool: StoredPool) => poolRecord(pool, pools.counts(pool));
  const noteProblem = (pool: StoredPool, { auth, notice }: Pick<Call<unknown>, "auth" | "notice">): void => {
    const problem = pools.problem(pool, isOfOrganization(auth));
    if (problem !== undefined) notice(problem);
  };
  return {
    "pools.create": async ({ body, auth }) => {
      await sessions.checkConfined(confinedIn(body));
      return record(pools.create(auth.project.id, body));
    },
    "pools.list": ({ query, auth }) => {
      const { name: named, region, ...options } = query;
      return pageOf(pools.list(auth.project.id, { named, where: { region }, ...options }), record);
    },
    "pools.get": (call) => {
      const pool = pools.require(call.auth.project.id, call.params.id_or_name);
      noteProblem(pool, call);
      return record(pool);
    },
    "pools.update": async ({ params, body, auth }) => {
      await sessions.checkConfined(confinedIn(body));
      return record(pools.update(pools.require(auth.project.id, params.id_or_name), body));
    },
    "pools.delete": async ({ params, body, auth }) => {
      await pools.delete(pools.require(auth.project.id, params.id_or_name), body?.force === true);
      return undefined;
    },
    "pools.acquire": async (call) => {
      const { params, body = {}, auth, signal, notice } = call;
      const pool = pools.require(auth.project.id, params.id_or_name);
      // assumed: a browser that is acquired with the token of an invocation ends with it, as one that is created.
      const invocationId = auth.token.invocationId ?? undefined;
      const session = await pools.acquire(pool, { body, invocationId }, signal);
      if (!session) {
        noteProblem(pool, call);
        return undefined;
      }
      if (invocationId !== undefined && !context.invocations.isActive(auth.project.id, invocationId)) {
        await sessions.end(session, "its invocation ended while it was acquired");
        throw endedAtOnce(session);
      }
      const { start_url } = body;
      const problem =
        start_url === undefined ? undefined : await session.use(() => openStartPage(session, start_url, signal));
      if (signal.aborted) await pools.release(pool, session, start_url === undefined);
      if (!session.active) throw endedAtOnce(session);
      if (problem !== undefined) notice(`the session is ready, but its start page did not open: ${problem}`);
      return browserRecord(session, auth);
    },
    "pools.release": async (call) => {
      const { params, body, auth } = call;
      const pool = pools.require(auth.project.id, params.id_or_name);
      await pools.release(pool, requireAcquired(context, pool, body.session_id), body.reuse !== false);
      return undefined;
    },
    "pools.flush": ({ params, auth }) => {
      pools.flush(pools.require(auth.project.id, params.id_or_name));
      return undefined;
    },
  };
}

/**
 * Session that was acquired from a pool. Throws a SessionError `ended`, and a {@link ResourceError} `invalid` for an
 * unknown one and for one that is not of the pool. assumed: invalid input, because the body is wrong; not found is for
 * the resource in the path.
 */
function requireAcquired({ sessions }: PoolNeeds, pool: StoredPool, idOrName: string): Session {
  let session: Session;
  try {
    session = sessions.require(pool.projectId, idOrName);
  } catch (error) {
    if (!(error instanceof SessionError) || error.kind !== "not-found") throw error;
    throw ResourceError.invalid([{ path: "session_id", message: error.message }]);
  }
  if (session.settings.pool?.id === pool.id) return session;
  const message = `session ${JSON.stringify(idOrName)} was not acquired from the pool`;
  throw ResourceError.invalid([{ path: "session_id", message }]);
}

export const poolResource = resource({
  name: "pools",
  tables: [poolTable],
  start: (needs: PoolsOptions) => new Pools(needs),
  begin: (pools) => pools.begin(),
  close: (pools, reason) => pools.close(reason),
  handlers: poolHandlers,
});
