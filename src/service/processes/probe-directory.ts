/** Beginning of the name of a probe's directory in the state directory; six characters follow. */
export const PROBE_PREFIX = "probe-";
/** Whole name of a probe's directory. */
export const PROBE_DIRECTORY = new RegExp(`^${PROBE_PREFIX}[A-Za-z0-9]{6}$`);
