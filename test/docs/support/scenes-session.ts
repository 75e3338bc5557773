import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { until } from "../../support/until.ts";
import type { Prepared, Scene, Scenes } from "./example-scene.ts";
import type { ExampleStage } from "./example-stage.ts";

interface FileFacts {
  readonly path: string;
  readonly is_dir: boolean;
  readonly mode: string;
}

/** Facts of a file of the session; undefined when it does not exist. */
async function infoOf({ id, stage }: Prepared, path: string): Promise<FileFacts | undefined> {
  const { body, status } = await stage.api("GET", `/browsers/${id}/fs/file_info?path=${encodeURIComponent(path)}`);
  return status === 404 ? undefined : body;
}

async function contentOf({ id, stage }: Prepared, path: string): Promise<string> {
  return (await stage.send("GET", `/browsers/${id}/fs/read_file?path=${encodeURIComponent(path)}`)).text;
}

/** Writes files into the session; one without an extension is a directory that has a file. */
export function given(...paths: readonly string[]): Scene {
  return {
    prepare: async ({ id, stage }) => {
      for (const path of paths) {
        const file = /\.\w+$|\/done$/.test(path) ? path : `${path}/kept/a.txt`;
        const query = `path=${encodeURIComponent(file)}`;
        await stage.send("PUT", `/browsers/${id}/fs/write_file?${query}`, { bytes: '{"kept":1}' });
      }
    },
  };
}

/** The session has a file with this content, and with these permissions where they are given. */
function stores(path: string, content: string, mode?: string): Scene {
  return {
    effect: async (ran) => {
      expect(await contentOf(ran, path)).toBe(content);
      if (mode !== undefined) expect((await infoOf(ran, path))?.mode).toBe(mode);
    },
  };
}

function makes(path: string, mode: string): Scene {
  return { effect: async (ran) => expect(await infoOf(ran, path)).toMatchObject({ is_dir: true, mode }) };
}

/** The session no longer has what was there before. */
function removes(...paths: readonly string[]): Scene {
  return {
    ...given(...paths),
    effect: async (ran) => {
      for (const path of paths) expect(await infoOf(ran, path), path).toBeUndefined();
    },
  };
}

function moves(from: string, to: string): Scene {
  return {
    prepare: async (prepared) => {
      const { id, stage } = prepared;
      const query = `path=${encodeURIComponent(to)}&recursive=true`;
      await stage.api("PUT", `/browsers/${id}/fs/delete_directory?${query}`);
      await given(from).prepare?.(prepared);
    },
    effect: async (ran) => expect([await infoOf(ran, from), (await infoOf(ran, to))?.path]).toEqual([undefined, to]),
  };
}

/** A local file has what the session has. */
function downloads(path: string, name: string): Scene {
  return {
    ...given(path),
    effect: ({ stage }) => expect(stage.read(name)).toBe('{"kept":1}'),
  };
}

/** Follows a directory until a file in it has changed, and is then interrupted. */
function follows(directory: string): Scene {
  return {
    ...given(directory),
    code: 130,
    during: async ({ id, stage }, { interrupt, output }) => {
      const query = `path=${encodeURIComponent(`${directory}/new.txt`)}`;
      await until(async () => {
        await stage.send("PUT", `/browsers/${id}/fs/write_file?${query}`, { bytes: "new" });
        return output().includes("new.txt");
      });
      interrupt();
    },
    effect: ({ result }) => expect(result.stdout).toContain(`${directory}/new.txt`),
  };
}

async function processOutput({ named, stage }: Prepared, until_: (text: string) => boolean): Promise<void> {
  const [session, process] = named;
  const words = ["browsers", "process", "output", session?.id ?? "", process?.id ?? ""];
  await until(
    async () => (await stage.cli(words)).stdout,
    (text) => until_(text),
  );
}

/** The process has read this. */
function feeds(text: string): Scene {
  return { effect: (ran) => processOutput(ran, (output) => output.replaceAll("\r", "").includes(text)) };
}

/** The terminal of the process has this size. */
function resizes(rows: number, cols: number): Scene {
  return {
    prepare: async ({ id, named, stage }) => {
      const json = { command: "sh", allocate_tty: true };
      const { body } = await stage.send("POST", `/browsers/${id}/process/spawn`, { json });
      Object.assign(named[1] ?? {}, { id: body.process_id });
    },
    effect: async (ran) => {
      const [session, process] = ran.named;
      const json = { data_b64: Buffer.from("stty size\n").toString("base64") };
      await ran.stage.send("POST", `/browsers/${session?.id}/process/${process?.id}/stdin`, { json });
      await processOutput(ran, (output) => output.includes(`${rows} ${cols}`));
    },
  };
}

async function stateOf({ named, stage }: Prepared): Promise<unknown> {
  const [session, process] = named;
  return (await stage.send("GET", `/browsers/${session?.id}/process/${process?.id}/status`)).body.state;
}

const kills: Scene = {
  effect: (ran) =>
    until(
      () => stateOf(ran),
      (state) => state === "exited",
    ),
};

/** A process of this command is among those of the session. */
function spawns(command: string): Scene {
  return {
    ...given("/home/user/server.js"),
    effect: async ({ id, stage }) => {
      const { body } = await stage.send("GET", `/_local/browsers/${id}/processes`);
      expect(JSON.stringify(body)).toContain(command);
    },
  };
}

async function endProcess({ named, stage }: Prepared): Promise<void> {
  const [session, process] = named;
  await stage.send("POST", `/browsers/${session?.id}/process/${process?.id}/kill`, { json: { signal: "KILL" } });
}

/** The command had a session, which has ended with it. */
const runs: Scene = {
  effect: async ({ known, result, stage }) => {
    expect(result.stdout).toContain("Example shop");
    const { body } = await stage.send("GET", "/browsers?limit=100");
    expect((body as { session_id: string }[]).filter(({ session_id }) => !known.has(session_id))).toEqual([]);
  },
};

/** The sessions of a tag, or all of them, have ended. */
function endsAll(query: string): Scene {
  return {
    prepare: async ({ stage }) => {
      await stage.send("POST", "/browsers", { json: { headless: true, tags: { stage: "test", job: "nightly" } } });
    },
    effect: async ({ stage }) => expect((await stage.send("GET", `/browsers?${query}`)).body).toEqual([]),
  };
}

function resize(stage: ExampleStage, id: string, width: number, height: number): Promise<unknown> {
  return stage.send("PATCH", `/browsers/${id}`, { json: { viewport: { width, height } } });
}

function output(pattern: RegExp): Scene {
  return { effect: ({ result }) => expect(result.stdout).toMatch(pattern) };
}

const named: Scene = {
  prepare: async ({ stage }) => {
    await stage.world.ensure("browsers", "shop");
  },
};

/** Every result of a batch is one of success. */
const succeeds: Scene = {
  ...named,
  effect: ({ result }) => {
    const codes = result.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).exit_code);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((code) => code === 0)).toBe(true);
  },
};

/** A record that the request of a line made. */
function creates(list: string, part: Readonly<Record<string, unknown>>): Scene {
  return {
    effect: async ({ result, stage }) => {
      const [name, id] = Object.entries(JSON.parse(result.stdout)).find(([key]) => /^(session_)?id$/.test(key)) ?? [];
      const { body } = await stage.send("GET", `${list}?limit=100`);
      const record = (body as Record<string, unknown>[]).find((each) => each[String(name)] === id);
      expect(record).toMatchObject(part);
    },
  };
}

/** Scenes of sessions, their files and processes. */
export const sessionScenes: Scenes = {
  "browsers run": runs,
  "browsers keep": { effect: ({ result }) => expect(result.stdout).toMatch(/kept.*\d{4}-\d\d-\d\dT/s) },
  "browsers list --all --tag stage=test --query '[].session_id' | browserctl browsers delete - --yes":
    endsAll("tags[stage]=test"),
  "browsers list --status all --tag team=web --all -o json": named,
  "browsers update cart --proxy none": {
    effect: async ({ id, stage }) =>
      expect((await stage.send("GET", `/browsers/${id}`)).body.proxy).toEqual({ mode: "direct" }),
  },
  "wait browser shop --for viewport.width=800 --timeout 1m": {
    prepare: ({ id, stage }) => resize(stage, id, 1024, 768),
    during: ({ id, stage }) => resize(stage, id, 800, 600),
    effect: async ({ id, stage }) => expect((await stage.send("GET", `/browsers/${id}`)).body.viewport.width).toBe(800),
  },
  "wait browser shop --for deleted --timeout 10m": {
    during: ({ id, stage }) => stage.send("DELETE", `/browsers/${id}`),
    effect: async ({ id, stage }) =>
      expect((await stage.send("GET", `/browsers/${id}?include_deleted=true`)).body.deleted_at).toBeDefined(),
  },
  "browsers process exec shop ls /": output(/^home$/m),
  "browsers process exec shop -- ls -l /tmp": output(/^total \d/m),
  "browsers process exec shop -i -- sh -c 'sort | uniq -c' < words.txt": {
    effect: ({ result, stage }) =>
      expect(result.stdout).toBe(
        execFileSync("sh", ["-c", "sort | uniq -c"], { input: stage.read("words.txt") }).toString(),
      ),
  },
  "browsers process exec shop -t -- bash": {
    replies: [{ prompt: /[#$] ?$/, answer: "echo it is $((40 + 2)); exit" }],
    effect: ({ result }) => expect(result.stdout).toContain("it is 42"),
  },
  "browsers process spawn shop -- node server.js": spawns("server.js"),
  "browsers process spawn shop --tty --rows 40 --cols 120 -- bash": spawns("bash"),
  "browsers process stdin shop 5f1c... 'yes'": feeds("yes"),
  "browsers process stdin shop 5f1c... @data.csv": feeds("shoes,12"),
  "browsers process stdin shop 5f1c... --keep-open < part1.csv": feeds("{}"),
  "browsers process kill": kills,
  "browsers process resize shop 5f1c... --rows 40 --cols 120": resizes(40, 120),
  "browsers process resize shop 5f1c... --rows 24 --cols 80 -o json": resizes(24, 80),
  "browsers process output shop 5f1c...": output(/ready/),
  "browsers process output shop 5f1c... --follow": {
    code: 137,
    during: async (prepared, running) => {
      await until(() => running.output().includes("ready"));
      await endProcess(prepared);
    },
    effect: ({ result }) => expect(result.stdout).toContain("ready"),
  },
  "browsers process list": {
    prepare: async ({ id, stage }) => {
      await stage.world.ensure("browsers/processes", "", id);
    },
  },
  "browsers fs list shop": given("/home/user/report.pdf"),
  "browsers fs list shop Downloads": given("/home/user/Downloads/invoice.pdf"),
  "browsers fs cp photo.png shop:photos/": stores("/home/user/photos/photo.png", "png"),
  "browsers fs cp shop:/home/user/report.pdf may.pdf": {
    ...downloads("/home/user/report.pdf", "may.pdf"),
    restore: ({ stage }) => stage.restoreContent(),
  },
  "browsers fs cp ./site shop:site": stores("/home/user/site/a.txt", "a"),
  "browsers fs list shop /tmp --query '[?is_dir].path'": given("/tmp/in"),
  "browsers fs info shop /home/user/report.pdf": given("/home/user/report.pdf"),
  "browsers fs info shop /tmp/done -q": {
    ...given("/tmp/done"),
    effect: async ({ id, stage }) => {
      const other = await stage.cli(["browsers", "fs", "info", id, "/tmp/not-done", "-q"]);
      expect([other.code, other.stderr]).toEqual([4, expect.stringContaining("/tmp/not-done")]);
    },
  },
  "browsers fs upload shop ./site site": stores("/home/user/site/a.txt", "a"),
  "browsers fs upload shop photo.png /home/user/photo.png": stores("/home/user/photo.png", "png"),
  "browsers fs upload shop a.csv b.csv --dest /home/user/data/": {
    effect: async (ran) => {
      expect(await contentOf(ran, "/home/user/data/a.csv")).toBe("a");
      expect(await contentOf(ran, "/home/user/data/b.csv")).toBe("b");
    },
  },
  "browsers fs upload-zip": stores("/home/user/site/a.txt", "a"),
  "browsers fs chmod shop 755 /home/user/run.sh": {
    ...given("/home/user/run.sh"),
    effect: async (ran) => expect((await infoOf(ran, "/home/user/run.sh"))?.mode).toBe("-rwxr-xr-x"),
  },
  "browsers fs chmod shop 600 /home/user/key.pem --owner user --group user": {
    prepare: async (prepared) => {
      const { replaced } = prepared;
      await given("/home/user/key.pem").prepare?.(prepared);
      // Files of a session belong to the user of the service, and only to that one.
      const [user, group] = ["-un", "-gn"].map((flag) => execFileSync("id", [flag]).toString().trim());
      replaced.set("--owner user --group user", `--owner ${user} --group ${group}`);
    },
    effect: async (ran) => expect((await infoOf(ran, "/home/user/key.pem"))?.mode).toBe("-rw-------"),
  },
  "browsers fs write shop /home/user/hello.txt 'hello'": stores("/home/user/hello.txt", "hello"),
  "browsers fs write shop /home/user/run.sh @run.sh --mode 755": stores("/home/user/run.sh", "echo hi\n", "-rwxr-xr-x"),
  "browsers fs write shop /home/user/data.csv < data.csv": stores("/home/user/data.csv", "name,price\nshoes,12\n"),
  "browsers fs watch shop /home/user/out": follows("/home/user/out"),
  "browsers fs watch shop /home/user -r -o jsonl": follows("/home/user/out"),
  "browsers fs mkdir shop /home/user/in/pdf": makes("/home/user/in/pdf", "drwxr-xr-x"),
  "browsers fs mkdir shop /home/user/keys --mode 700": makes("/home/user/keys", "drwx------"),
  "browsers fs mv shop /tmp/out.csv /home/user/report.csv": moves("/tmp/out.csv", "/home/user/report.csv"),
  "browsers fs mv shop /home/user/draft /home/user/final": moves("/home/user/draft", "/home/user/final"),
  "browsers fs rm shop /tmp/a.csv /tmp/b.csv": removes("/tmp/a.csv", "/tmp/b.csv"),
  "browsers fs rm shop /home/user/in -r --yes": removes("/home/user/in"),
  "browsers fs download shop /home/user/site ./copy": {
    ...given("/home/user/site"),
    effect: ({ stage }) => expect(stage.read("copy/kept/a.txt")).toBe('{"kept":1}'),
    restore: ({ stage }) => stage.restoreContent(),
  },
  "browsers fs download shop report.pdf": downloads("/home/user/report.pdf", "report.pdf"),
  "browsers fs download shop /home/user/Downloads/invoice.pdf --out may.pdf --force": downloads(
    "/home/user/Downloads/invoice.pdf",
    "may.pdf",
  ),
  "browsers fs read shop /tmp/trace.zip --out trace.zip": downloads("/tmp/trace.zip", "trace.zip"),
  "browsers fs read shop /home/user/result.json | jq .": {
    ...given("/home/user/result.json"),
    effect: ({ result }) => expect(JSON.parse(result.stdout)).toEqual({ kept: 1 }),
  },
  "browsers fs download-dir shop /home/user/site --out site.zip": {
    ...given("/home/user/site"),
    effect: ({ stage }) => expect(readFileSync(stage.path("site.zip")).toString("latin1")).toContain("kept/a.txt"),
    restore: ({ stage }) => stage.restoreContent(),
  },
  "browsers fs download-dir shop /home/user/site --extract site": {
    ...given("/home/user/site"),
    effect: ({ stage }) => expect(stage.read("site/kept/a.txt")).toBe('{"kept":1}'),
    restore: ({ stage }) => stage.restoreContent(),
  },
  "api POST /browsers -F headless=true -F viewport.width=800 -F viewport.height=600": creates("/browsers", {
    headless: true,
    viewport: { width: 800, height: 600 },
  }),
  "api POST /browsers --input @session.json": creates("/browsers", { headless: true, tags: { from: "file" } }),
  "api POST /extensions -F name=blocker -F file=@blocker.zip": {
    prepare: ({ stage }) => stage.world.free("/extensions", "blocker"),
    ...creates("/extensions", { name: "blocker" }),
  },
  "api GET /browsers -F status=all": named,
  "api GET /browsers --paginate -F status=all --query '[].session_id'": named,
  "api PUT '/browsers/shop/fs/write_file?path=/home/user/data.csv' --input @data.csv": {
    ...named,
    effect: async ({ stage }) => {
      const { text } = await stage.send("GET", "/browsers/shop/fs/read_file?path=/home/user/data.csv");
      expect(text).toBe(stage.read("data.csv"));
    },
  },
  batch: succeeds,
  "batch --yes -c 8": {
    ...succeeds,
    effect: async (ran) => {
      succeeds.effect?.(ran);
      expect((await ran.stage.send("GET", "/browsers")).body).toEqual([]);
    },
  },
};
