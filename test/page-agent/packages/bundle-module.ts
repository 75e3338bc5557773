import { join } from "node:path";
import { rolldown } from "rolldown";

/** Bundles a module with the packages in the `node_modules` of a directory, as an application is built for production. */
export async function bundleModule(directory: string, source: string): Promise<string> {
  const entry = join(directory, "page.jsx");
  const bundle = await rolldown({
    cwd: directory,
    input: entry,
    platform: "browser",
    logLevel: "silent",
    transform: { define: { "process.env.NODE_ENV": '"production"' }, jsx: { runtime: "automatic" } },
    plugins: [
      {
        name: "source of the page",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({ format: "es", codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
