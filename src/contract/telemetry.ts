import Type from "typebox";
import { Text } from "./common.ts";

/** Categories captured whenever telemetry is on (spec 2.3 rule 1). */
export const operationalCategories = ["control", "connection", "system", "captcha"] as const;
/** Categories captured only on request (spec 2.3 rule 2). */
export const optInCategories = ["console", "network", "page", "interaction", "screenshot", "platform"] as const;
export const telemetryCategories = [...operationalCategories, ...optInCategories] as const;
export type TelemetryCategory = (typeof telemetryCategories)[number];

const category = Type.Optional(
  Type.Object({ enabled: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
);
const categories = Object.fromEntries(telemetryCategories.map((name) => [name, category])) as Record<
  TelemetryCategory,
  typeof category
>;

const destination = Type.Object(
  { id: Type.Optional(Text({ minLength: 1 })), name: Type.Optional(Text({ minLength: 1 })) },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);

/** Telemetry configuration in a request (spec 2.3, contract 2.2). */
export const TelemetryRequest = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: "Capture the default set; false stops capture" })),
    browser: Type.Optional(
      Type.Object(categories, { additionalProperties: false, description: "Per-category capture flags" }),
    ),
    export: Type.Optional(
      Type.Object(
        {
          otlp: Type.Optional(
            Type.Object(
              { enabled: Type.Optional(Type.Boolean()), destination: Type.Optional(destination) },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false, description: "Destination of captured telemetry; omit to capture only" },
      ),
    ),
  },
  { additionalProperties: false, description: "Telemetry of the session" },
);

const reported = Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) }));

/** Active telemetry configuration in the record of a session (contract 2.3). The local service names every category. */
export const TelemetryConfig = Type.Object({
  browser: Type.Optional(
    Type.Object(
      Object.fromEntries(telemetryCategories.map((name) => [name, reported])) as Record<
        TelemetryCategory,
        typeof reported
      >,
    ),
  ),
});
