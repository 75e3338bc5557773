/** `1 session`, `2 sessions`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Duration in seconds as text for people: `45s`, `3m`, `2h 5m`, `4d`. */
export function humanSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m${whole % 60 ? ` ${whole % 60}s` : ""}`;
  if (whole < 86400)
    return `${Math.floor(whole / 3600)}h${Math.floor((whole % 3600) / 60) ? ` ${Math.floor((whole % 3600) / 60)}m` : ""}`;
  return `${Math.floor(whole / 86400)}d${Math.floor((whole % 86400) / 3600) ? ` ${Math.floor((whole % 86400) / 3600)}h` : ""}`;
}

/** Duration in milliseconds as text for people: `250ms`, `1.8s`, and from a minute on as {@link humanSeconds}. */
export function humanMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  return ms < 59_950 ? `${(ms / 1000).toFixed(1).replace(/\.0$/, "")}s` : humanSeconds(ms / 1000);
}

/** Bytes in binary units: `512 B`, `1.4 MiB`. */
export function humanBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** Local time of day of milliseconds since 1970: `14:03:05`. */
export function clockText(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
