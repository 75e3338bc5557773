import type { Service } from "../../../settings/require-service.ts";

/** Origin of a service's token in words, never the token: `token of BROWSERCTL_TOKEN`. */
export function tokenPlaceOf({ tokenFrom }: Service): string {
  return tokenFrom === undefined ? "token" : `token from ${tokenFrom}`;
}
