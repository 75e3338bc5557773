/**
 * Members that are all switched on or off, such as the categories of telemetry, as `on: control, system; off: console`;
 * undefined for other maps.
 */
export function switchesText(map: object): string | undefined {
  const members = Object.entries(map);
  if (members.length === 0 || !members.every(([, item]) => isSwitch(item))) return undefined;
  const names = (on: boolean): string =>
    members
      .filter(([, { enabled }]) => (enabled === true) === on)
      .map(([name]) => name)
      .join(", ");
  const groups = [`on: ${names(true) || "none"}`, ...(names(false) === "" ? [] : [`off: ${names(false)}`])];
  return groups.join("; ");
}

function isSwitch(item: unknown): boolean {
  return typeof item === "object" && item !== null && Object.keys(item).join() === "enabled";
}
