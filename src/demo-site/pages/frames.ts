import { html, htmlDocument } from "../html.ts";
import type { DemoHost, DemoPages } from "../visit.ts";

function framing(path: string, title: string, about: string, host: DemoHost): DemoPages {
  return {
    path,
    title,
    about,
    routes: {
      [path]: ({ onHost }) => ({
        page: htmlDocument(
          "Members",
          html`<p>Please sign in.</p><iframe title="Sign in" src="${onHost(host, "/password")}"></iframe>`,
        ),
      }),
    },
  };
}

/** Login in a frame. */
export const framePages: readonly DemoPages[] = [
  framing("/frame", "In a frame", "of the same host", "main"),
  framing("/cross-frame", "In a frame of another host", "of the provider's host", "provider"),
  framing("/foreign-frame", "In a frame of a foreign host", "asks for the password on another domain", "foreign"),
  {
    path: "/foreign",
    title: "On a foreign host",
    about: "sends the login to another domain",
    routes: { "/foreign": ({ onHost }) => ({ to: onHost("foreign", "/password") }) },
  },
];
