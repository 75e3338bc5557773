import Kernel from "@onkernel/sdk";

export type KernelClient = Kernel;

/** Client of the hosted service's npm package, for a service at an address. */
export function sdkClient(baseURL: string, apiKey: string, fetched?: typeof fetch): KernelClient {
  return new Kernel({ baseURL, apiKey, maxRetries: 0, ...(fetched && { fetch: fetched }) });
}
