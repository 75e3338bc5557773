/** Names of `-o env` for an invocation. `BROWSERCTL_OUTPUT` is the format of results. */
export const invocationVariables = { output: "BROWSERCTL_INVOCATION_OUTPUT" } as const;
