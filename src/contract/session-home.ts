/** Home directory in a session. assumed: the API's examples have it, and no operation tells another one. */
export const SESSION_HOME = "/home/user";
