import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import { ApiError, badRequest } from "../api-error.ts";
import type { Invocations } from "../apps/invocations.ts";
import { chosenExtensions } from "../extensions/chosen-extensions.ts";
import type { StoredExtensions } from "../extensions/stored-extensions.ts";
import { isOfOrganization, type RequestAuth } from "../http/authenticate.ts";
import { type HandlersOf, pageOf } from "../http/handler.ts";
import { chosenProfile } from "../profiles/chosen-profile.ts";
import { loadProfile } from "../profiles/load-profile.ts";
import { profileLaunchHook } from "../profiles/profile-launch-hook.ts";
import { type Profiles, profileRecord } from "../profiles/profiles.ts";
import { type ChosenProxy, chosenProxy, proxySetting } from "../proxies/chosen-proxy.ts";
import { changedNetwork, checkStartPage, chosenNetwork } from "../proxies/network-settings.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { SessionProxy } from "../proxies/session-proxy.ts";
import { resource } from "../resource.ts";
import { browsers } from "../sessions/browser-table.ts";
import { chosenPolicy } from "../sessions/chrome-policy.ts";
import type { Session } from "../sessions/session.ts";
import { endedAtOnce } from "../sessions/session-errors.ts";
import { SessionManager, type SessionManagerOptions } from "../sessions/session-manager.ts";
import { DEFAULT_VIEWPORT, type SessionSettings } from "../sessions/session-record.ts";
import { openStartPage } from "../sessions/start-page.ts";
import { telemetryOnCreate, telemetryOnUpdate } from "../sessions/telemetry.ts";
import { useSession } from "../sessions/use-session.ts";
import type { ProjectId } from "../store/project-id.ts";
import { type RecordNeeds, sessionRecords } from "./session-records.ts";

type BrowserIds = `browsers.${"create" | "list" | "get" | "update" | "delete" | "curl"}`;
type BrowserNeeds = RecordNeeds & {
  profiles: Profiles;
  proxies: Proxies;
  extensions: StoredExtensions;
  invocations: Invocations;
};
type CreateBody = NonNullable<BodyOf<OperationById<"browsers.create">>>;
type UpdateBody = NonNullable<BodyOf<OperationById<"browsers.update">>>;

const defaultTimeoutSeconds = 60;

/** Sessions (contract 2.1 to 2.3). */
export function browserHandlers(context: BrowserNeeds): HandlersOf<BrowserIds> {
  const { sessions, clock } = context;
  const record = sessionRecords(context);
  /** Opens the start page; returns the reason when it did not open. */
  const openFirst = async (session: Session, url: string, signal: AbortSignal): Promise<string | undefined> => {
    const problem = await session.use(() => openStartPage(session, url, signal));
    if (signal.aborted) await sessions.end(session, "the client that created it went away");
    if (!session.active) throw endedAtOnce(session);
    if (problem !== undefined) context.log.warn({ session: session.id }, `the start page did not open: ${problem}`);
    return problem;
  };
  const noteScreen = screenNotice(context);
  return {
    "browsers.create": async ({ body = {}, auth, signal, notice }) => {
      const profile = chosenProfile(context.profiles, auth.project.id, body.profile);
      const saveChanges = body.profile?.save_changes === true;
      const proxy = chosenProxy(context.proxies, auth.project.id, body);
      const network = chosenNetwork(context.proxies, auth.project.id, body.network);
      checkStartPage(network, body.start_url);
      const policy = chosenPolicy(body.chrome_policy, network?.allowed !== undefined);
      const invocationId = invocationOf(context, auth, body.invocation_id);
      const settings = {
        ...newSettings(body),
        ...proxySetting(proxy),
        ...(network && { network: network.setting }),
        ...(policy && { chrome_policy: policy }),
        ...(invocationId !== undefined && { invocation_id: invocationId }),
        ...(profile && { profile: { record: profileRecord(profile), saveChanges } }),
      };
      const extensions = chosenExtensions(context.extensions, auth.project.id, body.extensions, context.faults);
      const hooks = [
        ...(profile ? [profileLaunchHook({ profiles: context.profiles, profile, saveChanges, clock })] : []),
        ...(extensions ? [extensions] : []),
        new SessionProxy(proxy?.proxy, (line) => context.log.info(line), network),
      ];
      const session = await sessions.create(
        { projectId: auth.project.id, name: body.name ?? null, settings, hooks },
        signal,
      );
      if (invocationId !== undefined && !context.invocations.isActive(auth.project.id, invocationId)) {
        await sessions.end(session, "its invocation ended while it started");
        throw endedAtOnce(session);
      }
      await noteScreen(settings, auth, notice);
      const { start_url } = body;
      const problem = start_url === undefined ? undefined : await openFirst(session, start_url, signal);
      if (problem !== undefined) notice(`the session is ready, but its start page did not open: ${problem}`);
      return record(session, auth);
    },
    "browsers.list": ({ query, auth }) => {
      const status = query.status ?? (query.include_deleted ? "all" : "active");
      const { region, tags, limit, offset } = query;
      const where = { region, ...(tags && { tags: { members: tags } }) };
      return pageOf(sessions.list(auth.project.id, { where, query: query.query, status, limit, offset }), (each) =>
        record(each, auth),
      );
    },
    "browsers.get": ({ params, query, auth }) =>
      record(sessions.record(auth.project.id, params.id_or_name, query.include_deleted === true), auth),
    "browsers.update": async ({ params, body, auth, signal, notice }) => {
      const session = sessions.require(auth.project.id, params.id_or_name);
      const name = body.name === undefined ? session.name : body.name || null;
      return await useSession(session, async () => {
        const viewport = newViewport(body, session);
        // Validates the other fields before a browser restarts.
        changedSettings(session.settings, body);
        sessions.checkName(session, name);
        const profile = chosenProfile(context.profiles, auth.project.id, body.profile);
        const proxy = chosenProxy(context.proxies, auth.project.id, body);
        const ways = waysOf(session);
        const network = changedNetwork(ways.chosen, body.network?.allowed_hosts);
        checkStartPage(network, body.start_url);
        if (viewport || profile || proxy || network !== ways.chosen) session.changed = true;
        if (profile) await loadProfile(context, session, profile, body.profile?.save_changes === true, signal);
        if (network !== ways.chosen) {
          ways.changeHosts(network);
          const { network: _, ...others } = session.settings;
          sessions.update(session, { settings: { ...others, ...(network && { network: network.setting }) } });
        }
        if (proxy) await changeProxy(context, session, proxy);
        const settings = { ...changedSettings(session.settings, body), ...(viewport && { viewport }) };
        const before = session.settings.viewport;
        sessions.update(session, { settings, name });
        if (viewport) {
          await session.screen.resize(viewport).catch((error: unknown) => {
            sessions.update(session, { settings: { ...session.settings, viewport: before } });
            throw error;
          });
        }
        if (body.start_url) {
          const problem = await openStartPage(session, body.start_url, signal);
          if (problem !== undefined) notice(`the page did not open: ${problem}`);
        }
        return record(session, auth);
      });
    },
    "browsers.delete": async ({ params, auth }) => {
      const session = sessions.require(auth.project.id, params.id_or_name);
      await sessions.end(session, "it was deleted");
      // The session has ended, but a hook such as saving the profile failed: report that to the client.
      if (session.endProblem) throw session.endProblem;
      return undefined;
    },
    /** HTTP request through the browser (spec 4.4). */
    "browsers.curl": ({ params, body, auth, signal }) =>
      useSession(sessions.require(auth.project.id, params.id), (session) =>
        session.chromium.connection.curl.request(body, signal),
      ),
  };
}

/**
 * Reports once to each project that sessions have no real screen, to a key of the organization with the reason. Does
 * nothing when the service was started without screens.
 */
function screenNotice({ screen, screenSetting }: BrowserNeeds) {
  const told = new Set<ProjectId>();
  return async ({ headless }: SessionSettings, auth: RequestAuth, notice: (text: string) => void): Promise<void> => {
    const facts = await screen;
    if (facts.real || headless || screenSetting === "headless" || told.has(auth.project.id)) return;
    told.add(auth.project.id);
    const reason = isOfOrganization(auth)
      ? facts.reason
      : "this machine has none; a key of the organization sees the reason in the status of the local service";
    notice(`this session has no real screen: ${reason}`);
  };
}

/**
 * Invocation that a new session belongs to: the one in the request, otherwise that of the token. Throws 400 for one
 * that is not running. assumed: a session created with the token of an invocation belongs to that invocation.
 */
function invocationOf(
  { invocations }: BrowserNeeds,
  { project, token }: RequestAuth,
  given: string | undefined,
): string | undefined {
  const id = given ?? token.invocationId ?? undefined;
  if (id !== undefined && !invocations.isActive(project.id, id)) {
    refuse([{ path: "invocation_id", message: `there is no running invocation ${JSON.stringify(id)}` }]);
  }
  return id;
}

/** Resolves the settings of a new session. Throws 400 with all problems. */
function newSettings(body: CreateBody): SessionSettings {
  const telemetry = telemetryOnCreate(body.telemetry);
  refuse(telemetry.problems);
  const { tags, start_url, kiosk_mode, region } = body;
  return {
    headless: body.headless ?? false,
    stealth: body.stealth ?? false,
    timeout_seconds: body.timeout_seconds ?? defaultTimeoutSeconds,
    viewport: body.viewport ?? DEFAULT_VIEWPORT,
    telemetry: telemetry.config,
    ...(tags && { tags }),
    ...(start_url !== undefined && { start_url }),
    ...(kiosk_mode !== undefined && { kiosk_mode }),
    ...(region !== undefined && { region }),
  };
}

/** assumed: `null` clears the name and the tags, as an empty value does. */
function changedSettings(current: SessionSettings, body: UpdateBody): SessionSettings {
  const telemetry = telemetryOnUpdate(current.telemetry, body.telemetry);
  refuse(telemetry.problems);
  return {
    ...current,
    telemetry: telemetry.config,
    ...(body.tags !== undefined && { tags: body.tags ?? {} }),
    ...(body.start_url && { start_url: body.start_url }),
  };
}

/** Changes the proxy of a running session; its browser restarts unless only the proxy server differs. */
async function changeProxy({ sessions }: BrowserNeeds, session: Session, chosen: ChosenProxy): Promise<void> {
  const isChanged = waysOf(session).change(chosen.proxy);
  const { proxy: _, ...settings } = session.settings;
  sessions.update(session, { settings: { ...settings, ...proxySetting(chosen) } });
  if (!isChanged) await sessions.restart(session, "its proxy was changed");
}

function waysOf(session: Session): SessionProxy {
  const hook = session.hooks.find((each) => each instanceof SessionProxy);
  if (!hook) throw new Error(`session ${session.id} has no hook for its network`);
  return hook;
}

/** Requested viewport, if any. Throws 409 while a live view is open, unless the request forces it (contract 2.2). */
function newViewport({ viewport }: UpdateBody, { viewers }: Session): SessionSettings["viewport"] | undefined {
  if (!viewport) return undefined;
  const { width, height, refresh_rate, force } = viewport;
  if (viewers > 0 && !force) throw watched(viewers);
  return { width, height, ...(refresh_rate !== undefined && { refresh_rate }) };
}

/** Error for a change of a screen that people are watching. */
function watched(viewers: number): ApiError {
  const open = viewers === 1 ? "a live view is" : `${viewers} live views are`;
  const message = `viewport: ${open} open; close it, or change the size with force`;
  return new ApiError(409, "conflict", message, {
    details: [{ code: "conflict", message }],
    headers: { "x-should-retry": "false" },
  });
}

function refuse(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw badRequest("the request is not valid", problems);
}

export const sessionResource = resource({
  name: "sessions",
  tables: [browsers],
  start: (needs: SessionManagerOptions) => new SessionManager(needs),
  prepare: (sessions) => sessions.prepare(),
  busy: (sessions) => sessions.count > 0,
  close: (sessions, reason) => sessions.close(reason),
  handlers: browserHandlers,
});
