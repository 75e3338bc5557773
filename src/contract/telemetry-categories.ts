/** Categories captured whenever telemetry is on (spec 2.3 rule 1). */
export const operationalCategories = ["control", "connection", "system", "captcha"] as const;
/** Categories captured only on request (spec 2.3 rule 2). */
export const optInCategories = ["console", "network", "page", "interaction", "screenshot", "platform"] as const;
export const telemetryCategories = [...operationalCategories, ...optInCategories] as const;
export type TelemetryCategory = (typeof telemetryCategories)[number];

/** Categories of events: those that can be captured, and the one about the capture itself. */
export const eventCategories = [...telemetryCategories, "monitor"] as const;
