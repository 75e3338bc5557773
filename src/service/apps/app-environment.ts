/** Variables of the service's environment that are passed to an app's process. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/;

/** Variables of an invocation, added to those of its deployment. */
export interface InvocationVariables {
  readonly baseUrl: string;
  readonly token: string;
  readonly invocationId: string;
}

/**
 * Environment of an app's process: basic variables of the user, then those of the deployment, then the reserved names
 * of contract 2.17. API clients and the `browserctl` commands find the service by the reserved names.
 */
export function appEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { entrypoint, env: given }: { readonly entrypoint: string; readonly env: Readonly<Record<string, string>> },
  invocation?: InvocationVariables,
): Record<string, string> {
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => passed.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(own),
    ...given,
    ENTRYPOINT_RELPATH: entrypoint,
    ...(invocation && {
      KERNEL_API_KEY: invocation.token,
      KERNEL_BASE_URL: invocation.baseUrl,
      BROWSERCTL_TOKEN: invocation.token,
      BROWSERCTL_BASE_URL: invocation.baseUrl,
      BROWSERCTL_INVOCATION_ID: invocation.invocationId,
    }),
  };
}
