import Type from "typebox";
import {
  Browser,
  BrowserCreate,
  BrowserUpdate,
  browserExample,
  endedBrowserExample,
  regions,
} from "./browser-schemas.ts";
import { browserId, browserStartErrors, closed, idOrName, paging, Text, TextMap } from "./common.ts";
import { deprecatedField } from "./deprecation.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { MAX_POLICY_BODY_BYTES } from "./limits.ts";
import { networkSupport, newBrowserSupport } from "./new-browser-support.ts";
import { operation } from "./operation.ts";
import { telemetrySupport } from "./telemetry.ts";
import { TargetAddress } from "./web-address.ts";

const proxySupport = {
  support: "full",
  note: "custom proxies; there is no default proxy, so default is direct",
} as const;

export const browserOperations = [
  operation({
    id: "browsers.create",
    area: "browsers",
    method: "POST",
    path: "/browsers",
    summary: "Create a browser session",
    source: "contract 2.1, 2.2",
    body: BrowserCreate,
    bodyOptional: true,
    maxBodyBytes: MAX_POLICY_BODY_BYTES,
    response: { kind: "json", status: 200, schema: Browser },
    errors: browserStartErrors,
    idempotent: false,
    assumed: [
      "a name in use by an active session is 409 `conflict`",
      "sessions answer 200, other creates 201",
      "the record has no `memory` and `webdriver_ws_url`, which a hosted service always has, and `region` only when it was requested: a browser here shares the machine and speaks no BiDi",
    ],
    local: {
      note: "without a window, prompts are answered at once: permissions are denied, file choosers cancelled, HTTP sign-in fails; alert and beforeunload are accepted, confirm and prompt dismissed, unless a CDP client listens",
      fields: {
        headless: newBrowserSupport.headless,
        stealth: newBrowserSupport.stealth,
        vaults: { support: "unsupported", note: "there are no vaults here", harmless: [[]] },
        gpu: { support: "unsupported", note: "there is no GPU for a browser here", harmless: [false] },
        kiosk_mode: newBrowserSupport.kiosk_mode,
        memory: {
          support: "unsupported",
          note: "the browser shares this machine's memory: a limit for all its processes needs a cgroup, which a user cannot make without root or systemd; 8GiB, the API's default, is accepted",
          harmless: ["8GiB"],
        },
        region: newBrowserSupport.region,
        viewport: newBrowserSupport.viewport,
        "viewport.refresh_rate": newBrowserSupport["viewport.refresh_rate"],
        start_url: { support: "full", note: "best effort; the answer waits for the page's first bytes up to 3 s" },
        proxy: proxySupport,
        ...networkSupport,
        chrome_policy: newBrowserSupport.chrome_policy,
        telemetry: telemetrySupport,
      },
    },
    example: {
      body: {
        name: "checkout",
        tags: { team: "shop" },
        timeout_seconds: 600,
        viewport: { width: 1280, height: 800 },
        start_url: "https://example.com/",
      },
      result: browserExample,
    },
  }),
  operation({
    id: "browsers.list",
    area: "browsers",
    method: "GET",
    path: "/browsers",
    summary: "List browser sessions",
    source: "contract 2.1, 0.8",
    query: Type.Object(
      {
        status: Type.Optional(
          Type.Enum(["active", "deleted", "all"], { default: "active", description: "Sessions to list, by status" }),
        ),
        query: Type.Optional(Text({ description: "Part of a name, or a whole session id; case-insensitive" })),
        tags: Type.Optional(TextMap(Text(), { description: "Only sessions with all of these tags" })),
        region: Type.Optional(Type.Enum(regions, { description: "Only sessions of this region" })),
        include_deleted: Type.Optional(Type.Boolean(deprecatedField("status"))),
        ...paging,
      },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Type.Array(Browser) },
    errors: [],
    idempotent: true,
    paging: "offset",
    assumed: ["newest first"],
    example: {
      query: { status: "active", tags: { team: "shop" }, limit: 20 },
      result: [browserExample, endedBrowserExample],
    },
  }),
  operation({
    id: "browsers.get",
    area: "browsers",
    method: "GET",
    path: "/browsers/{id_or_name}",
    summary: "Show a browser session",
    source: "contract 2.1",
    params: idOrName,
    query: Type.Object(
      { include_deleted: Type.Optional(Type.Boolean({ description: "Show the session even when it has ended" })) },
      closed,
    ),
    response: { kind: "json", status: 200, schema: Browser },
    errors: [],
    idempotent: true,
    example: { params: { id_or_name: EXAMPLE_SESSION_ID }, query: { include_deleted: true }, result: browserExample },
  }),
  operation({
    id: "browsers.update",
    area: "browsers",
    method: "PATCH",
    path: "/browsers/{id_or_name}",
    summary: "Change a running session",
    source: "contract 2.1, 2.2",
    params: idOrName,
    body: BrowserUpdate,
    response: { kind: "json", status: 200, schema: Browser },
    errors: ["browser_start_failed", "conflict", "page_not_responding", "profile_damaged"],
    idempotent: false,
    local: {
      fields: {
        telemetry: telemetrySupport,
        network: { support: "full", note: "at once; connections to hosts that are no longer allowed are cut" },
        viewport: newBrowserSupport.viewport,
        "viewport.refresh_rate": newBrowserSupport["viewport.refresh_rate"],
        profile: { support: "full", note: "the browser restarts over it; tabs that were open are not opened again" },
        proxy: {
          support: "full",
          note: "open connections are cut; the browser restarts unless only the proxy server differs",
        },
        disable_default_proxy: { support: "full", note: "there is no default proxy here" },
        start_url: { support: "full", note: "best effort; the answer waits for the page's first bytes up to 3 s" },
      },
    },
    example: {
      params: { id_or_name: EXAMPLE_SESSION_ID },
      body: { name: "payment", tags: { team: "billing" } },
      result: { ...browserExample, name: "payment", tags: { team: "billing" } },
    },
  }),
  operation({
    id: "browsers.delete",
    area: "browsers",
    method: "DELETE",
    path: "/browsers/{id_or_name}",
    summary: "End sessions",
    source: "contract 2.1",
    params: idOrName,
    response: { kind: "empty", status: 204 },
    errors: ["profile_not_saved"],
    idempotent: true,
    assumed: ["a session that has already ended is 404"],
    example: { params: { id_or_name: EXAMPLE_SESSION_ID } },
  }),
  operation({
    id: "browsers.curl",
    area: "browsers",
    method: "POST",
    path: "/browsers/{id}/curl",
    summary: "Send an HTTP request through the session's browser",
    description:
      "The request goes through the browser's own network stack: its TLS and HTTP/2 fingerprint, cookies, proxy and default headers.",
    source: "spec 4.4, contract 1.4",
    params: browserId,
    body: Type.Object(
      {
        url: TargetAddress({ description: "Target; http or https" }),
        method: Type.Optional(
          Type.Enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], {
            default: "GET",
            description: "HTTP method",
          }),
        ),
        headers: Type.Optional(
          TextMap(Text(), {
            description: "Headers, merged over the browser's defaults",
            "x-headers": true,
          }),
        ),
        body: Type.Optional(Type.String({ description: "Request body, for POST, PUT and PATCH", "x-secret": true })),
        response_encoding: Type.Optional(
          Type.Enum(["utf8", "base64"], {
            default: "utf8",
            description: "Encoding of the body; base64 keeps binary content",
          }),
        ),
        timeout_ms: Type.Optional(
          Type.Integer({ minimum: 1000, maximum: 60000, default: 30000, description: "Time limit in milliseconds" }),
        ),
      },
      closed,
    ),
    maxBodyBytes: 32 * 2 ** 20,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object({
        status: Type.Integer({ description: "HTTP status of the target" }),
        headers: Type.Record(Type.String(), Type.Union([Type.Array(Type.String()), Type.String()]), {
          description: "Response headers; a name maps to all its values, or to its one value",
        }),
        body: Type.String({ description: "Body, encoded as response_encoding says" }),
        duration_ms: Type.Integer({ description: "Milliseconds the request took" }),
      }),
    },
    errors: ["network_error", "response_too_large"],
    idempotent: false,
    assumed: [
      "timeout_ms is 30000 when omitted",
      "a network failure is 502 with the network-failure body; the time limit is -7 ERR_TIMED_OUT",
      "a body with GET, HEAD, DELETE or OPTIONS is 400",
    ],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { url: "https://example.com/prices.json", headers: { Accept: "application/json" }, timeout_ms: 10_000 },
      result: {
        status: 200,
        headers: { "content-type": ["application/json"], "set-cookie": ["a=1", "b=2"] },
        body: '{"price":12}',
        duration_ms: 148,
      },
    },
  }),
] as const;
