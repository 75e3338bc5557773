import Type from "typebox";
import { browserId } from "./common.ts";
import { operation } from "./operation.ts";

const pixel = (description: string, minimum = 0) => Type.Integer({ minimum, description });

export const computerOperations = [
  operation({
    id: "computer.screenshot",
    area: "computer",
    method: "POST",
    path: "/browsers/{id}/computer/screenshot",
    summary: "Take a screenshot of the session's page",
    source: "contract 2.4",
    params: browserId,
    body: Type.Object(
      {
        region: Type.Optional(
          Type.Object(
            {
              x: pixel("Left edge in CSS pixels"),
              y: pixel("Top edge in CSS pixels"),
              width: pixel("Width in CSS pixels", 1),
              height: pixel("Height in CSS pixels", 1),
            },
            { additionalProperties: false, description: "Part of the page area; all of it when omitted" },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    bodyOptional: true,
    response: { kind: "file", status: 200, contentType: "image/png" },
    errors: [400, 404, 409],
    idempotent: false,
  }),
] as const;
