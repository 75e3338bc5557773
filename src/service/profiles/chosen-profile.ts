import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { StoredProfile } from "./profile-table.ts";
import type { Profiles } from "./profiles.ts";

/** Reference to a profile in a request (contract 2.2). */
export type ProfileReference = NonNullable<BodyOf<OperationById<"browsers.create">>>["profile"];

/**
 * Profile that a request refers to. Throws a {@link ResourceError} for none or two references and for an unknown
 * profile. assumed: invalid input, because the body is wrong; not found is for the resource in the path.
 */
export function chosenProfile(
  profiles: Profiles,
  projectId: ProjectId,
  reference: ProfileReference,
): StoredProfile | undefined {
  if (!reference) return undefined;
  const { id, name } = reference;
  const named = id ?? name;
  if (named === undefined || (id !== undefined && name !== undefined)) {
    throw ResourceError.invalid([{ path: "profile", message: "must have exactly one of id and name" }]);
  }
  const found = profiles.find(projectId, named);
  if (found && (id === undefined ? found.name === name : found.id === id)) return found;
  const path = id === undefined ? "profile.name" : "profile.id";
  throw ResourceError.invalid([{ path, message: `there is no profile ${JSON.stringify(named)}` }]);
}
