import { kept } from "./kept.ts";

/** Element on which the service acts by script: its events are recorded like those of a person. */
const acting = kept("browserctlActing", () => ({ element: undefined as EventTarget | undefined }));

/** Runs an action of the service on an element. */
export function actingOn<T>(element: EventTarget, action: () => T): T {
  acting.element = element;
  try {
    return action();
  } finally {
    acting.element = undefined;
  }
}

/** True for an event of a person, or of the service; false for one that a script of the page has made. */
export function isGenuine({ isTrusted, target }: Event): boolean {
  return isTrusted || (target !== null && target === acting.element);
}
