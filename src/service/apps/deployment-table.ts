import type { OperationById } from "../../contract/index.ts";
import type { APP_REGION } from "../../contract/limits.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type DeploymentStatus = DeploymentRecord["status"];
export type AppAction = ResultOf<OperationById<"apps.list">>[number]["actions"][number];

/** Deployments of apps. */
export const deployments = table("deployments", {
  noun: "deployment",
  scope: "project",
  columns: {
    /** Null until the app is loaded and its name is known. */
    appName: text().nullable(),
    version: text().fixed(),
    status: text<DeploymentStatus>(),
    statusReason: text().nullable(),
    region: text<typeof APP_REGION>().fixed(),
    entrypoint: text().fixed(),
    env: json<Record<string, string>>().fixed(),
    /** SHA-256 of the uploaded archive, in lower-case hex; empty for a repository. */
    sha256: text().fixed(),
    /** Repository, without its token; null for an uploaded archive. */
    repository: json<{ readonly url: string; readonly ref: string; readonly path?: string }>().nullable().fixed(),
    /** Path of the bundle, relative to the deployment's directory; null until it is built. */
    file: text().nullable(),
    actions: json<AppAction[]>().initially([]),
    /** Id of the app's version; null until it runs. */
    versionId: text().nullable(),
    updatedAt: time(),
  },
  filters: ["status", "appName", "updatedAt"],
  search: ["appName"],
  searchIds: { versionId: "whole" },
  active: { status: ["queued", "in_progress", "running"] },
  working: { status: ["queued", "in_progress"] },
});

export type StoredDeployment = RowOf<typeof deployments>;
