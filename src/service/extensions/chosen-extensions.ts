import type { OperationById } from "../../contract/index.ts";
import type { BodyOf } from "../../contract/operation.ts";
import type { InputProblem } from "../../contract/problems.ts";
import type { Faults } from "../faults.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { StoredExtension } from "./extension-table.ts";
import { SessionExtensions } from "./session-extensions.ts";
import type { StoredExtensions } from "./stored-extensions.ts";

type References = NonNullable<BodyOf<OperationById<"browsers.create">>>["extensions"];

/**
 * Stored extensions that a new session starts with. Throws as {@link chosenExtensionRows} does.
 */
export function chosenExtensions(
  stored: StoredExtensions,
  projectId: ProjectId,
  references: References,
  faults: Faults,
): SessionExtensions | undefined {
  if (!references || references.length === 0) return undefined;
  const chosen = chosenExtensionRows(stored, projectId, references);
  return new SessionExtensions(
    faults,
    chosen.map((extension, at) => ({
      name: extension.name ?? extension.id,
      zip: stored.path(extension),
      field: { item: `extensions[${at}]`, archive: `extensions[${at}]` },
      used: () => stored.used(extension),
    })),
  );
}

/**
 * Rows of stored extensions that a request refers to. Throws a {@link ResourceError} for an unknown extension or a
 * duplicate. assumed: invalid input, because the body is wrong; not found is for the resource in the path.
 */
export function chosenExtensionRows(
  stored: StoredExtensions,
  projectId: ProjectId,
  references: NonNullable<References>,
): readonly StoredExtension[] {
  const problems: InputProblem[] = [];
  const chosen: StoredExtension[] = [];
  for (const [at, { id, name }] of references.entries()) {
    const wanted = id ?? name ?? "";
    const found = stored.find(projectId, wanted);
    const path = `extensions[${at}].${id === undefined ? "name" : "id"}`;
    if (!found || (id === undefined ? found.name !== name : found.id !== id)) {
      problems.push({ path, message: `there is no extension ${JSON.stringify(wanted)}` });
    } else if (chosen.some((other) => other.id === found.id)) {
      problems.push({ path, message: `${JSON.stringify(wanted)} is given twice` });
    } else chosen.push(found);
  }
  if (problems.length > 0) throw ResourceError.invalid(problems);
  return chosen;
}
