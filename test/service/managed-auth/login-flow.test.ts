import { afterEach, expect, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { ownText } from "../../../src/service/login/values/known-values.ts";
import { type FlowState, LoginFlow } from "../../../src/service/managed-auth/login-flow.ts";
import { Timeline } from "../../../src/service/managed-auth/timeline.ts";
import { pauseSteps } from "../../../src/service/managed-auth/timeline-table.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { identifier, question } from "./support/questions.ts";

const clock = new Clock();
const states: FlowState[] = [];

afterEach(() => states.splice(0));

function newFlow(): LoginFlow {
  return new LoginFlow({
    ...{ connectionId: "c", entryId: "e", type: "LOGIN", clock },
    onState: (state) => void states.push(state),
  });
}

/** Asks for an identifier; resolves with the error that ends the question. */
function asked(flow: LoginFlow): Promise<unknown> {
  return flow.ask(question({ fields: [identifier] }), new AbortController().signal).catch((error: unknown) => error);
}

test("a login that is canceled while it waits for a person has ended at its last work, without a pause", async () => {
  const flow = newFlow();
  flow.step("SUBMITTING");
  const waiting = asked(flow);
  expect(flow.state).toMatchObject({ status: "IN_PROGRESS", step: "AWAITING_INPUT", interaction: {} });
  flow.cancel("by a test");
  const error = { code: "canceled", message: "by a test" };
  expect(flow.state).toMatchObject({ status: "CANCELED", step: "SUBMITTING", error });
  expect(flow.state).not.toHaveProperty("interaction");
  await expect(waiting).resolves.toMatchObject({ name: "FlowOver" });
});

test("a login that succeeds is complete, and nothing ends it a second time", () => {
  const flow = newFlow();
  flow.end({ status: "SUCCESS", postLoginUrl: ownText("https://shop.example.com/") });
  flow.end({ status: "FAILED", error: { code: "login_failed", message: "late" } });
  expect(states.map(({ status, step }) => `${status} ${step}`)).toEqual(["SUCCESS COMPLETED"]);
});

test("a login of a previous run that waited for a person has failed, and waits no more", async () => {
  const stateDir = await temporaryDirectory();
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  const timeline = new Timeline({ store, clock });
  const connection = { id: "c", projectId: new Projects({ store, clock }).default().id };
  const entries = pauseSteps.map((step) => timeline.add(connection, { type: "login", status: "IN_PROGRESS", step }));
  timeline.prepare();
  const { items } = timeline.list(connection, {});
  expect(items).toHaveLength(entries.length);
  for (const entry of items) {
    expect(entry).toMatchObject({ status: "FAILED", step: "SUBMITTING", errorCode: "service_stopped" });
  }
  store.close();
});
