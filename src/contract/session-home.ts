/**
 * Home directory in a session, and working directory of its processes. assumed: the API's examples use it, and no
 * operation reports another one.
 */
export const SESSION_HOME = "/home/user";

/** Directory of downloads in a session. assumed: the API names none. */
export const SESSION_DOWNLOADS = `${SESSION_HOME}/Downloads`;
