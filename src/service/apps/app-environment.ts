/** Variables of the service's own environment that an app's process has too. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|ComSpec|PATHEXT|USERPROFILE|APPDATA|LOCALAPPDATA|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy)$/;

/** Variables of an invocation, beside those of its deployment. */
export interface InvocationVariables {
  readonly baseUrl: string;
  readonly token: string;
  readonly invocationId: string;
}

/**
 * The environment of an app's process: what programs need of the user's, what its deployment gives, and the reserved
 * names of contract 2.17 over that. Clients of the API and this program's own commands find the service by them.
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
