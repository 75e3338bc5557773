import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../src/generate/paths.ts";
import { type ConsoleStep, readParts } from "../console-blocks.ts";
import { startExampleSite } from "../example-site.ts";
import { ReadmeHome } from "../readme-home.ts";

/** README shows the session as it is after this command: with the calendar open. */
const LAST_COMMAND = /computer click shop .*calendar/;
const PICTURE = join(root, "docs/live-view.png");

/** Opens the link in `LINK` and waits until the screen of the session is drawn. */
const openLink = `await page.goto(LINK);
await page.waitForFunction(() => {
  const canvas = document.querySelector("#screen canvas");
  const pixels = canvas?.width ? canvas.getContext("2d").getImageData(0, 0, canvas.width, 50).data : [];
  return document.documentElement.dataset.state === "connected" && pixels.some((value) => value !== pixels[0]);
});`;

/** Steps of README up to the last command, the command included. */
async function stepsOfReadme(): Promise<ConsoleStep[]> {
  const parts = readParts(await readFile(join(root, "README.md"), "utf8"));
  const steps = parts.flatMap((part) => ("step" in part ? [part.step] : []));
  const last = steps.findIndex(({ command }) => LAST_COMMAND.test(command));
  if (last === -1) throw new Error(`README.md has no command like ${LAST_COMMAND}`);
  return steps.slice(0, last + 1);
}

/** Takes the steps of README and writes the picture of the live view, as a browser of its own session sees it. */
async function writePicture(): Promise<void> {
  await using site = await startExampleSite();
  await using home = await ReadmeHome.create({ site });
  const run = async (command: string): Promise<string> => {
    const { lines, exitCode } = await home.run(command);
    if (exitCode !== 0) throw new Error(`${command}\n${lines.join("\n")}`);
    return lines.join("");
  };
  for (const { command } of await stepsOfReadme())
    await home.run(command, [{ prompt: /^\S+@\S+:\S*[#$] ?$/, answer: "exit" }]);
  await run("browserctl browsers create viewer --headless --viewport 1280x766");
  const link = await run("browserctl browsers view shop --no-open --show-token");
  await home.write({ name: "open.js", text: openLink.replace("LINK", JSON.stringify(link)) });
  await run("browserctl browsers playwright execute viewer @open.js");
  await run(`browserctl browsers computer screenshot viewer --force --out '${PICTURE}'`);
}

await writePicture();
process.stdout.write(`${PICTURE}\n`);
