import { join } from "node:path";
import { KEEP_SECONDS } from "../../contract/limits.ts";
import { areaLoaders } from "../../generated/index.ts";
import type { Invocations } from "../apps/invocations.ts";
import { SessionExtensions } from "../extensions/session-extensions.ts";
import type { HandlersOf } from "../http/handler.ts";
import { commandToInstall } from "../packages/install.ts";
import { importProfile } from "../profiles/import-profile.ts";
import { type Profiles, profileRecord } from "../profiles/profiles.ts";
import type { Projects } from "../projects/projects.ts";
import { noSession } from "../sessions/session-errors.ts";
import { useSession } from "../sessions/use-session.ts";
import type { ProjectId } from "../store/project-id.ts";
import { supportTable } from "../support.ts";
import type { SessionNeeds } from "./session-records.ts";

type LocalNeeds = SessionNeeds & {
  readonly invocations: Invocations;
  readonly profiles: Profiles;
  readonly projects: Projects;
};

type LocalIds =
  | "local.status"
  | "local.demoSite"
  | "local.stop"
  | "local.support"
  | "local.browser"
  | "local.keep"
  | "local.processes"
  | "local.stdinClose"
  | "local.profileImport";

/** Operations of the local service that are not part of the API. assumed: all of them. */
export function localHandlers(context: LocalNeeds): HandlersOf<LocalIds> {
  const { sessions, clock } = context;
  /** Number of active sessions and invocations: of the service, or of the project that a key is limited to. */
  const work = (projectId: ProjectId | null) => ({
    active_sessions: (projectId === null ? sessions.active : sessions.activeIn(projectId)).length,
    active_invocations: context.invocations.count(projectId),
  });
  return {
    "local.status": async ({ auth: { token } }) => ({
      version: context.version,
      pid: process.pid,
      port: context.port(),
      started_at: context.startedAt.toISOString(),
      now: clock.timestamp(),
      state_dir: context.stateDir,
      browser: await browserFacts(context),
      container: {
        available: context.container.available,
        ...(context.container.reason !== undefined && { reason: context.container.reason }),
      },
      screen: await screenState(context),
      ...work(token.projectId),
      idle_stop_seconds: context.idleStopSeconds,
      memory_bytes: process.memoryUsage.rss(),
      projects: context.projects.enabled ? "enabled" : "disabled",
      plan: context.plan,
      ...demoSiteFacts(context),
      ...(clock.moved && { clock_offset_ms: clock.offsetMs }),
      ...(context.chaos.text !== undefined && { chaos: context.chaos.text }),
    }),
    "local.demoSite": async ({ body }) => {
      await context.demoSite.turn(body.enabled);
      return demoSiteFacts(context);
    },
    "local.stop": () => {
      context.requestStop();
      return undefined;
    },
    "local.support": async () => {
      const areas = await Promise.all(Object.values(areaLoaders).map((load) => load()));
      return supportTable(areas.flatMap((area) => Object.values(area.operations)));
    },
    "local.browser": ({ params, auth }) => {
      const stored = sessions.record(auth.project.id, params.id, true);
      const session = sessions.byId(stored.id);
      if (stored.deletedAt !== null) {
        return { session_id: stored.id, state: "deleted", end_reason: stored.endReason ?? "unknown" };
      }
      if (!session) throw noSession(params.id);
      return {
        session_id: session.id,
        state: "active",
        pid: session.chromium.pid,
        browser: session.chromium.version.product,
        idle_seconds: Math.floor(session.idleMs / 1_000),
        cdp_clients: session.cdpClients,
        viewers: session.viewers,
        container: context.container.available,
        confined: session.chromium.confined,
        screen: {
          kind: session.screen.kind,
          ...(session.screen.reason !== undefined && { reason: session.screen.reason }),
        },
        extensions: session.hooks
          .flatMap((hook) => (hook instanceof SessionExtensions ? hook.list : []))
          .map(({ name, id, version }) => ({ name, id, version })),
        root: join(sessions.linkTo(session), "root"),
      };
    },
    "local.keep": ({ params, body, auth }) => {
      const session = sessions.require(auth.project.id, params.id);
      const ms = (body?.seconds ?? KEEP_SECONDS) * 1_000;
      session.keep(ms);
      return { session_id: session.id, kept_until: new Date(clock.now() + ms).toISOString() };
    },
    "local.processes": ({ params, auth }) =>
      sessions
        .require(auth.project.id, params.id)
        .processes.list()
        .map((spawned) => ({
          process_id: spawned.facts.id,
          pid: spawned.pid,
          command: spawned.facts.commandLine,
          state: spawned.state,
          exit_code: spawned.exitCode,
          started_at: new Date(spawned.facts.startedAt).toISOString(),
          tty: spawned.terminal,
        })),
    "local.stdinClose": ({ params, auth }) =>
      useSession(sessions.require(auth.project.id, params.id), async ({ processes }) => {
        await processes.require(params.process_id).endInput();
        return undefined;
      }),
    "local.profileImport": async ({ query, body, auth }) =>
      profileRecord(await importProfile(context.profiles, auth.project.id, query.name ?? null, body)),
  };
}

function demoSiteFacts({ demoSite: { url } }: LocalNeeds): { demo_site?: string } {
  return url === undefined ? {} : { demo_site: url };
}

/** Screen of new sessions. */
async function screenState({ env, screen, screenSetting: setting }: LocalNeeds) {
  const facts = await screen;
  if (facts.real) return { kind: "real", setting } as const;
  const install = await commandToInstall(facts.packages, env);
  return { kind: "headless", reason: facts.reason, ...(install !== undefined && { install }), setting } as const;
}

/** Browser and the state of its isolation. */
async function browserFacts({ browser, confinement }: LocalNeeds) {
  const { confined, reason } = await confinement;
  return {
    ...browser,
    ...(!browser.sandboxed && { sandbox_reason: "Chromium's own sandbox does not work for root" }),
    confined,
    ...(!confined && {
      confined_reason: `${reason}; a browser can read this user's files, and only the service's checks keep its clients from them`,
    }),
  };
}
