import { ApiClient, type ClientOptions } from "../../../src/client/call.ts";
import { silentTracer } from "../../../src/client/silent-tracer.ts";
import { token } from "../servers/loopback.ts";

/** A client of a server of these tests, as a command makes it. */
export function apiClient(server: { readonly url: string }, options: Partial<ClientOptions> = {}): ApiClient {
  return new ApiClient({
    baseUrl: server.url,
    token,
    project: undefined,
    local: false,
    version: "0.1.0",
    env: {},
    signal: new AbortController().signal,
    retryUnsafe: false,
    trace: silentTracer,
    note: () => {},
    ...options,
  });
}
