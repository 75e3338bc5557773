import { table } from "../core/table.ts";
import type { CodeText } from "./code-text.ts";
import { netErrorTable } from "./net-error-table.ts";

/** Family of network errors: those from `from` down to `to`. */
interface Family extends CodeText {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** Families by range, as Chromium's list of network errors orders them. */
const families: readonly Family[] = [
  {
    from: -1,
    to: -99,
    name: "system",
    meaning: "The browser or its operating system refused the request or ended it.",
    advice: "Repeat the request; where the browser blocks it, look for an extension or a rule that does.",
  },
  {
    from: -100,
    to: -199,
    name: "connection",
    meaning: "The connection to the server or the proxy could not be made, or broke.",
    advice: "Check that the address answers, and the proxy of the session: browserctl proxies check ID",
  },
  {
    from: -200,
    to: -299,
    name: "certificate",
    meaning: "The certificate of the server is not accepted.",
    advice: "Correct the certificate of the server; the browser of a session has no switch to ignore it.",
  },
  {
    from: -300,
    to: -399,
    name: "http",
    meaning: "The address is not usable, or the answer breaks the rules of HTTP.",
    advice: "Check the address, and look at the answer with another program such as curl -v.",
  },
  {
    from: -400,
    to: -499,
    name: "cache",
    meaning: "The browser's cache could not be read or written.",
    advice: "Repeat the request; check the disk of the service: browserctl doctor",
  },
  {
    from: -500,
    to: -599,
    name: "other",
    meaning: "A feature of the browser beyond a plain request failed.",
    advice: "Look at the page in a session: browserctl browsers view SESSION",
  },
  {
    from: -700,
    to: -799,
    name: "certificate-store",
    meaning: "A certificate or key could not be stored in or read from the browser's store.",
    advice: "Check the file of the certificate and its password.",
  },
  {
    from: -800,
    to: -899,
    name: "dns",
    meaning: "The name of the host could not be resolved.",
    advice: "Check the name, and the name servers of the machine that runs the browser.",
  },
  {
    from: -900,
    to: -999,
    name: "blob",
    meaning: "Data that the page made in the browser's memory could not be read or written.",
    advice: "Load the page again; check memory and disk of the service: browserctl doctor",
  },
];

/** Texts of common errors, by name. */
const ownTexts = table<CodeText>({
  ERR_FAILED: {
    meaning: "The request failed, and the browser names no reason.",
    advice: "Look at the page in a session, and at the service's log: browserctl local logs",
  },
  ERR_ABORTED: {
    meaning: "The request was given up, for example because the page went elsewhere or the answer is a download.",
    advice: "Repeat it; to fetch a file use: browserctl browsers curl SESSION URL --out FILE",
  },
  ERR_TIMED_OUT: {
    meaning: "The server did not answer in time.",
    advice: "Repeat it with more time: browserctl browsers curl SESSION URL --request-timeout 60s",
  },
  ERR_ACCESS_DENIED: {
    meaning: "The browser may not read or connect to this.",
    advice: "Check the address; a file outside of the session cannot be opened.",
  },
  ERR_BLOCKED_BY_CLIENT: {
    meaning: "An extension or a rule of the session blocked the request.",
    advice: "Look for it among the extensions: browserctl browsers get SESSION",
  },
  ERR_NETWORK_CHANGED: {
    meaning: "The network of the machine changed during the request.",
    advice: "Repeat the request.",
  },
  ERR_CONNECTION_CLOSED: {
    meaning: "The server closed the connection without an answer.",
    advice: "Repeat the request; a server that always does it may refuse this kind of client.",
  },
  ERR_CONNECTION_RESET: {
    meaning: "The server, or something on the way to it, broke the connection.",
    advice: "Repeat the request; a firewall or a proxy on the way is a common reason.",
  },
  ERR_CONNECTION_REFUSED: {
    meaning: "Nothing listens at this host and port.",
    advice: "Check host and port, and that the server runs; localhost is the machine of the service, not yours.",
  },
  ERR_CONNECTION_ABORTED: {
    meaning: "The connection ended before the answer was complete.",
    advice: "Repeat the request.",
  },
  ERR_CONNECTION_TIMED_OUT: {
    meaning: "The server did not accept the connection in time.",
    advice: "Check host and port; a firewall that drops packets looks like this.",
  },
  ERR_NAME_NOT_RESOLVED: {
    meaning: "There is no address for the name of the host.",
    advice: "Check the spelling of the host; where it is right, check the name servers: browserctl doctor",
  },
  ERR_INTERNET_DISCONNECTED: {
    meaning: "The machine that runs the browser has no network.",
    advice: "Connect the machine, then repeat the request.",
  },
  ERR_ADDRESS_INVALID: {
    meaning: "The address cannot be connected to, such as port 0 or 0.0.0.0.",
    advice: "Correct host and port of the URL.",
  },
  ERR_ADDRESS_UNREACHABLE: {
    meaning: "There is no route to the address.",
    advice: "Check the network of the machine that runs the browser; IPv6 without a route is a common reason.",
  },
  ERR_SSL_PROTOCOL_ERROR: {
    meaning: "The server did not speak TLS as expected.",
    advice: "Check the port: https to a port of plain http looks like this.",
  },
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: {
    meaning: "Browser and server have no TLS version or cipher in common.",
    advice: "Update the TLS settings of the server; version 1.2 or later is needed.",
  },
  ERR_TUNNEL_CONNECTION_FAILED: {
    meaning: "The proxy refused to connect to the server.",
    advice: "Check what the proxy allows, and its user and password: browserctl proxies check ID",
  },
  ERR_PROXY_CONNECTION_FAILED: {
    meaning: "The proxy could not be reached.",
    advice: "Check host and port of the proxy: browserctl proxies check ID",
  },
  ERR_SOCKS_CONNECTION_FAILED: {
    meaning: "The SOCKS proxy could not be used.",
    advice: "Check host, port, user and password of the proxy: browserctl proxies check ID",
  },
  ERR_PROXY_AUTH_REQUESTED: {
    meaning: "The proxy asks for a user and a password.",
    advice: "Create the proxy with both: browserctl proxies create --help",
  },
  ERR_CERT_COMMON_NAME_INVALID: {
    meaning: "The certificate is for another host name.",
    advice: "Use a name that the certificate has, or get a certificate for this one.",
  },
  ERR_CERT_DATE_INVALID: {
    meaning: "The certificate has expired or is not valid yet, or the clock of the browser's machine is wrong.",
    advice: "Renew the certificate of the server; compare the clock: browserctl doctor",
  },
  ERR_CERT_AUTHORITY_INVALID: {
    meaning: "The certificate is signed by an authority that the browser does not know, or by itself.",
    advice: "Install the authority on the machine of the service, or use a certificate of a public authority.",
  },
  ERR_CERT_REVOKED: {
    meaning: "The certificate was revoked by its authority.",
    advice: "Replace the certificate of the server.",
  },
  ERR_INVALID_URL: {
    meaning: "The text is not a URL.",
    advice: "Write it with its scheme, such as https://example.com/",
  },
  ERR_UNKNOWN_URL_SCHEME: {
    meaning: "The browser does not know the scheme of the URL.",
    advice: "Use http or https.",
  },
  ERR_DISALLOWED_URL_SCHEME: {
    meaning: "The scheme of the URL is not allowed here.",
    advice: "Use http or https.",
  },
  ERR_TOO_MANY_REDIRECTS: {
    meaning: "The server redirects again and again.",
    advice: "Look at the redirects with curl -vL; a missing cookie or login is a common reason.",
  },
  ERR_UNSAFE_PORT: {
    meaning: "Browsers refuse this port, which belongs to another protocol.",
    advice: "Serve the page at another port, such as 8080.",
  },
  ERR_EMPTY_RESPONSE: {
    meaning: "The server closed the connection without sending anything.",
    advice: "Repeat the request; check the log of the server.",
  },
  ERR_INVALID_HTTP_RESPONSE: {
    meaning: "The answer is not HTTP.",
    advice: "Check the port: http to a port of TLS or of another protocol looks like this.",
  },
  ERR_HTTP2_PROTOCOL_ERROR: {
    meaning: "The server broke the rules of HTTP/2, or ended the stream on purpose.",
    advice: "Repeat the request; a server that always does it may refuse this kind of client.",
  },
  ERR_CONTENT_DECODING_FAILED: {
    meaning: "The body is not compressed as its headers say.",
    advice: "Correct Content-Encoding at the server.",
  },
  ERR_DNS_TIMED_OUT: {
    meaning: "The name servers did not answer in time.",
    advice: "Check the name servers of the machine that runs the browser.",
  },
});

/** Text of a network error and its family. */
export interface NetErrorText extends CodeText {
  readonly name: string;
  readonly number: number;
  readonly family: string;
}

/** Every network error of the table with its text: its own, or that of its family. */
export function netErrorTexts(): NetErrorText[] {
  return Object.entries(netErrorTable).map(([name, number]) => {
    const family = families.find(({ from, to }) => number <= from && number >= to);
    const text = ownTexts.get(name) ?? family;
    if (family === undefined || text === undefined) throw new Error(`no family of network errors has ${number}`);
    return { name, number, family: family.name, meaning: text.meaning, advice: text.advice };
  });
}

/** Names of the errors with a text of their own; each is in the table. */
export const namedNetErrors: readonly string[] = [...ownTexts.keys()];
