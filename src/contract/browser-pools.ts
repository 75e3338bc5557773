import Type from "typebox";
import { Browser, BrowserCreate, browserExample, NetworkRecord, regions } from "./browser-schemas.ts";
import { closed, paging, Tags, Text, Timestamp } from "./common.ts";
import { EXAMPLE_POOL_ID, EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_POLICY_BODY_BYTES } from "./limits.ts";
import { networkSupport, newBrowserSupport } from "./new-browser-support.ts";
import { operation } from "./operation.ts";
import { PoolTelemetry, TelemetryConfig, telemetrySupport } from "./telemetry.ts";
import { AnyAddress } from "./web-address.ts";

/** Maximum number of browsers of a pool. assumed: 1,000, which guards against a typing error; plans limit it further. */
const MAX_SIZE = 1_000;

/** Default of `fill_rate_per_minute`, in percent of the size (contract 2.24). */
export const POOL_FILL_RATE = 25;
/** Default of `timeout_seconds` of a pool (contract 2.24). */
export const POOL_TIMEOUT_SECONDS = 600;

const { chrome_policy, extensions, headless, kiosk_mode, network, region, start_url, stealth, viewport } =
  BrowserCreate.properties;

const poolName = Text({ maxLength: 255, description: "Name, unique in the project" });

const ownSettings = {
  fill_rate_per_minute: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: POOL_FILL_RATE,
      description: "Percent of the size that is replaced per minute; 0 replaces nothing",
    }),
  ),
  timeout_seconds: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 259_200,
      default: POOL_TIMEOUT_SECONDS,
      description: "Seconds without use after which an acquired browser ends",
    }),
  ),
  refresh_on_profile_update: Type.Optional(
    Type.Boolean({ description: "Replace idle browsers when the profile is saved; true when omitted, with a profile" }),
  ),
  telemetry: Type.Optional(Type.Union([PoolTelemetry, Type.Null()])),
};

const size = Type.Integer({ minimum: 1, maximum: MAX_SIZE, description: "Browsers to keep, idle or acquired" });

/** `save_changes` is accepted because other clients send it; it has no effect. */
const profile = (idLength: number, description: string) =>
  Type.Optional(
    Type.Object(
      {
        id: Type.Optional(Text({ minLength: idLength, description: "Id of the profile" })),
        name: Type.Optional(Text({ minLength: 1, description: "Name of the profile" })),
        save_changes: Type.Optional(Type.Boolean({ description: "Ignored: a pool never saves its profile" })),
      },
      { ...closed, description },
    ),
  );

const shared = { headless, stealth, kiosk_mode, viewport, extensions, network, chrome_policy, ...ownSettings };

/** Body of POST /browser_pools (contract 2.24). */
const PoolCreate = Type.Object(
  {
    name: Type.Optional(Text({ ...poolName, minLength: 1 })),
    size,
    ...shared,
    start_url,
    profile: profile(1, "Saved profile that the browsers start from: its id or its name"),
    proxy_id: Type.Optional(Text({ minLength: 1, description: "Id of a stored proxy for all traffic" })),
    region,
  },
  closed,
);

/** Body of PATCH /browser_pools/{id_or_name} (contract 2.24). */
const PoolUpdate = Type.Object(
  {
    name: Type.Optional(Text({ ...poolName, description: "New name; an empty one changes nothing" })),
    size: Type.Optional(size),
    ...shared,
    start_url: Type.Optional(
      AnyAddress({ maxLength: 65_536, description: "Page that a new browser opens first; an empty one removes it" }),
    ),
    profile: profile(0, "Saved profile that the browsers start from; an empty id removes it"),
    proxy_id: Type.Optional(Text({ description: "Id of a stored proxy; an empty one removes it" })),
    discard_all_idle: Type.Optional(
      Type.Boolean({ default: false, description: "Replace the idle browsers now, by new ones with the new settings" }),
    ),
  },
  closed,
);

const settingsOfRecord = Type.Object(
  {
    size: Type.Integer({ description: "Browsers that it keeps, idle or acquired" }),
    name: Type.Optional(Type.String()),
    fill_rate_per_minute: Type.Optional(Type.Integer({ description: "Percent of the size replaced per minute" })),
    headless: Type.Optional(Type.Boolean()),
    stealth: Type.Optional(Type.Boolean()),
    kiosk_mode: Type.Optional(Type.Boolean()),
    timeout_seconds: Type.Optional(Type.Integer()),
    viewport,
    start_url: Type.Optional(Type.String()),
    profile: Type.Optional(
      Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }, { description: "As sent" }),
    ),
    refresh_on_profile_update: Type.Optional(Type.Boolean()),
    proxy_id: Type.Optional(Type.String()),
    extensions: Type.Optional(
      Type.Array(Type.Object({ id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }), {
        description: "As sent",
      }),
    ),
    network: Type.Optional(NetworkRecord),
    chrome_policy: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    telemetry: Type.Optional(Type.Union([TelemetryConfig, Type.Null()])),
  },
  { description: "Settings of new browsers" },
);

/** Record of a browser pool (contract 2.24). */
export const BrowserPool = Type.Object(
  {
    id: Type.String(),
    name: Type.Optional(Type.String()),
    created_at: Timestamp("When it was created"),
    region: Type.Enum(regions),
    available_count: Type.Integer({ description: "Idle browsers, ready to be acquired" }),
    acquired_count: Type.Integer({ description: "Browsers that are acquired" }),
    browser_pool_config: settingsOfRecord,
    extension_ids: Type.Array(Type.String(), { description: "Ids of the extensions, in the order of loading" }),
    profile_id: Type.Optional(Type.String({ description: "Id of the profile" })),
  },
  { $id: "BrowserPool" },
);

/** Record of a browser pool in examples. */
export const poolExample = {
  id: EXAMPLE_POOL_ID,
  name: "checkout",
  created_at: "2026-03-01T09:30:00Z",
  region: "us-east",
  available_count: 2,
  acquired_count: 0,
  browser_pool_config: {
    size: 2,
    name: "checkout",
    fill_rate_per_minute: 25,
    headless: true,
    stealth: false,
    kiosk_mode: false,
    timeout_seconds: 600,
    viewport: { width: 1280, height: 800 },
    refresh_on_profile_update: false,
    telemetry: null,
  },
  extension_ids: [],
} as const;

const idOrName = Type.Object({ id_or_name: Text({ minLength: 1, description: "Pool id, or its name" }) });
const params = { id_or_name: "checkout" } as const;

/** Support of the settings of new browsers on this machine. */
const settingsSupport = {
  headless: newBrowserSupport.headless,
  stealth: newBrowserSupport.stealth,
  kiosk_mode: newBrowserSupport.kiosk_mode,
  viewport: newBrowserSupport.viewport,
  "viewport.refresh_rate": newBrowserSupport["viewport.refresh_rate"],
  start_url: { support: "full", note: "best effort; a browser is ready when it has loaded the page, or 3 s later" },
  ...networkSupport,
  chrome_policy: newBrowserSupport.chrome_policy,
  telemetry: telemetrySupport,
} as const;

export const browserPoolOperations = [
  operation({
    id: "pools.create",
    area: "pools",
    method: "POST",
    path: "/browser_pools",
    summary: "Create a pool of browsers that are ready to use",
    source: "contract 2.24",
    body: PoolCreate,
    maxBodyBytes: MAX_POLICY_BODY_BYTES,
    response: { kind: "json", status: 201, schema: BrowserPool },
    errors: ["conflict", "not_supported_locally"],
    idempotent: false,
    assumed: [
      "a name has 1 to 255 code points; one in use is 409 `conflict`",
      "a size of 1 to 1,000; how many start is a question of memory and limits, not of the request",
    ],
    local: {
      note: "browsers start two at a time, at once when the pool is new, larger or flushed, and with the service; ended ones are replaced at the fill rate",
      fields: { ...settingsSupport, region: newBrowserSupport.region },
    },
    example: {
      body: { name: "checkout", size: 2, headless: true, viewport: { width: 1280, height: 800 } },
      result: { ...poolExample, available_count: 0 },
    },
  }),
  operation({
    id: "pools.list",
    area: "pools",
    method: "GET",
    path: "/browser_pools",
    summary: "List browser pools",
    source: "contract 2.24, 0.8",
    query: Type.Object(
      {
        name: Type.Optional(Text({ description: "Only this name; case-insensitive" })),
        query: Type.Optional(Text({ description: "Part of a name, or a whole id; case-insensitive" })),
        region: Type.Optional(Type.Enum(regions, { description: "Only pools of this region" })),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(BrowserPool) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: { query: { query: "check", limit: 20 }, result: [poolExample] },
  }),
  operation({
    id: "pools.get",
    area: "pools",
    method: "GET",
    path: "/browser_pools/{id_or_name}",
    summary: "Show a browser pool",
    source: "contract 2.24",
    params: idOrName,
    response: { kind: "json", status: 200, schema: BrowserPool },
    errors: [],
    idempotent: true,
    example: { params, result: poolExample },
  }),
  operation({
    id: "pools.update",
    area: "pools",
    method: "PATCH",
    path: "/browser_pools/{id_or_name}",
    summary: "Change a browser pool",
    description: "Browsers that run keep their settings; new ones get the new settings.",
    source: "contract 2.24",
    params: idOrName,
    body: PoolUpdate,
    maxBodyBytes: MAX_POLICY_BODY_BYTES,
    response: { kind: "json", status: 200, schema: BrowserPool },
    errors: ["conflict", "not_supported_locally"],
    idempotent: false,
    local: { fields: settingsSupport },
    example: {
      params,
      body: { size: 3, discard_all_idle: true },
      result: { ...poolExample, browser_pool_config: { ...poolExample.browser_pool_config, size: 3 } },
    },
  }),
  operation({
    id: "pools.delete",
    area: "pools",
    method: "DELETE",
    path: "/browser_pools/{id_or_name}",
    summary: "Delete a browser pool and end its browsers",
    source: "contract 2.24",
    params: idOrName,
    body: Type.Object(
      {
        force: Type.Optional(
          Type.Boolean({ default: false, description: "Delete it also while browsers are acquired, and end these" }),
        ),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "empty", status: 204 },
    errors: ["resource_in_use"],
    idempotent: true,
    example: { params, body: { force: true } },
  }),
  operation({
    id: "pools.acquire",
    area: "pools",
    method: "POST",
    path: "/browser_pools/{id_or_name}/acquire",
    summary: "Take a browser from a pool",
    description: "Waits while none is idle. It is a session until it is released or ends.",
    source: "contract 2.24",
    params: idOrName,
    body: Type.Object(
      {
        acquire_timeout_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: "Seconds to wait for an idle browser; the time to fill the pool by default",
          }),
        ),
        name: BrowserCreate.properties.name,
        start_url: BrowserCreate.properties.start_url,
        tags: Type.Optional(Tags),
        telemetry: Type.Optional(Type.Union([PoolTelemetry, Type.Null()])),
      },
      closed,
    ),
    bodyOptional: true,
    response: { kind: "json", status: 200, also: 204, schema: Browser },
    errors: ["browser_start_failed", "conflict", "shutting_down"],
    idempotent: false,
    local: {
      fields: {
        start_url: { support: "full", note: "best effort; the answer waits for the page's first bytes up to 3 s" },
        telemetry: telemetrySupport,
      },
    },
    example: {
      params,
      body: { name: "cart", acquire_timeout_seconds: 30 },
      result: { ...browserExample, name: "cart", pool: { id: EXAMPLE_POOL_ID, name: "checkout" } },
    },
  }),
  operation({
    id: "pools.release",
    area: "pools",
    method: "POST",
    path: "/browser_pools/{id_or_name}/release",
    summary: "Give a browser back to its pool",
    source: "contract 2.24",
    params: idOrName,
    body: Type.Object(
      {
        session_id: Text({ minLength: 1, description: "Session to give back" }),
        reuse: Type.Optional(
          Type.Boolean({ default: true, description: "Keep the browser with its state; false ends it for a new one" }),
        ),
      },
      closed,
    ),
    response: { kind: "empty", status: 204 },
    errors: ["browser_deleted"],
    idempotent: false,
    local: {
      note: "processes, CDP clients and live views of the session end; a browser whose viewport, proxy, profile or extensions were changed is replaced",
    },
    example: { params, body: { session_id: EXAMPLE_SESSION_ID, reuse: false } },
  }),
  operation({
    id: "pools.flush",
    area: "pools",
    method: "POST",
    path: "/browser_pools/{id_or_name}/flush",
    summary: "Replace the idle browsers of a pool",
    source: "contract 2.24",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: false,
    example: { params },
  }),
] as const;
