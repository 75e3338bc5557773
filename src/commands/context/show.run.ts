import type { Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import { unknownContext } from "../../settings/require-service.ts";
import { knownContext, serviceOf, shownContext } from "./lib/shown-context.ts";
import type { contextShow } from "./show.ts";

/** Shows one context: the one in use unless another is named. */
export const run: Run<typeof contextShow> = async ({
  anyValue,
  args,
  output,
  settings,
  showsSecrets,
  token: readToken,
  value,
}) => {
  const name = args.name ?? settings.resolved.context.value;
  if (name === undefined) {
    throw new CliError("usage", "no context is chosen", {
      hint: "browserctl local start, or: browserctl login --base-url URL",
    });
  }
  const unknown = args.name === undefined ? unknownContext(settings.resolved) : undefined;
  if (unknown) throw unknown;
  const entry = knownContext(settings.settings, name);
  const shown = shownContext(settings, name, entry);
  const service = showsSecrets ? serviceOf(settings.paths, name, entry) : undefined;
  const token = service && (await readToken(service));
  if (output !== "env") return value({ ...shown, ...(token !== undefined && { token }) });
  // Variables are for other commands and clients, which do not use the state of a token.
  const { base_url, project } = shown;
  return anyValue({ context: name, base_url, project, token });
};
