import type { deploymentStates } from "./apps.ts";
import type { CodeText } from "./code-text.ts";
import type { invocationStates } from "./invocations.ts";
import type { flowStatuses, flowSteps } from "./login-states.ts";

type Texts<State extends string> = Readonly<Record<State, CodeText>>;

/** Status of a login flow (spec 3). */
export const flowStatusTexts: Texts<(typeof flowStatuses)[number]> = {
  IN_PROGRESS: {
    meaning: "The login is running; its step says how far it is.",
    advice: "Follow it: browserctl auth connections watch ID",
  },
  SUCCESS: {
    meaning: "The login is complete, and the profile is logged in.",
    advice: "Use the profile: browserctl browsers create --profile NAME",
  },
  FAILED: {
    meaning: "The login failed; its error_code says why.",
    advice: "Read the reason and the next step: browserctl auth connections explain ID",
  },
  EXPIRED: {
    meaning: "The login was not complete within its time limit.",
    advice: "Start it again and answer sooner: browserctl auth connections login ID",
  },
  CANCELED: {
    meaning: "The login was cancelled.",
    advice: "Start it again: browserctl auth connections login ID",
  },
};

/** Step of a login flow (spec 3). */
export const flowStepTexts: Texts<(typeof flowSteps)[number]> = {
  DISCOVERING: {
    meaning: "The service looks for the login page and its form.",
    advice: "Wait; where it takes long, name the page: browserctl auth connections update ID --login-url URL",
  },
  AWAITING_INPUT: {
    meaning: "The website asks for values or a choice that the service does not have.",
    advice: "Give them: browserctl auth connections submit ID, or in a view: browserctl auth connections login ID",
  },
  AWAITING_EXTERNAL_ACTION: {
    meaning: "The website waits for a step outside of the page, such as a push message or an e-mail link.",
    advice: "Do what the message says; the login then continues by itself: browserctl auth connections watch ID",
  },
  SUBMITTING: {
    meaning: "The service enters values and waits for the website.",
    advice: "Wait: browserctl auth connections watch ID",
  },
  COMPLETED: {
    meaning: "The login has ended; its status says how.",
    advice: "Look at it: browserctl auth connections get ID",
  },
};

/** Status of an auth connection (spec 2.1). */
export const connectionStatusTexts: Texts<"AUTHENTICATED" | "NEEDS_AUTH"> = {
  AUTHENTICATED: {
    meaning: "The profile was logged in when it was last looked at.",
    advice: "Check it now: browserctl auth connections check ID",
  },
  NEEDS_AUTH: {
    meaning: "The profile is not logged in.",
    advice: "Log in: browserctl auth connections login ID; the reason: browserctl auth connections explain ID",
  },
};

/** State of an invocation (contract 2.17). */
export const invocationStateTexts: Texts<(typeof invocationStates)[number]> = {
  queued: {
    meaning: "The invocation waits for a place, or for its app to start.",
    advice:
      "Follow it: browserctl invocations tail ID; the limit of the project: browserctl projects limits get PROJECT",
  },
  running: {
    meaning: "The action is running.",
    advice: "Follow its log: browserctl invocations tail ID",
  },
  succeeded: {
    meaning: "The action returned its result.",
    advice: "Read the result: browserctl invocations get ID",
  },
  failed: {
    meaning: "The action threw an error, was cancelled, or did not end within its time limit.",
    advice: "Read status_reason and the log: browserctl invocations get ID, browserctl invocations tail ID",
  },
};

/** State of a deployment (contract 2.17). */
export const deploymentStateTexts: Texts<(typeof deploymentStates)[number]> = {
  queued: {
    meaning: "The deployment waits for its build.",
    advice: "Follow it: browserctl deployments tail ID",
  },
  in_progress: {
    meaning: "The app is being built.",
    advice: "Follow its log: browserctl deployments tail ID",
  },
  running: {
    meaning: "The app is deployed, and its actions can be invoked.",
    advice: "Run an action: browserctl invoke APP ACTION",
  },
  failed: {
    meaning: "The build failed, or the app did not start.",
    advice: "Read the log, then deploy again: browserctl deployments tail ID",
  },
  stopped: {
    meaning: "The deployment was replaced or deleted.",
    advice: "Deploy it again if you need it: browserctl apps deploy DIR",
  },
};

/** Status of a browser session (contract 2.1). */
export const sessionStatusTexts: Texts<"active" | "deleted"> = {
  active: {
    meaning: "The session has a browser.",
    advice: "Look at it: browserctl browsers view SESSION",
  },
  deleted: {
    meaning: "The session has ended: it was deleted, timed out, or its browser did not come back.",
    advice: "Create another one: browserctl browsers create",
  },
};

/** State of a process in a session (contract 2.7). */
export const processStateTexts: Texts<"running" | "exited"> = {
  running: {
    meaning: "The process is running.",
    advice: "Read its output: browserctl browsers process output SESSION PROCESS",
  },
  exited: {
    meaning: "The process has ended; exit_code says how.",
    advice: "Read what is left of its output: browserctl browsers process output SESSION PROCESS",
  },
};

/** Status of a project (contract 1.3). */
export const projectStatusTexts: Texts<"active" | "archived"> = {
  active: {
    meaning: "The project takes requests.",
    advice: "Use it: browserctl projects use PROJECT",
  },
  archived: {
    meaning: "The project takes no requests; what it has is kept.",
    advice: "Use it again after: browserctl projects unarchive PROJECT",
  },
};

/** Status of a proxy (contract 2.10). */
export const proxyStatusTexts: Texts<"available" | "unavailable"> = {
  available: {
    meaning: "The last check reached a website through the proxy.",
    advice: "Check it again: browserctl proxies check ID",
  },
  unavailable: {
    meaning: "The last check did not get through the proxy.",
    advice: "Read why, and correct the proxy: browserctl proxies check ID",
  },
};
