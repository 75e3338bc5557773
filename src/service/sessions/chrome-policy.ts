import type { InputProblem } from "../../contract/problems.ts";
import type { ChromePolicy } from "../processes/browser-policies.ts";
import { ResourceError } from "../store/resource-error.ts";

/** Maximum size of the policies as JSON, in bytes (contract 2.2). */
const MAX_POLICY_BYTES = 5 * 2 ** 20;

const EXTENSIONS = "the service manages extensions; load them with extensions of the session";
const PROXIES = "the service manages proxies; choose one with proxy, or with network.proxy_routes";
const AUTOMATION = "the service controls the browser by its debugging protocol, which the policy could end";

/** Groups of policies that are refused, with the reason (contract 2.2). */
const refused: readonly (readonly [names: RegExp, why: string])[] = [
  [/^(?:Extension[A-Z]\w*|BlockExternalExtensions)$/, EXTENSIONS],
  [/^(?:Proxy[A-Z]\w*|EnableProxy\w*)$/, PROXIES],
  [
    /^(?:RemoteDebugging\w*|DeveloperTools(?:Disabled|Availability\w+)|WebDriver\w*|ChromeForTestingAllowed)$/,
    AUTOMATION,
  ],
  [/^HeadlessMode$/, AUTOMATION],
];
/** Policies that could lead traffic around the relay; refused with `allowed_hosts`. */
const WEBRTC = /^WebRtcIPHandling(?:Url)?$/;

/**
 * Policies of a session; undefined for none. Throws a {@link ResourceError} `invalid` for policies of the service itself, and for
 * more than 5 MiB.
 */
export function chosenPolicy(given: ChromePolicy | undefined, hasAllowedHosts: boolean): ChromePolicy | undefined {
  if (!given || Object.keys(given).length === 0) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(given));
  if (bytes > MAX_POLICY_BYTES) {
    const message = `must have at most 5 MiB as JSON, not ${(bytes / 2 ** 20).toFixed(1)} MiB`;
    throw ResourceError.invalid([{ path: "chrome_policy", message }]);
  }
  const problems = Object.entries(given).flatMap(([name, value]): InputProblem[] => {
    const why = refusal(name, value, hasAllowedHosts);
    return why === undefined ? [] : [{ path: `chrome_policy.${name}`, message: `cannot be set: ${why}` }];
  });
  if (problems.length > 0) throw ResourceError.invalid(problems);
  return given;
}

function refusal(name: string, value: unknown, hasAllowedHosts: boolean): string | undefined {
  const group = refused.find(([names]) => names.test(name));
  if (group) return group[1];
  if (name === "DeveloperToolsAvailability" && value !== 0 && value !== 1) return `${AUTOMATION}; 0 and 1 are allowed`;
  if (hasAllowedHosts && WEBRTC.test(name)) return "it could lead WebRTC around network.allowed_hosts";
  return undefined;
}
