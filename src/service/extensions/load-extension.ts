import { CdpError } from "../chromium/cdp.ts";
import type { Chromium } from "../chromium/launch.ts";
import { ResourceError } from "../store/resource-error.ts";

const UNKNOWN_METHOD = -32601;

/**
 * Loads an unpacked extension into a running browser and returns its id. Throws a {@link ResourceError} with
 * Chromium's message, `unsupported` when the browser cannot load extensions, and the errors of the connection.
 *
 * @param field field of the request that contains it
 */
export async function loadExtension(chromium: Chromium, path: string, field: string): Promise<string> {
  try {
    return (await chromium.connection.send("Extensions.loadUnpacked", { path: chromium.inside(path) })).id;
  } catch (error) {
    throw error instanceof CdpError ? verdict(error, field) : error;
  }
}

/** Unloads an extension, if the browser has it. */
export async function unloadExtension({ connection }: Chromium, id: string): Promise<void> {
  await connection.send("Extensions.uninstall", { id }).catch(() => {});
}

/** Ids of the loaded unpacked extensions by their directory as the browser sees it; empty when it cannot list them. */
export async function loadedByPath({ connection }: Chromium): Promise<Map<string, string>> {
  const { extensions } = await connection.send("Extensions.getExtensions").catch((error: unknown) => {
    if (!(error instanceof CdpError)) throw error;
    return { extensions: [] };
  });
  return new Map(extensions.filter(({ enabled }) => enabled).map(({ path, id }) => [path, id]));
}

/**
 * Converts Chromium's error. assumed: headless shells and some branded browsers do not offer these commands over the
 * pipe.
 */
function verdict(error: CdpError, field: string): ResourceError {
  const message = error.message.replace(/^Extensions\.loadUnpacked: /, "");
  if (error.code === UNKNOWN_METHOD || /wasn't found|not available/.test(message)) {
    return new ResourceError(
      "unsupported",
      "this browser cannot load extensions; run `browserctl local setup` for one that can",
      {
        problems: [
          {
            path: field,
            message: `the browser has no Extensions domain (${message})`,
          },
        ],
      },
    );
  }
  return new ResourceError("invalid", `the browser refuses the extension: ${message}`, {
    problems: [{ path: field, message }],
  });
}
