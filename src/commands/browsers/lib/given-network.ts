import type { Needs } from "../../../cli/declare/body.ts";
import type { Problem } from "../../../core/errors.ts";
import { isObject } from "../../../core/is-object.ts";
import { jsonProblem } from "../../../core/json-syntax-error.ts";
import { parseJson } from "../../../core/parse-json.ts";
import type { BrowsersCreateBody } from "../../../generated/types.ts";

interface Given {
  readonly flags: {
    readonly chromePolicy: string | undefined;
    readonly proxyRoute: readonly string[] | undefined;
  };
}

type Route = NonNullable<NonNullable<BrowsersCreateBody["network"]>["proxy_routes"]>[number];

/** Problems of the flags whose values are parsed by the function. */
export function policyAndRouteProblems({ flags }: Given): Problem[] {
  const routes = (flags.proxyRoute ?? []).filter((word) => routeOf(word) === undefined);
  return [
    ...routes.map((word) => ({
      path: "--proxy-route",
      message: `must be HOST=PROXY or HOST,HOST=PROXY, not "${word}"`,
    })),
    ...policyProblems(flags.chromePolicy),
  ];
}

/** The body with the policy and the routes of the flags. */
export function withPolicyAndRoutes(
  { flags }: Given & Partial<Needs<"read">>,
  body: BrowsersCreateBody | undefined,
): BrowsersCreateBody | undefined {
  const { chromePolicy, proxyRoute } = flags;
  if (chromePolicy === undefined && proxyRoute === undefined) return body;
  const routes = proxyRoute?.flatMap((word) => routeOf(word) ?? []);
  return {
    ...body,
    ...(chromePolicy !== undefined && { chrome_policy: parseJson(chromePolicy) as Record<string, unknown> }),
    ...(routes && { network: { ...body?.network, proxy_routes: [...(body?.network?.proxy_routes ?? []), ...routes] } }),
  };
}

function policyProblems(text: string | undefined): Problem[] {
  if (text === undefined) return [];
  try {
    return isObject(parseJson(text)) ? [] : [{ path: "--chrome-policy", message: "must be a JSON object" }];
  } catch {
    return [{ path: "--chrome-policy", message: `is not JSON: ${jsonProblem(text)}` }];
  }
}

function routeOf(word: string): Route | undefined {
  const at = word.lastIndexOf("=");
  const hosts = word.slice(0, Math.max(0, at)).split(",");
  const proxy = word.slice(at + 1);
  if (proxy === "" || hosts.some((host) => host === "")) return undefined;
  return { hosts, proxy: /^[a-z][a-z0-9]{23}$/.test(proxy) ? { id: proxy } : { name: proxy } };
}
