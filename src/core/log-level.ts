/** Levels of the service's log, from the least to the most severe. */
export const logLevels = ["debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];
