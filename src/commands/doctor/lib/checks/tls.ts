import { isIP } from "node:net";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { addressTimeout } from "../../../../core/address-timeout.ts";
import { socketHost } from "../../../../core/hosts.ts";
import { type Finding, failure, ok, warning } from "../finding.ts";

/** Days before the expiry of a certificate from which there is a warning. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** The certificate of a server, even if it is not accepted; undefined without TLS. */
export async function certificateFinding(
  url: URL,
  timeoutMs: number,
  now: number,
  signal: AbortSignal,
): Promise<Finding | undefined> {
  const { hostname, port } = url;
  const seen = await handshake(socketHost(url), Number(port || 443), timeoutMs, signal);
  if (!seen) return undefined;
  const { certificate, problem } = seen;
  const until = day(certificate.valid_to);
  const issuer = [certificate.issuer?.O ?? certificate.issuer?.CN].flat()[0] ?? "an unnamed authority";
  if (problem !== undefined) return rejected(problem, certificate, hostname, issuer);
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  if (days < SOON_DAYS)
    return warning(
      "network.tls",
      `the certificate of ${hostname} ends in ${days} days, on ${until}`,
      "renew it at the server",
    );
  return ok("network.tls", `certificate of ${issuer}, valid until ${until}`);
}

function rejected(
  problem: string,
  { valid_from, valid_to, subjectaltname = "" }: PeerCertificate,
  hostname: string,
  issuer: string,
): Finding {
  const clock = "renew the certificate at the server, or correct the clock of this machine";
  const refused = (found: string, fix: string): Finding => failure("network.tls", "unreachable", found, fix);
  if (problem === "CERT_HAS_EXPIRED")
    return refused(`the certificate of ${hostname} expired on ${day(valid_to)}`, clock);
  if (problem === "CERT_NOT_YET_VALID")
    return refused(`the certificate of ${hostname} is valid only from ${day(valid_from)}`, clock);
  if (problem === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const names = subjectaltname.replaceAll("DNS:", "").replaceAll("IP Address:", "");
    return refused(`the certificate is not for ${hostname} but for ${names}`, "use one of these names in the base URL");
  }
  const found = `the certificate of ${hostname} is signed by ${issuer}, which this machine does not trust (${problem})`;
  return refused(found, "NODE_EXTRA_CA_CERTS=/path/to/ca.pem adds a certificate authority");
}

interface Seen {
  readonly certificate: PeerCertificate;
  /** Error code of a certificate that is not accepted. */
  readonly problem: string | undefined;
}

function handshake(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Seen | undefined> {
  const { promise, resolve } = Promise.withResolvers<Seen | undefined>();
  // Verification is off to read the certificate of a server that would be refused; nothing is sent.
  const socket: TLSSocket = connect({
    host,
    port,
    ...addressTimeout,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  const abort = (): void => void socket.destroy();
  signal.addEventListener("abort", abort, { once: true });
  socket.setTimeout(timeoutMs, abort);
  socket.once("secureConnect", () => {
    const certificate = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    const problem = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : error;
    resolve({ certificate, problem: socket.authorized ? undefined : String(problem) });
    socket.destroy();
  });
  socket.once("error", () => resolve(undefined));
  socket.once("close", () => resolve(undefined));
  return promise.finally(() => signal.removeEventListener("abort", abort));
}

function day(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? "an unknown day" : at.toISOString().slice(0, 10);
}
