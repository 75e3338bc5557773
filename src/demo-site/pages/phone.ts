import { html, htmlDocument } from "../html.ts";
import type { DemoPages } from "../visit.ts";

/** The "phone": shows text messages and approves logins. */
export const phonePages: readonly DemoPages[] = [
  {
    path: "/phone",
    title: "Phone",
    about: "the codes that were sent, and logins to approve",
    routes: {
      "/phone": ({ method, state }) => {
        if (method === "POST") {
          for (const session of state.waiting) session.approved = true;
          state.waiting.clear();
          return { to: "/phone" };
        }
        const messages = state.messages.toReversed().map((message) => html`<li>${message}</li>`);
        const approve = html`<form method="post"><button>Approve ${state.waiting.size} sign-in requests</button></form>`;
        const content = html`${messages.length > 0 ? html`<ul>${messages}</ul>` : html`<p>No messages.</p>`}
${state.waiting.size > 0 ? approve : html`<p>No sign-in requests to approve.</p>`}`;
        return { page: htmlDocument("Phone", content) };
      },
    },
  },
];
