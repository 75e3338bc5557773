import Type from "typebox";
import { Text } from "./common.ts";
import { operation } from "./operation.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Faults on purpose as the local service tells of them. */
const ChaosState = Type.Object({
  spec: Type.Union([Type.String(), Type.Null()], {
    description: "What was set, with its seed; null when nothing is",
  }),
  seed: Type.Union([Type.Integer(), Type.Null()], { description: "From which every fault follows" }),
  struck: Type.Object(
    {
      latency: count("Requests that waited"),
      error: count("Requests that were answered 503"),
      drop_stream: count("Streams that were cut"),
      cut_download: count("Files that were cut"),
      extension_live: count("Extensions that were not loaded into a running browser"),
    },
    { description: "Faults since they were set" },
  ),
});

const chaosExample = {
  spec: "latency=200ms,seed=42",
  seed: 42,
  struck: { latency: 0, error: 0, drop_stream: 0, cut_download: 0, extension_live: 0 },
} as const;

/** Faults on purpose, while the service runs. assumed: no part of the API; a restart of the service forgets them. */
export const localChaosOperations = [
  operation({
    id: "local.chaosGet",
    area: "local",
    method: "GET",
    path: "/_local/chaos",
    summary: "Show the faults on purpose",
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
    summary: "Set the faults on purpose",
    source: "assumed",
    body: Type.Object(
      { spec: Text({ minLength: 1, maxLength: 1_000, description: "Faults, such as latency=200ms,error=5%" }) },
      { additionalProperties: false },
    ),
    response: { kind: "json", status: 200, schema: ChaosState },
    errors: [],
    idempotent: true,
    localOnly: true,
    assumed: ["replaces all that was set before; without a seed a random one is chosen and told"],
    example: { body: { spec: "latency=200ms,seed=42" }, result: chaosExample },
  }),
  operation({
    id: "local.chaosOff",
    area: "local",
    method: "DELETE",
    path: "/_local/chaos",
    summary: "End the faults on purpose",
    source: "assumed",
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    localOnly: true,
    example: {},
  }),
] as const;
