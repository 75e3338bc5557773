import { readFileSync } from "node:fs";
import { CliError, fileError } from "../core/errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** Whether a URL leads to this machine: there no proxy is asked, and plain http is safe. */
export function leadsHere(url: URL): boolean {
  return isLoopback(url.hostname);
}

/**
 * Makes every request of the process, streams and uploads too, follow `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` (either
 * case) and `SSL_CERT_FILE`. `NODE_EXTRA_CA_CERTS` is read by Node itself. Requests to this machine never use a proxy.
 */
export async function prepareTransport(url: URL, env: Env): Promise<void> {
  if (!leadsHere(url)) await useProxy(env);
  if (url.protocol === "https:") await useCertificates(env);
}

async function useProxy(env: Env): Promise<void> {
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  const used = names.filter((name) => env[name]);
  if (used.length === 0) return;
  for (const name of used) {
    const proxy = URL.parse(env[name] ?? "");
    if (!proxy || !/^https?:$/.test(proxy.protocol)) {
      throw new CliError("usage", `${name}: must be an http or https URL`);
    }
  }
  const http = (await import("node:http")) as typeof import("node:http") & {
    setGlobalProxyFromEnv?: (env: Env) => unknown;
  };
  if (!http.setGlobalProxyFromEnv) {
    throw new CliError("usage", `${used[0]}: proxies need Node 24.14 or later; this is ${process.version}`);
  }
  http.setGlobalProxyFromEnv(env);
}

async function useCertificates(env: Env): Promise<void> {
  const path = env["SSL_CERT_FILE"];
  if (!path) return;
  const tls = await import("node:tls");
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError("read SSL_CERT_FILE", path, error);
  }
  try {
    // Node passes over a text without a certificate when there are others beside it.
    if (!pem.includes("CERTIFICATE-----")) throw new Error("no certificate in it");
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), pem]);
  } catch (error) {
    throw new CliError("local-file", `SSL_CERT_FILE "${path}" holds no certificate`, { cause: error });
  }
}
