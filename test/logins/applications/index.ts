import type { WebApplication } from "../support/web-application.ts";
import { adminer } from "./adminer.ts";
import { django } from "./django.ts";
import { jupyter } from "./jupyter.ts";
import { nodeRed } from "./node-red.ts";
import { radicale } from "./radicale.ts";

export const webApplications: readonly WebApplication[] = [django, nodeRed, jupyter, radicale, adminer];
