import Type, { type TProperties, type TSchema } from "typebox";
import { optional } from "./common.ts";
import type { eventCategories } from "./telemetry-categories.ts";
import { commandEventData } from "./telemetry-commands.ts";

type EventCategory = (typeof eventCategories)[number];

const text = Type.String();
const count = Type.Integer();
const amount = Type.Number();
const flag = Type.Boolean();
const anything = Type.Record(Type.String(), Type.Unknown());

const envelope = {
  ts: Type.Integer({ description: "Microseconds since 1970" }),
  source: Type.Object(
    {
      kind: Type.Enum(["cdp", "kernel_api", "extension", "local_process"]),
      event: Type.Optional(Type.String({ description: "Name that the source has for it" })),
      metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
    },
    { description: "Program that reported it" },
  ),
  truncated: Type.Optional(Type.Boolean({ description: "true when data was too large and is incomplete" })),
};

/** Event of one type. Its data is never required, because a service may cut it. */
function event(type: string, category: EventCategory, data: TProperties): TSchema {
  return Type.Object({
    type: Type.Literal(type),
    category: Type.Literal(category),
    ...envelope,
    data: Type.Optional(Type.Object(data)),
  });
}

const targetType = Type.Enum(["page", "background_page", "service_worker", "shared_worker", "other"]);

/** Page in which an event happened. */
const context = optional({
  session_id: text,
  target_id: text,
  target_type: targetType,
  frame_id: text,
  loader_id: text,
  nav_seq: count,
  url: text,
});

/** Call stack as the DevTools Protocol writes it. */
const stack = Type.Object({
  callFrames: Type.Array(
    Type.Object({ functionName: text, scriptId: text, url: text, lineNumber: count, columnNumber: count }),
  ),
  description: Type.Optional(text),
  parent: Type.Optional(anything),
});

const pageEvents = [
  event("console_log", "console", {
    ...context,
    ...optional({ level: text, text, args: Type.Array(text), stack_trace: stack }),
  }),
  event("console_error", "console", {
    ...context,
    text,
    ...optional({ level: text, args: Type.Array(text), line: count, column: count, source_url: text }),
    stack_trace: Type.Optional(stack),
  }),
  event(
    "page_navigation",
    "page",
    optional({
      url: text,
      frame_id: text,
      loader_id: text,
      parent_frame_id: text,
      session_id: text,
      target_id: text,
      target_type: targetType,
    }),
  ),
  event("page_dom_content_loaded", "page", { ...context, cdp_timestamp: Type.Optional(amount) }),
  event("page_load", "page", { ...context, cdp_timestamp: Type.Optional(amount) }),
  event(
    "page_tab_opened",
    "page",
    optional({ target_id: text, opener_id: text, target_type: targetType, title: text, url: text }),
  ),
  event("page_crashed", "page", { target_id: text, target_type: targetType, url: text }),
  event("page_layout_shift", "page", {
    ...context,
    ...optional({
      duration: amount,
      time: amount,
      source_frame_id: text,
      layout_shift_details: Type.Object(optional({ value: amount, had_recent_input: flag })),
    }),
  }),
  event("page_lcp", "page", {
    ...context,
    ...optional({
      time: amount,
      source_frame_id: text,
      lcp_details: Type.Object(
        optional({ element_id: text, load_time: amount, render_time: amount, node_id: count, size: amount, url: text }),
      ),
    }),
  }),
  event("page_layout_settled", "page", context),
  event("page_navigation_settled", "page", context),
  event("interaction_click", "interaction", {
    ...context,
    ...optional({ x: amount, y: amount, selector: text, tag: text, text }),
  }),
  event("interaction_key", "interaction", { ...context, ...optional({ key: text, selector: text, tag: text }) }),
  event("interaction_scroll_settled", "interaction", {
    ...context,
    ...optional({ from_x: amount, from_y: amount, to_x: amount, to_y: amount, target_selector: text }),
  }),
  event("monitor_screenshot", "screenshot", { png: Type.Optional(Type.String({ description: "Picture in base64" })) }),
];

const networkEvents = [
  event("network_request", "network", {
    ...context,
    ...optional({
      request_id: text,
      method: text,
      headers: anything,
      post_data: text,
      resource_type: text,
      initiator_type: text,
      document_url: text,
      is_redirect: flag,
      redirect_url: text,
    }),
  }),
  event("network_response", "network", {
    ...context,
    ...optional({
      request_id: text,
      status: count,
      status_text: text,
      headers: anything,
      mime_type: text,
      body: Type.String({ description: "Start of the body, at most 8 KB" }),
      method: text,
      resource_type: text,
    }),
  }),
  event("network_loading_failed", "network", {
    ...context,
    ...optional({ request_id: text, error_text: text, canceled: flag, resource_type: text }),
  }),
  event("network_idle", "network", context),
  event("proxy_error", "network", {
    ...context,
    code: Type.String({ description: "Reason, such as proxy_unavailable" }),
    request_id: text,
    status: count,
    ...optional({ method: text, resource_type: text }),
  }),
];

const call = { duration_ms: amount, operation_id: text, request_id: text, status: count };

const controlEvents = [
  event("api_call", "control", {
    ...call,
    code: Type.Optional(Type.String({ description: "Code that Playwright ran" })),
  }),
  Type.Object({
    type: Type.Literal("cdp_command"),
    category: Type.Literal("control"),
    ...envelope,
    data: Type.Optional(commandEventData),
  }),
  event("platform_api_call", "platform", call),
  event("cdp_connect", "connection", { connection_id: Type.Optional(text) }),
  event("cdp_disconnect", "connection", {
    duration_ms: amount,
    message_count: count,
    reason: Type.Enum(["client_close", "upstream_changed", "upstream_error", "context_cancelled"]),
    ...optional({ telemetry_dropped: count, telemetry_excluded: count }),
  }),
  event("live_view_connect", "connection", { session_id: text }),
  event("live_view_disconnect", "connection", { session_id: text, duration_ms: amount }),
];

const captchaType = Type.Enum([
  "hcaptcha",
  "recaptcha_v2",
  "recaptcha_v3",
  "turnstile",
  "geetest",
  "press_and_hold",
  "other",
]);
const captchaPlace = optional({ task_id: text, challenge_id: text, website_host: text, website_path: text });

const systemEvents = [
  event("captcha_solve_started", "captcha", { captcha_type: captchaType, ...captchaPlace }),
  event("captcha_solve_result", "captcha", {
    captcha_type: captchaType,
    status: Type.Enum(["success", "failure", "timeout", "abandoned"]),
    duration_ms: amount,
    error_code: Type.Optional(text),
    ...captchaPlace,
  }),
  event("captcha_challenge_result", "captcha", {
    captcha_type: captchaType,
    status: Type.Enum(["solved", "failure", "timeout", "abandoned"]),
    duration_ms: amount,
    ...captchaPlace,
  }),
  event("system_oom_kill", "system", {
    pid: count,
    process_name: text,
    rss_kb: count,
    ...optional({
      constraint: Type.Enum(["none", "memcg", "cpuset", "memory_policy"]),
      mem_free_kb: count,
      mem_total_kb: count,
      trigger_pid: count,
      trigger_process_name: text,
      top_tasks: Type.Array(Type.Object({ name: text, pid: count, rss_kb: count })),
    }),
  }),
  event("service_crashed", "system", {
    service_name: text,
    phase: Type.Enum(["startup", "running", "gave_up"]),
    pid: Type.Optional(count),
  }),
  event("monitor_disconnected", "monitor", optional({ reason: text })),
  event("monitor_reconnected", "monitor", optional({ reconnect_duration_ms: amount })),
  event("monitor_reconnect_failed", "monitor", optional({ reason: text })),
  event("monitor_init_failed", "monitor", optional({ step: text })),
];

/** Event of a type that this version does not know. */
const unknownEvent = Type.Object({ type: text, category: text, ...envelope, data: Type.Optional(anything) });

/** Telemetry event of a session, by its `type` (contract 3.4). */
const TelemetryEvent = Type.Union([...pageEvents, ...networkEvents, ...controlEvents, ...systemEvents, unknownEvent], {
  $id: "TelemetryEvent",
});

/** Telemetry event with its place in the order of the session (contract 2.22). */
export const TelemetryItem = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "Place in the order of events; a missing number is a lost event" }),
    event: TelemetryEvent,
  },
  { $id: "TelemetryItem" },
);

/** Events in examples. */
export const telemetryExamples = [
  {
    seq: 41,
    event: {
      type: "cdp_command",
      category: "control",
      ts: 1_772_357_400_512_000,
      source: { kind: "cdp" },
      data: { method: "Page.navigate", url_scheme: "https", command_id: 7 },
    },
  },
  {
    seq: 42,
    event: {
      type: "network_response",
      category: "network",
      ts: 1_772_357_401_204_000,
      source: { kind: "cdp", event: "Network.responseReceived" },
      data: { url: "https://shop.example.com/cart", method: "GET", status: 503, request_id: "1000.12" },
    },
  },
  {
    seq: 43,
    event: {
      type: "console_error",
      category: "console",
      ts: 1_772_357_401_377_000,
      source: { kind: "cdp", event: "Runtime.exceptionThrown" },
      data: { text: "TypeError: cart is undefined", line: 12, source_url: "https://shop.example.com/cart.js" },
    },
  },
] as const;
