import type { IncomingMessage } from "node:http";
import { LIVE_COOKIE, type LiveViews } from "../live-view/live-views.ts";
import { cookieOf } from "./cookies.ts";
import type { UpgradeRoute } from "./upgrades.ts";

/** WebSocket of an opened live view, `/browsers/<id>/live/socket`. */
export function liveViewUpgrade({ liveViews }: { readonly liveViews: LiveViews }): UpgradeRoute {
  return {
    path: /^\/browsers\/([^/]+)\/live\/socket$/,
    origin: "own",
    messageLimit: liveViews.messageLimit,
    accept: (id, request) => {
      const view = liveViews.resume(id, liveCookie(request));
      return (viewer) => liveViews.attach(view, viewer);
    },
  };
}

/** Value of the cookie of an opened page. */
export function liveCookie(request: IncomingMessage): string | undefined {
  return cookieOf(request, LIVE_COOKIE);
}
