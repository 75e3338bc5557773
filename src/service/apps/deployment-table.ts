import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { json, text, time } from "../store/column.ts";
import { type ListedOf, type RowOf, table } from "../store/table.ts";

type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type DeploymentStatus = DeploymentRecord["status"];
export type AppAction = ResultOf<OperationById<"apps.list">>[number]["actions"][number];

/** Deployments of apps. */
export const deployments = table("deployments", {
  noun: "deployment",
  scope: "project",
  columns: {
    /** Absent until the app was loaded. */
    appName: text().nullable(),
    version: text().fixed(),
    status: text<DeploymentStatus>(),
    statusReason: text().nullable(),
    region: text().fixed(),
    entrypoint: text().fixed(),
    env: json<Record<string, string>>().fixed(),
    /** Lower-case hex, of the archive as it was uploaded. */
    sha256: text().fixed(),
    /** The bundle, from the deployment's directory on; absent until it is built. */
    file: text().nullable(),
    actions: json<AppAction[]>().initially([]),
    /** Id of the app's version; absent until it runs. */
    versionId: text().nullable(),
    updatedAt: time(),
  },
  filters: ["status", "appName"],
  search: ["appName"],
  searchIds: ["versionId"],
  indexes: [["updatedAt"]],
});

export type StoredDeployment = RowOf<typeof deployments>;
export type ListedDeployment = ListedOf<typeof deployments>;
