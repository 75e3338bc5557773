import type { DrawnBox } from "./operations.ts";

declare global {
  var browserctlPainter: typeof paint;
}

/** Colours with enough contrast to white letters. */
const colours = ["#b3261e", "#1a56db", "#0b6b3a", "#7c2d9c", "#9a4a00", "#0e6070"];
const LABEL_HEIGHT = 14;
const LABEL_PADDING = 3;

/**
 * Draws boxes on a picture, without a change of the page.
 *
 * @param png picture in base64
 * @param scale pixels of the picture for a CSS pixel
 * @returns the new picture in base64
 */
async function paint(png: string, boxes: readonly DrawnBox[], scale: number): Promise<string> {
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))]));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  context.scale(scale, scale);
  context.font = "bold 11px monospace";
  context.textBaseline = "middle";
  const marked = boxes.filter(({ label }) => label !== undefined);
  for (const { height, label, width, x, y } of boxes) {
    if (label !== undefined) continue;
    context.fillStyle = "#222";
    context.fillRect(x, y, width, height);
  }
  for (const [at, box] of marked.entries()) drawFrame(context, box, colours[at % colours.length] ?? "#000");
  const labels: Rectangle[] = [];
  for (const [at, box] of marked.entries()) drawLabel(context, box, colours[at % colours.length] ?? "#000", labels);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return base64(new Uint8Array(await blob.arrayBuffer()));
}

type Rectangle = Omit<DrawnBox, "label">;

function drawFrame(context: OffscreenCanvasRenderingContext2D, box: Rectangle, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(box.x + 1, box.y + 1, Math.max(1, box.width - 2), Math.max(1, box.height - 2));
}

/** Writes a label at a corner of its box where no other label is. */
function drawLabel(
  context: OffscreenCanvasRenderingContext2D,
  { height, label: text = "", width, x, y }: DrawnBox,
  colour: string,
  taken: Rectangle[],
): void {
  const size = { width: Math.ceil(context.measureText(text).width) + 2 * LABEL_PADDING, height: LABEL_HEIGHT };
  const places = [
    { x, y: y - LABEL_HEIGHT },
    { x: x + width - size.width, y: y - LABEL_HEIGHT },
    { x, y: y + height },
    { x: x + width, y },
    { x, y },
  ];
  const own = places.map((place) => ({ ...size, x: Math.max(0, place.x), y: Math.max(0, place.y) }));
  const free = own.find((place) => !taken.some((other) => overlaps(place, other))) ?? own[0];
  if (!free) return;
  taken.push(free);
  context.fillStyle = colour;
  context.fillRect(free.x, free.y, free.width, free.height);
  context.fillStyle = "#fff";
  context.fillText(text, free.x + LABEL_PADDING, free.y + LABEL_HEIGHT / 2 + 0.5);
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Base64 of bytes, in pieces: an argument list has a limit. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}

globalThis.browserctlPainter = paint;
