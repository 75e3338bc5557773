import Type, { type TProperties } from "typebox";
import { closed, Text } from "./common.ts";
import { type TelemetryCategory, telemetryCategories } from "./telemetry-categories.ts";

const category = <const P extends TProperties>(more: P) =>
  Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()), ...more }, closed));

const plain = category({});

/** Category with settings of its own for the commands of CDP clients (contract 2.2). */
const control = category({
  cdp: Type.Optional(
    Type.Object(
      {
        excluded_methods: Type.Optional(
          Type.Array(Text({ minLength: 1 }), { description: "CDP methods that are not captured, such as Page.enable" }),
        ),
      },
      { ...closed, description: "Commands of CDP clients" },
    ),
  ),
});

const plainCategories = Object.fromEntries(telemetryCategories.map((name) => [name, plain])) as Record<
  TelemetryCategory,
  typeof plain
>;

const browser = Type.Optional(
  Type.Object({ ...plainCategories, control }, { ...closed, description: "Per-category capture flags" }),
);

const destination = Type.Object(
  { id: Type.Optional(Text({ minLength: 1 })), name: Type.Optional(Text({ minLength: 1 })) },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

const exported = Type.Optional(
  Type.Object(
    {
      otlp: Type.Optional(
        Type.Object({ enabled: Type.Optional(Type.Boolean()), destination: Type.Optional(destination) }, closed),
      ),
    },
    { ...closed, description: "Destination of captured telemetry; omit to capture only" },
  ),
);

/** Telemetry configuration in a request, and in the record of an auth connection (spec 2.3, contract 2.2). */
export const TelemetryRequest = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: "Capture the default set; false stops capture" })),
    browser,
    export: exported,
  },
  { ...closed, description: "Telemetry of the session" },
);

/** Telemetry configuration of a browser pool and of a browser acquired from one: without an export (contract 2.24). */
export const PoolTelemetry = Type.Object(
  { enabled: TelemetryRequest.properties.enabled, browser },
  { ...closed, description: "Telemetry of the browsers" },
);

/** Telemetry configuration in a request about a session (contract 2.22). */
export const SessionTelemetryRequest = Type.Object(
  {
    ...TelemetryRequest.properties,
    storage: Type.Optional(
      Type.Object(
        { enabled: Type.Optional(Type.Boolean({ description: "true; false is refused" })) },
        { ...closed, description: "Storage of captured events" },
      ),
    ),
  },
  { ...closed, description: "Telemetry of the session" },
);

/** Active telemetry configuration in the record of a session (contract 2.3). The local service names every category. */
export const TelemetryConfig = Type.Object({
  browser,
  export: Type.Optional(
    Type.Object({
      otlp: Type.Optional(
        Type.Object({
          enabled: Type.Optional(Type.Boolean()),
          destination: Type.Optional(Type.String({ description: "Id of the destination" })),
        }),
      ),
    }),
  ),
});

/** Support of the telemetry of a session on this machine. */
export const telemetrySupport = {
  support: "recorded",
  note: "resolved and reported; nothing is captured or exported yet",
  harmless: [null, {}],
  harmlessMembers: { enabled: false },
} as const;
