import Type from "typebox";
import { closed, Tags, Text, Timestamp } from "./common.ts";
import { deprecatedAnswer, deprecatedField } from "./deprecation.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { Profile } from "./profiles.ts";
import { SessionTelemetryRequest, TelemetryConfig } from "./telemetry.ts";
import { AnyAddress } from "./web-address.ts";

const memories = ["8GiB", "16GiB"] as const;
/** Memory in records: those without a window and with a GPU have sizes that cannot be chosen (contract 2.3). */
const recordedMemories = ["1GiB", "2GiB", "6GiB", ...memories] as const;

/** Regions of browsers (contract 2.2). */
export const regions = ["us-east", "us-west", "eu-west", "ap-southeast"] as const;

const dimension = (description: string) => Type.Integer({ minimum: 1, maximum: 16384, description });

/** Size of the screen, or of a headless page (contract 2.2). assumed: sides up to 16384, what Chromium can paint. */
export const Viewport = Type.Object(
  {
    width: dimension("Width in pixels"),
    height: dimension("Height in pixels"),
    refresh_rate: Type.Optional(Type.Integer({ minimum: 1, maximum: 240, description: "Frames per second" })),
  },
  { ...closed, description: "Size of the screen, or of a headless page; 1920x1080 when omitted" },
);

const ref = (what: string) =>
  Type.Object(
    {
      id: Type.Optional(Text({ minLength: 1, description: `Id of the ${what}` })),
      name: Type.Optional(Text({ minLength: 1, description: `Name of the ${what}` })),
    },
    { ...closed, minProperties: 1, maxProperties: 1 },
  );

const proxyModes = ["direct", "default"] as const;

/** Proxy of a session: exactly one of `mode`, `id` and `name` (contract 2.2). */
export const ProxyConfig = Type.Object(
  {
    mode: Type.Optional(Type.Enum(proxyModes, { description: "No proxy, or the service's default" })),
    id: Type.Optional(Text({ minLength: 1, description: "Id of a stored proxy" })),
    name: Type.Optional(Text({ minLength: 1, description: "Name of a stored proxy" })),
  },
  { ...closed, minProperties: 1, maxProperties: 1, description: "Proxy of the session" },
);

const ProfileSelection = Type.Object(
  {
    id: Type.Optional(Text({ minLength: 1, description: "Id of the profile" })),
    name: Type.Optional(Text({ minLength: 1, description: "Name of the profile" })),
    save_changes: Type.Optional(Type.Boolean({ description: "Save the profile when the session ends" })),
  },
  { ...closed, description: "Saved profile the session starts from: its id or its name" },
);

const networkTexts = {
  private_hosts: "Hosts that the browser reaches directly; [] for none, the private ranges when omitted",
  allowed_hosts: "The only hosts that the browser may reach; a leading *. stands for all below",
  proxy_routes: "Hosts that are reached through a proxy of their own; *.host is every host below it",
} as const;

/** Maximum length of an entry (contract 2.2). */
const MAX_ALLOWED_HOST = 253;
const MAX_PRIVATE_HOST = 255;

const allowedHosts = Type.Array(Text({ minLength: 1, maxLength: MAX_ALLOWED_HOST }), {
  minItems: 1,
  maxItems: 100,
  description: networkTexts.allowed_hosts,
});

/** Network of a session (contract 2.2). The service checks the forms of hosts. */
const NetworkConfig = Type.Object(
  {
    private_hosts: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: MAX_PRIVATE_HOST }), {
        maxItems: 32,
        description: networkTexts.private_hosts,
      }),
    ),
    allowed_hosts: Type.Optional(allowedHosts),
    proxy_routes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            hosts: Type.Array(Text({ minLength: 1, maxLength: MAX_PRIVATE_HOST }), { minItems: 1, maxItems: 50 }),
            proxy: ref("proxy"),
          },
          closed,
        ),
        { maxItems: 10, description: networkTexts.proxy_routes },
      ),
    ),
  },
  { ...closed, description: "Hosts that the session reaches, and how" },
);

/** Network in the record of a session, whose proxies are named by id. */
export const NetworkRecord = Type.Object({
  private_hosts: Type.Optional(Type.Array(Type.String())),
  allowed_hosts: Type.Optional(Type.Array(Type.String())),
  proxy_routes: Type.Optional(
    Type.Array(
      Type.Object({ hosts: Type.Array(Type.String()), proxy: Type.Object({ id: Type.Optional(Type.String()) }) }),
    ),
  ),
});

const name = Text({
  minLength: 1,
  maxLength: 255,
  description: "Name, unique among the active sessions of the project",
});

/** Body of POST /browsers (contract 2.2). assumed: name 1..255 code points. */
export const BrowserCreate = Type.Object(
  {
    name: Type.Optional(name),
    tags: Type.Optional(Tags),
    headless: Type.Optional(
      Type.Boolean({ default: false, description: "Run without a window: no live view and no replays" }),
    ),
    stealth: Type.Optional(Type.Boolean({ default: false, description: "Hide signs of automation" })),
    gpu: Type.Optional(Type.Boolean({ description: "Attach a GPU" })),
    kiosk_mode: Type.Optional(
      Type.Boolean({ description: "Hide the browser's tabs and address bar: the page fills the screen" }),
    ),
    memory: Type.Optional(Type.Enum(memories, { description: "Memory of the browser's machine" })),
    region: Type.Optional(Type.Enum(regions, { description: "Region of the browser" })),
    timeout_seconds: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 259200,
        default: 60,
        description: "Seconds without a request or a connected client after which the session ends",
      }),
    ),
    viewport: Type.Optional(Viewport),
    start_url: Type.Optional(
      AnyAddress({
        minLength: 1,
        maxLength: 65536,
        description: "Page to open first; a failure does not fail the session",
      }),
    ),
    profile: Type.Optional(ProfileSelection),
    proxy: Type.Optional(ProxyConfig),
    proxy_id: Type.Optional(Text(deprecatedField("proxy.id", { since: "0.88" }))),
    network: Type.Optional(NetworkConfig),
    extensions: Type.Optional(Type.Array(ref("extension"), { maxItems: 20, description: "Stored extensions to load" })),
    vaults: Type.Optional(
      Type.Array(ref("vault"), { maxItems: 20, description: "Vaults whose items the session may use" }),
    ),
    chrome_policy: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Enterprise policies of the browser" }),
    ),
    telemetry: Type.Optional(Type.Union([SessionTelemetryRequest, Type.Null()])),
    invocation_id: Type.Optional(Text({ minLength: 1, description: "Invocation the session belongs to" })),
  },
  closed,
);

/** Body of PATCH /browsers/{id_or_name} (contract 2.2). */
export const BrowserUpdate = Type.Object(
  {
    name: Type.Optional(
      Type.Union([Text({ maxLength: 255 }), Type.Null()], {
        description: "New name; an empty one clears it",
      }),
    ),
    tags: Type.Optional(
      Type.Union([Tags, Type.Null()], { description: "Replaces all tags; an empty object clears them" }),
    ),
    profile: Type.Optional(ProfileSelection),
    proxy: Type.Optional(ProxyConfig),
    proxy_id: Type.Optional(Type.Union([Text(), Type.Null()], deprecatedField("proxy"))),
    disable_default_proxy: Type.Optional(Type.Boolean(deprecatedField("proxy.mode"))),
    telemetry: Type.Optional(Type.Union([SessionTelemetryRequest, Type.Null()])),
    network: Type.Optional(
      Type.Object(
        {
          allowed_hosts: Type.Optional(
            Type.Union([allowedHosts, Type.Null()], {
              description: "Replaces the hosts that the browser may reach; null allows all for good",
            }),
          ),
        },
        { ...closed, description: "Change of a network with allowed_hosts" },
      ),
    ),
    start_url: Type.Optional(
      AnyAddress({
        maxLength: 65536,
        description: "Page to open after the change; a failure does not fail it, and an empty one opens nothing",
      }),
    ),
    viewport: Type.Optional(
      Type.Object(
        {
          ...Viewport.properties,
          force: Type.Optional(
            Type.Boolean({ default: false, description: "Change the size while a live view or a recording is active" }),
          ),
        },
        { ...closed, description: "New size of the screen, or of a headless page" },
      ),
    ),
  },
  closed,
);

/** Record of a session (contract 2.3). */
export const Browser = Type.Object(
  {
    session_id: Type.String(),
    created_at: Timestamp("When it was created"),
    cdp_ws_url: Type.String({ description: "WebSocket of the Chrome DevTools Protocol, with its own token" }),
    webdriver_ws_url: Type.Optional(Type.String({ description: "WebSocket of WebDriver BiDi" })),
    headless: Type.Boolean(),
    stealth: Type.Boolean(),
    timeout_seconds: Type.Integer(),
    name: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Key-value pairs" })),
    start_url: Type.Optional(Type.String()),
    viewport: Type.Optional(Viewport),
    kiosk_mode: Type.Optional(Type.Boolean()),
    gpu: Type.Optional(Type.Boolean()),
    memory: Type.Optional(Type.Enum(recordedMemories)),
    region: Type.Optional(Type.Enum(regions)),
    network: Type.Optional(NetworkRecord),
    chrome_policy: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Enterprise policies of the browser" }),
    ),
    base_url: Type.Optional(Type.String()),
    browser_live_view_url: Type.Optional(
      Type.String({ description: "Page to watch and control it, with its own token; not of a headless session" }),
    ),
    proxy: Type.Optional(
      Type.Object({
        mode: Type.Optional(Type.Enum(proxyModes)),
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
      }),
    ),
    proxy_id: Type.Optional(Type.String(deprecatedAnswer("proxy.id"))),
    profile: Type.Optional(Profile),
    profile_save_changes: Type.Optional(
      Type.Boolean({ description: "true when the profile is saved at the end of the session; only with a profile" }),
    ),
    vaults: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }), {
        description: "Vaults whose items it may use",
      }),
    ),
    pool: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.Optional(Type.String()) },
        { description: "Pool that it was acquired from" },
      ),
    ),
    telemetry: Type.Optional(Type.Union([TelemetryConfig, Type.Null()])),
    usage: Type.Optional(
      Type.Object({ uptime_ms: Type.Integer({ description: "Milliseconds since it was created, or until it ended" }) }),
    ),
    deleted_at: Type.Optional(Timestamp("When it ended; only of an ended session")),
  },
  { $id: "Browser" },
);

const activeExample = {
  session_id: EXAMPLE_SESSION_ID,
  created_at: "2026-03-01T09:30:00Z",
  cdp_ws_url: `wss://example.com/browsers/${EXAMPLE_SESSION_ID}/cdp?jwt=TOKEN`,
  headless: false,
  stealth: false,
  timeout_seconds: 600,
  name: "checkout",
  tags: { team: "shop" },
  start_url: "https://example.com/",
  viewport: { width: 1280, height: 800 },
  usage: { uptime_ms: 90_000 },
} as const;

/** Record of a session in examples. */
export const browserExample = {
  ...activeExample,
  browser_live_view_url: `https://example.com/browsers/${EXAMPLE_SESSION_ID}/live?jwt=TOKEN`,
} as const;

/** Record of a session that has ended, in examples. */
export const endedBrowserExample = {
  ...activeExample,
  session_id: "q8w2e6r0t4y9u3i7o1p5a2s6",
  name: "search",
  deleted_at: "2026-03-01T09:45:00Z",
} as const;
