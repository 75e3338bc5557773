import { ResourceError } from "../store/resource-error.ts";

/** Removes all tokens: none is in use when the service starts. */
export interface Grant {
  readonly projectScope: string | null;
  /** Time in milliseconds since 1970. */
  readonly expiresAt: number | null;
}

/** True when a key reaches no more than its maker, and ends no later. */
export function mayGrant(maker: Grant, wanted: Grant): boolean {
  const reaches = maker.projectScope === null || maker.projectScope === wanted.projectScope;
  return reaches && endOf(wanted) <= endOf(maker);
}

/** The earlier end of two. */
export function earlierEnd(one: number | null, other: number | null): number | null {
  const end = Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
  return end === Number.POSITIVE_INFINITY ? null : end;
}

/** Checks {@link mayGrant}. Throws a {@link ResourceError} that names the field and what is allowed. */
export function checkGrant(maker: Grant, wanted: Grant): void {
  if (mayGrant(maker, wanted)) return;
  if (maker.projectScope !== null && wanted.projectScope !== maker.projectScope) {
    throw new ResourceError("forbidden", "a key of one project creates keys of that project alone", {
      problems: [{ path: "project_id", message: "must be the project of the calling key, or left out" }],
    });
  }
  throw ResourceError.invalid([
    {
      path: "days_to_expire",
      message:
        `the key would outlive the calling key, which ends at ${new Date(endOf(maker)).toISOString()}; ` +
        "leave it out for a key that ends at that time, or use a key that lives longer",
    },
  ]);
}

function endOf({ expiresAt }: Grant): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}
