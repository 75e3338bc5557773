export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function intersection(a: Region, b: Region): Region | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Parts of a region that are outside of another one; they do not overlap. */
export function without(region: Region, other: Region): Region[] {
  const cut = intersection(region, other);
  if (!cut) return [region];
  const { x, y, width, height } = region;
  const [right, bottom] = [cut.x + cut.width, cut.y + cut.height];
  return [
    { x, y, width, height: cut.y - y },
    { x, y: bottom, width, height: y + height - bottom },
    { x, y: cut.y, width: cut.x - x, height: cut.height },
    { x: right, y: cut.y, width: x + width - right, height: cut.height },
  ].filter((part) => part.width > 0 && part.height > 0);
}
