/**
 * Members that are all switched on or off, such as the categories of telemetry, as `console on, network off`; undefined for
 * other maps.
 */
export function switchesText(map: object): string | undefined {
  const members = Object.entries(map);
  if (members.length === 0 || !members.every(([, item]) => isSwitch(item))) return undefined;
  return members.map(([name, { enabled }]) => `${name} ${enabled ? "on" : "off"}`).join(", ");
}

function isSwitch(item: unknown): boolean {
  return typeof item === "object" && item !== null && Object.keys(item).join() === "enabled";
}
