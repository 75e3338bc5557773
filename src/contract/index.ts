import { agentOperations } from "./agent.ts";
import { agentLogOperations } from "./agent-logs.ts";
import { agentReadingOperations } from "./agent-reading.ts";
import { agentRecordOperations } from "./agent-records.ts";
import { apiKeyOperations } from "./api-keys.ts";
import { appOperations } from "./apps.ts";
import { auditLogDestinationOperations } from "./audit-log-destinations.ts";
import { auditLogOperations } from "./audit-logs.ts";
import { authOperations } from "./auth.ts";
import { authConnectionOperations } from "./auth-connections.ts";
import { browserPoolOperations } from "./browser-pools.ts";
import { browserOperations } from "./browsers.ts";
import { computerOperations } from "./computer.ts";
import { configRegistryOperations } from "./config-registry.ts";
import { credentialProviderOperations } from "./credential-providers.ts";
import { credentialOperations } from "./credentials.ts";
import { extensionOperations } from "./extensions.ts";
import { fsOperations } from "./fs.ts";
import { invocationOperations } from "./invocations.ts";
import { localOperations } from "./local.ts";
import { localChaosOperations } from "./local-chaos.ts";
import { localClockOperations } from "./local-clock.ts";
import { localLoginPlanOperations } from "./local-login-plans.ts";
import { localLoginScreenshotOperations } from "./local-login-screenshots.ts";
import { localManagedAuthOperations } from "./local-managed-auth.ts";
import { loginFlowOperations } from "./login-flows.ts";
import { organizationOperations } from "./organization.ts";
import { playwrightOperations } from "./playwright.ts";
import { processOperations } from "./process.ts";
import { profileOperations } from "./profiles.ts";
import { projectOperations } from "./projects.ts";
import { proxyOperations } from "./proxies.ts";
import { replOperations } from "./repl.ts";
import { replayOperations } from "./replays.ts";
import { searchOperations } from "./search.ts";
import { sessionLogOperations } from "./session-logs.ts";
import { sessionTelemetryOperations } from "./session-telemetry.ts";
import { telemetryDestinationOperations } from "./telemetry-destinations.ts";
import { vaultItemOperations } from "./vault-items.ts";
import { vaultProviderConfigOperations } from "./vault-provider-configs.ts";
import { vaultOperations } from "./vaults.ts";
import { webmcpOperations } from "./webmcp.ts";

/** Operations of the API and of the local service, in the order of help and documents. */
export const operations = [
  ...authOperations,
  ...apiKeyOperations,
  ...projectOperations,
  ...organizationOperations,
  ...auditLogOperations,
  ...browserOperations,
  ...computerOperations,
  ...processOperations,
  ...playwrightOperations,
  ...webmcpOperations,
  ...replOperations,
  ...fsOperations,
  ...replayOperations,
  ...browserPoolOperations,
  ...sessionLogOperations,
  ...sessionTelemetryOperations,
  ...extensionOperations,
  ...profileOperations,
  ...proxyOperations,
  ...credentialOperations,
  ...credentialProviderOperations,
  ...authConnectionOperations,
  ...loginFlowOperations,
  ...appOperations,
  ...invocationOperations,
  ...telemetryDestinationOperations,
  ...auditLogDestinationOperations,
  ...configRegistryOperations,
  ...searchOperations,
  ...vaultOperations,
  ...vaultItemOperations,
  ...vaultProviderConfigOperations,
  ...localOperations,
  ...localChaosOperations,
  ...localClockOperations,
  ...localManagedAuthOperations,
  ...agentOperations,
  ...agentReadingOperations,
  ...agentLogOperations,
  ...agentRecordOperations,
  ...localLoginPlanOperations,
  ...localLoginScreenshotOperations,
] as const;

type AnyOperation = (typeof operations)[number];
/** Group of operations, such as `browsers`. */
export type Area = AnyOperation["area"];
/** Id of an operation, such as `browsers.create`. */
export type OperationId = AnyOperation["id"];
/** Id of an operation that the local service has. */
export type ServedOperationId = Exclude<AnyOperation, { local: { unserved: string } }>["id"];
export type OperationById<Id extends OperationId> = Extract<AnyOperation, { id: Id }>;
