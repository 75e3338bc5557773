/** Values of the local service's setting for screens; the first is the default. */
export const screenSettings = ["auto", "real", "headless"] as const;

/**
 * Screen of sessions with `headless: false`: `auto` gives them a private display where the machine can, `real` keeps the
 * service from starting where it cannot, `headless` never gives one.
 */
export type ScreenSetting = (typeof screenSettings)[number];
