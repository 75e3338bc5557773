import { checked } from "../cli/command.ts";
import type { CommandSpec } from "../cli/spec.ts";
import { apiKeysCreate } from "./api-keys/create.ts";
import { apiKeysDelete } from "./api-keys/delete.ts";
import { apiKeysGet } from "./api-keys/get.ts";
import { apiKeysList } from "./api-keys/list.ts";
import { apiKeysRotate } from "./api-keys/rotate.ts";
import { apiKeysUpdate } from "./api-keys/update.ts";
import { appsDelete } from "./apps/delete.ts";
import { appsDeploy } from "./apps/deploy.ts";
import { appsInit } from "./apps/init.ts";
import { appsList } from "./apps/list.ts";
import { authConnectionsCancel } from "./auth/connections/cancel.ts";
import { authConnectionsCheck } from "./auth/connections/check.ts";
import { authConnectionsCreate } from "./auth/connections/create.ts";
import { authConnectionsDelete } from "./auth/connections/delete.ts";
import { authConnectionsExplain } from "./auth/connections/explain.ts";
import { authConnectionsGet } from "./auth/connections/get.ts";
import { authConnectionsList } from "./auth/connections/list.ts";
import { authConnectionsLogin } from "./auth/connections/login.ts";
import { authConnectionsSubmit } from "./auth/connections/submit.ts";
import { authConnectionsTimeline } from "./auth/connections/timeline.ts";
import { authConnectionsUpdate } from "./auth/connections/update.ts";
import { authConnectionsWatch } from "./auth/connections/watch.ts";
import { authContext } from "./auth/context.ts";
import { authStatus } from "./auth/status.ts";
import { authToken } from "./auth/token.ts";
import { batch } from "./batch/batch.ts";
import { browsersCreate } from "./browsers/create.ts";
import { browsersCurl } from "./browsers/curl.ts";
import { browsersDelete } from "./browsers/delete.ts";
import { browsersGet } from "./browsers/get.ts";
import { browsersKeep } from "./browsers/keep.ts";
import { browsersList } from "./browsers/list.ts";
import { browsersOpen } from "./browsers/open.ts";
import { browsersRun } from "./browsers/run.ts";
import { browsersUnbind } from "./browsers/unbind.ts";
import { browsersUpdate } from "./browsers/update.ts";
import { browsersUse } from "./browsers/use.ts";
import { browsersView } from "./browsers/view.ts";
import { completionInstall } from "./completion/install.ts";
import { completionUninstall } from "./completion/uninstall.ts";
import { computerBatch } from "./computer/batch.ts";
import { computerClick } from "./computer/click.ts";
import { computerClipboardRead } from "./computer/clipboard-read.ts";
import { computerClipboardWrite } from "./computer/clipboard-write.ts";
import { computerCursor } from "./computer/cursor.ts";
import { computerDrag } from "./computer/drag.ts";
import { computerMousePosition } from "./computer/mouse-position.ts";
import { computerMove } from "./computer/move.ts";
import { computerPress } from "./computer/press.ts";
import { computerScreenshot } from "./computer/screenshot.ts";
import { computerScroll } from "./computer/scroll.ts";
import { computerType } from "./computer/type.ts";
import { configExplain } from "./config/explain.ts";
import { configGet } from "./config/get.ts";
import { configList } from "./config/list.ts";
import { configPath } from "./config/path.ts";
import { configSet } from "./config/set.ts";
import { configUnset } from "./config/unset.ts";
import { contextAdd } from "./context/add.ts";
import { contextList } from "./context/list.ts";
import { contextRemove } from "./context/remove.ts";
import { contextRename } from "./context/rename.ts";
import { contextShow } from "./context/show.ts";
import { contextUnbind } from "./context/unbind.ts";
import { contextUse } from "./context/use.ts";
import { credentialsCreate } from "./credentials/create.ts";
import { credentialsDelete } from "./credentials/delete.ts";
import { credentialsGet } from "./credentials/get.ts";
import { credentialsList } from "./credentials/list.ts";
import { credentialsTotp } from "./credentials/totp.ts";
import { credentialsUpdate } from "./credentials/update.ts";
import { deploymentsDelete } from "./deployments/delete.ts";
import { deploymentsGet } from "./deployments/get.ts";
import { deploymentsList } from "./deployments/list.ts";
import { deploymentsTail } from "./deployments/tail.ts";
import { deprecationsCommand } from "./deprecations/deprecations.ts";
import { doctor } from "./doctor/doctor.ts";
import { explain } from "./explain/explain.ts";
import { browsersExtensionsUpload } from "./extensions/activate.ts";
import { extensionsDelete } from "./extensions/delete.ts";
import { extensionsDownload } from "./extensions/download.ts";
import { extensionsGet } from "./extensions/get.ts";
import { extensionsList } from "./extensions/list.ts";
import { extensionsUpload } from "./extensions/upload.ts";
import { fsChmod } from "./fs/chmod.ts";
import { fsCp } from "./fs/cp.ts";
import { fsDownload } from "./fs/download.ts";
import { fsDownloadDir } from "./fs/download-dir.ts";
import { fsInfo } from "./fs/info.ts";
import { fsList } from "./fs/list.ts";
import { fsMkdir } from "./fs/mkdir.ts";
import { fsMv } from "./fs/mv.ts";
import { fsRead } from "./fs/read.ts";
import { fsRm } from "./fs/rm.ts";
import { fsUpload } from "./fs/upload.ts";
import { fsUploadZip } from "./fs/upload-zip.ts";
import { fsWatch } from "./fs/watch.ts";
import { fsWrite } from "./fs/write.ts";
import { importCurl } from "./import/curl.ts";
import { invocationsBrowsers } from "./invocations/browsers.ts";
import { invocationsCancel } from "./invocations/cancel.ts";
import { invocationsGet } from "./invocations/get.ts";
import { invocationsList } from "./invocations/list.ts";
import { invocationsTail } from "./invocations/tail.ts";
import { invocationsWait } from "./invocations/wait.ts";
import { localChaosOff } from "./local/chaos-off.ts";
import { localChaosSet } from "./local/chaos-set.ts";
import { localChaosShow } from "./local/chaos-show.ts";
import { localClockAdvance } from "./local/clock-advance.ts";
import { localClockReset } from "./local/clock-reset.ts";
import { localClockSet } from "./local/clock-set.ts";
import { localClockShow } from "./local/clock-show.ts";
import { localLogs } from "./local/logs.ts";
import { localReset } from "./local/reset.ts";
import { localSeedProfile } from "./local/seed-profile.ts";
import { localSetup } from "./local/setup.ts";
import { localStart } from "./local/start.ts";
import { localStatus } from "./local/status.ts";
import { localStop } from "./local/stop.ts";
import { localSupport } from "./local/support.ts";
import { localUninstall } from "./local/uninstall.ts";
import { orgEntitlements } from "./org/entitlements.ts";
import { orgLimitsGet } from "./org/limits-get.ts";
import { orgLimitsSet } from "./org/limits-set.ts";
import { playwrightExecute } from "./playwright/execute.ts";
import { processExec } from "./process/exec.ts";
import { processKill } from "./process/kill.ts";
import { processList } from "./process/list.ts";
import { processOutput } from "./process/output.ts";
import { processResize } from "./process/resize.ts";
import { processSpawn } from "./process/spawn.ts";
import { processStatus } from "./process/status.ts";
import { processStdin } from "./process/stdin.ts";
import { profilesCreate } from "./profiles/create.ts";
import { profilesDelete } from "./profiles/delete.ts";
import { profilesDownload } from "./profiles/download.ts";
import { profilesGet } from "./profiles/get.ts";
import { profilesImport } from "./profiles/import.ts";
import { profilesInspect } from "./profiles/inspect.ts";
import { profilesList } from "./profiles/list.ts";
import { profilesUpdate } from "./profiles/update.ts";
import { projectsArchive } from "./projects/archive.ts";
import { projectsCreate } from "./projects/create.ts";
import { projectsDelete } from "./projects/delete.ts";
import { projectsGet } from "./projects/get.ts";
import { projectsLimitsGet } from "./projects/limits-get.ts";
import { projectsLimitsSet } from "./projects/limits-set.ts";
import { projectsList } from "./projects/list.ts";
import { projectsUnarchive } from "./projects/unarchive.ts";
import { projectsUpdate } from "./projects/update.ts";
import { projectsUse } from "./projects/use.ts";
import { proxiesCheck } from "./proxies/check.ts";
import { proxiesCreate } from "./proxies/create.ts";
import { proxiesDelete } from "./proxies/delete.ts";
import { proxiesGet } from "./proxies/get.ts";
import { proxiesList } from "./proxies/list.ts";
import { proxiesUpdate } from "./proxies/update.ts";
import { api } from "./root/api.ts";
import { completion } from "./root/completion.ts";
import { invoke } from "./root/invoke.ts";
import { login } from "./root/login.ts";
import { logout } from "./root/logout.ts";
import { openapi } from "./root/openapi.ts";
import { schema } from "./root/schema.ts";
import { versionCommand } from "./root/version.ts";
import { whoami } from "./root/whoami.ts";
import { waitBrowser, waitConnection, waitDeployment, waitInvocation } from "./wait/wait.ts";

/** Every command, in the order of help. */
export const commands: readonly CommandSpec[] = [
  checked(browsersCreate),
  checked(browsersList),
  checked(browsersGet),
  checked(browsersUpdate),
  checked(browsersKeep),
  checked(browsersOpen),
  checked(browsersUse),
  checked(browsersUnbind),
  checked(browsersDelete),
  checked(browsersView),
  checked(browsersRun),
  checked(browsersCurl),
  checked(processExec),
  checked(processSpawn),
  checked(processList),
  checked(processStatus),
  checked(processOutput),
  checked(processStdin),
  checked(processKill),
  checked(processResize),
  checked(fsList),
  checked(fsInfo),
  checked(fsRead),
  checked(fsWrite),
  checked(fsCp),
  checked(fsUpload),
  checked(fsUploadZip),
  checked(fsDownload),
  checked(fsDownloadDir),
  checked(fsMkdir),
  checked(fsRm),
  checked(fsMv),
  checked(fsChmod),
  checked(fsWatch),
  checked(computerScreenshot),
  checked(computerClick),
  checked(computerMove),
  checked(computerDrag),
  checked(computerScroll),
  checked(computerPress),
  checked(computerType),
  checked(computerCursor),
  checked(computerMousePosition),
  checked(computerClipboardRead),
  checked(computerClipboardWrite),
  checked(computerBatch),
  checked(playwrightExecute),
  checked(browsersExtensionsUpload),
  checked(profilesCreate),
  checked(profilesList),
  checked(profilesGet),
  checked(profilesUpdate),
  checked(profilesDownload),
  checked(profilesInspect),
  checked(profilesImport),
  checked(profilesDelete),
  checked(proxiesCreate),
  checked(proxiesList),
  checked(proxiesGet),
  checked(proxiesUpdate),
  checked(proxiesCheck),
  checked(proxiesDelete),
  checked(credentialsCreate),
  checked(credentialsList),
  checked(credentialsGet),
  checked(credentialsUpdate),
  checked(credentialsTotp),
  checked(credentialsDelete),
  checked(extensionsUpload),
  checked(extensionsList),
  checked(extensionsGet),
  checked(extensionsDownload),
  checked(extensionsDelete),
  checked(appsInit),
  checked(appsDeploy),
  checked(appsList),
  checked(appsDelete),
  checked(deploymentsList),
  checked(deploymentsGet),
  checked(deploymentsTail),
  checked(deploymentsDelete),
  checked(invoke),
  checked(invocationsList),
  checked(invocationsGet),
  checked(invocationsTail),
  checked(invocationsWait),
  checked(invocationsCancel),
  checked(invocationsBrowsers),
  checked(projectsCreate),
  checked(projectsList),
  checked(projectsGet),
  checked(projectsUpdate),
  checked(projectsArchive),
  checked(projectsUnarchive),
  checked(projectsDelete),
  checked(projectsUse),
  checked(projectsLimitsGet),
  checked(projectsLimitsSet),
  checked(orgEntitlements),
  checked(orgLimitsGet),
  checked(orgLimitsSet),
  checked(authContext),
  checked(authStatus),
  checked(authToken),
  checked(authConnectionsCreate),
  checked(authConnectionsList),
  checked(authConnectionsGet),
  checked(authConnectionsUpdate),
  checked(authConnectionsExplain),
  checked(authConnectionsLogin),
  checked(authConnectionsWatch),
  checked(authConnectionsSubmit),
  checked(authConnectionsCancel),
  checked(authConnectionsCheck),
  checked(authConnectionsTimeline),
  checked(authConnectionsDelete),
  checked(apiKeysCreate),
  checked(apiKeysList),
  checked(apiKeysGet),
  checked(apiKeysUpdate),
  checked(apiKeysRotate),
  checked(apiKeysDelete),
  checked(localSetup),
  checked(localStart),
  checked(localStop),
  checked(localStatus),
  checked(localLogs),
  checked(localReset),
  checked(localUninstall),
  checked(localSeedProfile),
  checked(localSupport),
  checked(localChaosSet),
  checked(localChaosShow),
  checked(localChaosOff),
  checked(localClockShow),
  checked(localClockSet),
  checked(localClockAdvance),
  checked(localClockReset),
  checked(contextList),
  checked(contextUse),
  checked(contextUnbind),
  checked(contextShow),
  checked(contextAdd),
  checked(contextRemove),
  checked(contextRename),
  checked(configGet),
  checked(configSet),
  checked(configUnset),
  checked(configList),
  checked(configPath),
  checked(configExplain),
  checked(login),
  checked(logout),
  checked(whoami),
  checked(api),
  checked(waitBrowser),
  checked(waitInvocation),
  checked(waitDeployment),
  checked(waitConnection),
  checked(batch),
  checked(importCurl),
  checked(openapi),
  checked(doctor),
  checked(explain),
  checked(deprecationsCommand),
  checked(completion),
  checked(schema),
  checked(completionInstall),
  checked(completionUninstall),
  checked(versionCommand),
];
