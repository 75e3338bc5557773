import { deploymentResource } from "./handlers/apps.ts";
import { projectResource, tokenResource } from "./handlers/auth.ts";
import { sessionResource } from "./handlers/browsers.ts";
import { extensionResource } from "./handlers/extensions.ts";
import { invocationResource } from "./handlers/invocations.ts";
import { profileResource } from "./handlers/profiles.ts";

/**
 * Everything that the service keeps, in the order of its start. Tables, context, preparation, idleness, the end and the
 * handlers derive from this list.
 */
export const resources = [
  projectResource,
  tokenResource,
  sessionResource,
  profileResource,
  extensionResource,
  deploymentResource,
  invocationResource,
] as const;

export const tables = resources.flatMap((each) => each.tables);
