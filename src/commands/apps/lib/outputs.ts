import Type from "typebox";
import { answerOf, closed, either, partOfAnswer, prints, withOptional } from "../../../cli/declare/command-output.ts";

export const appsInitOutput = prints(
  closed({ ok: Type.Literal(true), dir: Type.String(), app_name: Type.String(), files: Type.Array(Type.String()) }),
);
export const appsDeleteOutput = prints(
  Type.Array(
    closed({
      app_name: Type.String(),
      version: Type.String(),
      deployment: Type.String(),
      deleted: Type.Literal(true),
    }),
  ),
);

/** The version that runs now; the deployment with --no-follow, and where a service does not name the version. */
export const appsDeployOutput = async () =>
  prints(
    either(
      withOptional(await partOfAnswer("apps.list", "$defs", "AppVersion"), "env_vars"),
      await answerOf("deployments.get"),
    ),
  );
