import { checked } from "../cli/command.ts";
import type { CommandSpec } from "../cli/spec.ts";
import { appsDelete } from "./apps/delete.ts";
import { appsDeploy } from "./apps/deploy.ts";
import { appsInit } from "./apps/init.ts";
import { appsList } from "./apps/list.ts";
import { authContext } from "./auth/context.ts";
import { browsersCreate } from "./browsers/create.ts";
import { browsersCurl } from "./browsers/curl.ts";
import { browsersDelete } from "./browsers/delete.ts";
import { browsersGet } from "./browsers/get.ts";
import { browsersList } from "./browsers/list.ts";
import { browsersRun } from "./browsers/run.ts";
import { browsersUpdate } from "./browsers/update.ts";
import { computerBatch } from "./computer/batch.ts";
import { computerClipboardRead } from "./computer/clipboard-read.ts";
import { computerScreenshot } from "./computer/screenshot.ts";
import * as computer from "./computer/specs.ts";
import * as config from "./config/specs.ts";
import * as context from "./context/specs.ts";
import { deploymentsDelete } from "./deployments/delete.ts";
import { deploymentsGet } from "./deployments/get.ts";
import { deploymentsList } from "./deployments/list.ts";
import { deploymentsTail } from "./deployments/tail.ts";
import { browsersExtensionsUpload } from "./extensions/activate.ts";
import { extensionsDelete } from "./extensions/delete.ts";
import { extensionsDownload } from "./extensions/download.ts";
import { extensionsGet } from "./extensions/get.ts";
import { extensionsList } from "./extensions/list.ts";
import { extensionsUpload } from "./extensions/upload.ts";
import { fsDownload } from "./fs/download.ts";
import { fsDownloadDir } from "./fs/download-dir.ts";
import { fsRead } from "./fs/read.ts";
import { fsRm } from "./fs/rm.ts";
import * as fs from "./fs/specs.ts";
import { fsUpload } from "./fs/upload.ts";
import { fsUploadZip } from "./fs/upload-zip.ts";
import { fsWatch } from "./fs/watch.ts";
import { fsWrite } from "./fs/write.ts";
import { invocationsBrowsers } from "./invocations/browsers.ts";
import { invocationsCancel } from "./invocations/cancel.ts";
import { invocationsGet } from "./invocations/get.ts";
import { invocationsList } from "./invocations/list.ts";
import { invocationsTail } from "./invocations/tail.ts";
import { invocationsWait } from "./invocations/wait.ts";
import * as chaos from "./local/chaos.ts";
import * as local from "./local/specs.ts";
import { localStatus } from "./local/status.ts";
import { playwrightExecute } from "./playwright/execute.ts";
import { processExec } from "./process/exec.ts";
import { processOutput } from "./process/output.ts";
import { processSpawn } from "./process/spawn.ts";
import * as process from "./process/specs.ts";
import { processStdin } from "./process/stdin.ts";
import { profilesCreate } from "./profiles/create.ts";
import { profilesDelete } from "./profiles/delete.ts";
import { profilesDownload } from "./profiles/download.ts";
import { profilesGet } from "./profiles/get.ts";
import { profilesImport } from "./profiles/import.ts";
import { profilesInspect } from "./profiles/inspect.ts";
import { profilesList } from "./profiles/list.ts";
import { profilesUpdate } from "./profiles/update.ts";
import { api } from "./root/api.ts";
import { completion } from "./root/completion.ts";
import { invoke } from "./root/invoke.ts";
import { login, logout } from "./root/login.ts";
import { openapi } from "./root/openapi.ts";
import { versionCommand } from "./root/version.ts";

/** Every command, in the order of help. */
export const commands: readonly CommandSpec[] = [
  checked(browsersCreate),
  checked(browsersList),
  checked(browsersGet),
  checked(browsersUpdate),
  checked(browsersDelete),
  checked(browsersRun),
  checked(browsersCurl),
  checked(processExec),
  checked(processSpawn),
  checked(process.processList),
  checked(process.processStatus),
  checked(processOutput),
  checked(processStdin),
  checked(process.processKill),
  checked(process.processResize),
  checked(fs.fsList),
  checked(fs.fsInfo),
  checked(fsRead),
  checked(fsWrite),
  checked(fsUpload),
  checked(fsUploadZip),
  checked(fsDownload),
  checked(fsDownloadDir),
  checked(fs.fsMkdir),
  checked(fsRm),
  checked(fs.fsMv),
  checked(fs.fsChmod),
  checked(fsWatch),
  checked(computerScreenshot),
  checked(computer.computerClick),
  checked(computer.computerMove),
  checked(computer.computerDrag),
  checked(computer.computerScroll),
  checked(computer.computerPress),
  checked(computer.computerType),
  checked(computer.computerCursor),
  checked(computer.computerMousePosition),
  checked(computerClipboardRead),
  checked(computer.computerClipboardWrite),
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
  checked(authContext),
  checked(local.localSetup),
  checked(local.localStart),
  checked(local.localStop),
  checked(localStatus),
  checked(local.localLogs),
  checked(local.localReset),
  checked(local.localSeedProfile),
  checked(local.localSupport),
  checked(chaos.localChaosSet),
  checked(chaos.localChaosShow),
  checked(chaos.localChaosOff),
  checked(context.contextList),
  checked(context.contextUse),
  checked(context.contextUnbind),
  checked(context.contextShow),
  checked(context.contextAdd),
  checked(context.contextRemove),
  checked(context.contextRename),
  checked(config.configGet),
  checked(config.configSet),
  checked(config.configUnset),
  checked(config.configList),
  checked(config.configPath),
  checked(config.configExplain),
  checked(login),
  checked(logout),
  checked(api),
  checked(openapi),
  checked(completion),
  checked(versionCommand),
];
