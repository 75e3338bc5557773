import type { Foundation } from "./foundation.ts";
import { apiKeyResource } from "./handlers/api-keys.ts";
import { deploymentResource } from "./handlers/apps.ts";
import { credentialEndResource, invocationTokenResource, loginTokenResource } from "./handlers/auth.ts";
import { authConnectionResource } from "./handlers/auth-connections.ts";
import { sessionResource } from "./handlers/browsers.ts";
import { credentialProviderResource } from "./handlers/credential-providers.ts";
import { credentialResource } from "./handlers/credentials.ts";
import { extensionResource } from "./handlers/extensions.ts";
import { healthCheckResource } from "./handlers/health-checks.ts";
import { hostedLoginResource } from "./handlers/hosted-login.ts";
import { invocationResource } from "./handlers/invocations.ts";
import { liveViewResource } from "./handlers/live-view.ts";
import { connectionSessionResource, loginFlowResource, timelineResource } from "./handlers/login-flows.ts";
import { loginPlanResource } from "./handlers/login-plans.ts";
import { loginScreenshotResource } from "./handlers/login-screenshots.ts";
import { poolResource } from "./handlers/pools.ts";
import { profileResource } from "./handlers/profiles.ts";
import { projectResource } from "./handlers/projects.ts";
import { proxyResource } from "./handlers/proxies.ts";
import type { AnyResource, ServicesOf } from "./resource.ts";

/**
 * Resources of the service in the order of their start. Tables, context, preparation, idle check, shutdown and handlers
 * are derived from this list.
 */
export const resources = [
  projectResource,
  apiKeyResource,
  invocationTokenResource,
  credentialEndResource,
  loginTokenResource,
  sessionResource,
  liveViewResource,
  profileResource,
  proxyResource,
  credentialResource,
  credentialProviderResource,
  loginPlanResource,
  loginScreenshotResource,
  authConnectionResource,
  timelineResource,
  connectionSessionResource,
  loginFlowResource,
  hostedLoginResource,
  healthCheckResource,
  extensionResource,
  poolResource,
  deploymentResource,
  invocationResource,
] as const;

export const tables = resources.flatMap((each) => each.tables);

/** Directories below the state directory whose files the rows name. */
export const fileDirectories = resources.flatMap((each: AnyResource) => each.files ?? []);

/** Objects that the handlers of one running service share. */
export type ServiceContext = Foundation & ServicesOf<typeof resources>;
