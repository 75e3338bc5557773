import type { onTestFinished } from "vitest";
import { withServer } from "../../../support/browser/chromium.ts";

export const name = "ann.lee@example.org";
/** Stored credential, whose password the website refuses. */
export const values = { username: name, password: "Rosebud-1941/x" };
/** Password that the website accepts. */
export const given = "Rosebud-1942/y";
/** Code that the website accepts. */
export const code = "739164";
const secrets = [name, values.password, given, code];

/**
 * Website whose form is sent in the address, and that repeats everything that it gets: in its error texts, names,
 * labels and hints, in headings, and in the addresses after the login. Accepts the password that a person gives.
 */
export async function repeatingSite(
  onFinished: typeof onTestFinished,
): Promise<{ url: string; received: (text: string) => number }> {
  const addresses: string[] = [];
  const { url } = await withServer((request, response) => {
    const address = request.url ?? "/";
    addresses.push(address);
    const { searchParams: query, pathname, search } = new URL(address, "http://localhost");
    const last = [...query.values()].join(" ");
    const page = (content: string): void => void response.setHeader("content-type", "text/html").end(content);
    const field = (type: string, attributes: string): string =>
      `<label>Value ${last} <input type="${type}" id="id-${last}" ${attributes} placeholder="as ${last}"></label>`;
    if (pathname.startsWith("/in")) {
      if (!request.headers.cookie?.includes("session=")) return response.writeHead(303, { location: "/" }).end();
      return page(
        `<h1>Inbox of ${last}</h1><p>No messages</p><p>Welcome ${last}</p><a href="/out">Log out ${last}</a>`,
      );
    }
    if (pathname === "/check" && query.get("pwd") === given) {
      const more = field("text", `name="otp ${last}" autocomplete="one-time-code"`);
      return page(
        `<h1>Code</h1><p>Enter the code for ${last}</p><form action="/code">${more}<button>Verify</button></form>`,
      );
    }
    if (pathname === "/code" && [...query].some(([name, value]) => name.startsWith("otp") && value === code)) {
      const location = `/in;jsessionid=${code}/box${search}&pass=${given}&jwt=${given}#access_key=${given}`;
      return response.writeHead(303, { location, "set-cookie": `session=${given.slice(0, 2)}; Max-Age=99999` }).end();
    }
    const error =
      pathname === "/check" ? `<p role="alert">Incorrect password ${last} (${encodeURIComponent(last)})</p>` : "";
    const other = last === "" ? "" : `<button type="button">Continue as ${last}</button>`;
    return page(
      `<h1>Log in</h1>${error}<form action="/check">${field("text", `name="user" autocomplete="username"`)}
${field("password", `name="pwd"`)}<button>Log in</button></form>${other}`,
    );
  }, onFinished);
  return {
    url: url.replace("127.0.0.1", "localhost"),
    received: (text) => addresses.filter((address) => decodeURIComponent(address).includes(text)).length,
  };
}

/** Secrets that a text contains in one of their usual spellings. */
export function secretsIn(content: Buffer | string): string[] {
  return secrets.filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").replace(/=+$/, "")].some((spelling) =>
      content.includes(spelling),
    ),
  );
}
