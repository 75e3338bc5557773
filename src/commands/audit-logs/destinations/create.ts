import { command } from "../../../cli/declare/command.ts";
import { exportLines } from "./lib/columns.ts";

export const auditLogsDestinationsCreate = command({
  words: "audit-logs destinations create",
  effects: "none",
  operation: "auditLogDestinations.create",
  description:
    "The answer has the external id and the role of the service for the trust policy of your role. The export is paused: test it, then make it active.",
  idField: "id",
  fields: {
    type: { preset: "s3" },
    format: { preset: "jsonl.gz" },
    region: { placeholder: "REGION" },
    bucket: { placeholder: "NAME" },
    prefix: { placeholder: "PREFIX" },
    role_arn: { placeholder: "ARN" },
    kms_key_id: { name: "kms-key", placeholder: "KEY" },
  },
  columns: exportLines,
  seeAlso: ["audit-logs destinations test", "audit-logs destinations update"],
  examples: [
    {
      line: "audit-logs destinations create --bucket example-audit --prefix browsers/ --region eu-central-1 --role-arn arn:aws:iam::111122223333:role/audit-writer",
      does: "Export to a bucket",
    },
    {
      line: "audit-logs destinations create --bucket example-audit --prefix '' --region eu-central-1 --role-arn arn:aws:iam::111122223333:role/audit-writer --kms-key alias/audit -q",
      does: "Encrypt the files with a key, and print the id alone",
    },
  ],
});
