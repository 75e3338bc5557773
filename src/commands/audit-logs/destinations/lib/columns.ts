import { table } from "../../../../cli/declare/command.ts";
import type { ExportDestination } from "../../../../generated/types.ts";

/** Columns of a list. */
export const exportColumns = table<ExportDestination>([
  { path: "id" },
  { path: "bucket" },
  { path: "prefix" },
  { path: "region" },
  { path: "status", as: "state" },
  { path: "consecutive_failures", title: "failures" },
  { path: "last_success_at", title: "last export", as: "age" },
]);

/** Columns of one destination, with what the owner of the bucket needs for the policy of the role. */
export const exportLines = table<ExportDestination>([
  { path: "id" },
  { path: "bucket" },
  { path: "prefix" },
  { path: "region" },
  { path: "format" },
  { path: "status", as: "state" },
  { path: "role_arn", title: "role" },
  { path: "external_id", title: "external id" },
  { path: "kernel_role_arn", title: "role of the service" },
  { path: "consecutive_failures", title: "failures" },
  { path: "last_success_at", title: "last export", as: "age" },
  { path: "last_error", title: "last error" },
  { path: "last_error_at", title: "failed", as: "age" },
  { path: "next_attempt_at", title: "next attempt", as: "until" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
