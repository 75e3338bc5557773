import Type from "typebox";
import { Text } from "./common.ts";
import { operation } from "./operation.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** State of fault injection. */
const ChaosState = Type.Object({
  spec: Type.Union([Type.String(), Type.Null()], {
    description: "Active faults with their seed; null when fault injection is off",
  }),
  seed: Type.Union([Type.Integer(), Type.Null()], { description: "Seed of the random generator" }),
  struck: Type.Optional(
    Type.Object(
      {
        latency: count("Delayed requests"),
        error: count("Requests answered 503"),
        drop_stream: count("Streams cut"),
        cut_download: count("Files cut"),
        extension_live: count("Extensions not loaded live"),
      },
      { description: "Injected faults since the last change, of all projects; absent with a key of one project" },
    ),
  ),
});

const chaosExample = {
  spec: "latency=200ms,seed=42",
  seed: 42,
  struck: { latency: 0, error: 0, drop_stream: 0, cut_download: 0, extension_live: 0 },
} as const;

/** Fault injection while the service runs. assumed: not part of the API; a restart of the service turns it off. */
export const localChaosOperations = [
  operation({
    id: "local.chaosGet",
    area: "local",
    method: "GET",
    path: "/_local/chaos",
    summary: "Show fault injection",
    source: "assumed",
    response: { kind: "json", status: 200, schema: ChaosState },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: { result: chaosExample },
  }),
  operation({
    id: "local.chaosSet",
    area: "local",
    method: "PUT",
    path: "/_local/chaos",
    summary: "Turn on fault injection",
    source: "assumed",
    body: Type.Object(
      { spec: Text({ minLength: 1, maxLength: 1_000, description: "Faults, such as latency=200ms,error=5%" }) },
      { additionalProperties: false },
    ),
    response: { kind: "json", status: 200, schema: ChaosState },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    assumed: ["replaces the active faults; without a seed a random one is chosen and returned"],
    example: { body: { spec: "latency=200ms,seed=42" }, result: chaosExample },
  }),
  operation({
    id: "local.chaosOff",
    area: "local",
    method: "DELETE",
    path: "/_local/chaos",
    summary: "Turn off fault injection",
    source: "assumed",
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    localOnly: true,
    needs: "organization",
    example: {},
  }),
] as const;
