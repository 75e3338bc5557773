import { expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const example = specs.find(({ id }) => id === "auditLogDestinations.create")?.example.result as object;
const id = "e8x2p6o0r4t9d3e7s1t5i9n2";
const path = "/audit-logs/export/destinations";

test("destinations create sends type and format, and shows what the policy of the role needs", async () => {
  const server = await apiServer({ request: `POST ${path}`, answer: { json: example, status: 201 } });
  const words =
    "audit-logs destinations create --bucket b --prefix p/ --region eu-central-1 --role-arn arn:aws:iam::1:role/r";
  const { code, stdout } = await runHere(words.split(" "), { env: server.env });
  expect(code).toBe(0);
  expect(server.requests[0]?.json).toEqual({
    type: "s3",
    format: "jsonl.gz",
    region: "eu-central-1",
    bucket: "b",
    prefix: "p/",
    role_arn: "arn:aws:iam::1:role/r",
  });
  expect(stdout).toMatch(/external_id\s+x7t1e5r9n3a8l2i6d0e4x7a1/);
});

test("destinations update --clear-kms-key sends an empty key", async () => {
  const server = await apiServer({ request: `PATCH ${path}/${id}`, answer: { json: example } });
  const words = ["audit-logs", "destinations", "update", id, "--clear-kms-key", "--status", "active"];
  expect((await runHere(words, { env: server.env })).code).toBe(0);
  expect(server.requests[0]?.json).toEqual({ kms_key_id: "", status: "active" });
});

test("destinations test exits with 8 and names the step and the reason", async () => {
  const error = { code: "put_object_failed", message: "access denied" };
  const server = await apiServer({
    request: `POST ${path}/${id}/test`,
    answer: { json: { success: false, stage: "put_object", error } },
  });
  const { code, stderr } = await runHere(["audit-logs", "destinations", "test", id], { env: server.env });
  expect([code, stderr.includes(`the export to ${id} failed at put_object: access denied`)]).toEqual([8, true]);
});
