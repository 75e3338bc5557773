import { text } from "node:stream/consumers";
import type { onTestFinished } from "vitest";
import { withServer } from "../../../support/browser/chromium.ts";

/** Ways in which {@link countingSite} accepts a password. */
export type Behaviour =
  | "renames its fields and refuses in no known words"
  | "renames its fields and refuses without a word"
  | "renames its fields and redirects in circles, with a new session each time"
  | "asks for user name and password in other kinds of fields"
  | "sends the form by itself once the password is entered"
  | "asks for the password alone once more, without a word"
  | "asks to confirm the password on another page";

export interface CountingSite {
  readonly url: string;
  /** Number of requests that carried a text, in address, headers or body. */
  received(secret: string): number;
}

const OUT = `<h1>Inbox</h1><p>No messages</p><p>Welcome back</p><a href="/out">Log out</a>`;

/** Website that counts its requests. It accepts a password only in the behaviour that ends with a login. */
export async function countingSite(behaviour: Behaviour, onFinished: typeof onTestFinished): Promise<CountingSite> {
  const requests: string[] = [];
  let count = 0;
  const { url } = await withServer(async (request, response) => {
    const { method, url: path = "/", headers } = request;
    requests.push(decodeURIComponent(`${path} ${JSON.stringify(headers)} ${await text(request)}`.replaceAll("+", " ")));
    count += 1;
    const page = (content: string): void => void response.setHeader("content-type", "text/html").end(content);
    const go = (location: string): void => {
      response.writeHead(303, { location, "set-cookie": `session${count}=${count}` }).end();
    };
    const user = `<label>Zork <input name="u${count}" autocomplete="username"></label>`;
    const password = (attributes = ""): string =>
      `<label>Grue <input type="password" name="p${count}" ${attributes}></label>`;
    const form = (content: string, more = ""): string =>
      `<h1>Plugh</h1>${more}<form method="post" action="/a${count}">${content}<button>Xyzzy</button></form>`;
    const isPost = method === "POST";
    switch (behaviour) {
      case "renames its fields and refuses in no known words":
        return page(form(user + password(), isPost ? `<p>Frobnitz quux ${count}</p>` : ""));
      case "renames its fields and refuses without a word":
        return page(form(user + password()));
      case "renames its fields and redirects in circles, with a new session each time":
        if (isPost) return go(`/b${count}`);
        return path.startsWith("/b") ? go(`/c${count}`) : page(form(user + password()));
      case "asks for user name and password in other kinds of fields":
        if (!isPost) return page(form(user + password()));
        return page(
          form(
            count % 2 === 0
              ? `<label>Password <input name="x${count}"></label>`
              : `<label>Grue <input type="text" name="password" id="i${count}"></label>${password()}`,
          ),
        );
      case "sends the form by itself once the password is entered":
        return page(form(user + password(`oninput="if (this.value.length >= 13) this.form.submit()"`)));
      case "asks for the password alone once more, without a word":
        return isPost ? go(`/b${count}`) : page(form(path.startsWith("/b") ? password() : user + password()));
      case "asks to confirm the password on another page":
        if (path === "/inbox") return page(OUT);
        if (!isPost) {
          const again = "<p>Please confirm your password to continue</p>";
          return page(path.startsWith("/b") ? form(password(), again) : form(user + password()));
        }
        return go(requests.filter((each) => each.startsWith("/a")).length > 1 ? "/inbox" : `/b${count}`);
    }
  }, onFinished);
  return {
    url: url.replace("127.0.0.1", "localhost"),
    received: (secret) => requests.filter((each) => each.includes(secret)).length,
  };
}
