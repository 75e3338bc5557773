import { join } from "node:path";
import { homeOf } from "../../completion/lib/places.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** An MCP client, and the form of its settings for the user. */
interface ClientForm {
  readonly title: string;
  readonly format: "jsonc" | "toml";
  /** Member of the settings whose members are servers. */
  readonly key: string;
  /** Further members of an entry. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly path: (places: Places) => string;
}

interface Places {
  readonly env: Env;
  readonly home: string;
  /** Directory of settings of applications: `~/.config`, `~/Library/Application Support`, `%APPDATA%`. */
  readonly config: string;
}

/** Clients by the word of `--target`. */
const forms = {
  "claude-code": {
    title: "Claude Code",
    format: "jsonc",
    key: "mcpServers",
    more: { type: "stdio" },
    path: ({ env, home }) => join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "jsonc",
    key: "mcpServers",
    path: ({ config }) => join(config, "Claude", "claude_desktop_config.json"),
  },
  codex: {
    title: "Codex",
    format: "toml",
    key: "mcp_servers",
    path: ({ env, home }) => join(env["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
  },
  cursor: {
    title: "Cursor",
    format: "jsonc",
    key: "mcpServers",
    path: ({ home }) => join(home, ".cursor", "mcp.json"),
  },
  gemini: {
    title: "Gemini CLI",
    format: "jsonc",
    key: "mcpServers",
    path: ({ home }) => join(home, ".gemini", "settings.json"),
  },
  vscode: {
    title: "VS Code",
    format: "jsonc",
    key: "servers",
    more: { type: "stdio" },
    path: ({ config }) => join(config, "Code", "User", "mcp.json"),
  },
  windsurf: {
    title: "Windsurf",
    format: "jsonc",
    key: "mcpServers",
    path: ({ home }) => join(home, ".codeium", "windsurf", "mcp_config.json"),
  },
  zed: {
    title: "Zed",
    format: "jsonc",
    key: "context_servers",
    // On macOS too, other than most applications.
    path: ({ config, env, home }) =>
      process.platform === "win32"
        ? join(config, "Zed", "settings.json")
        : join(
            (process.platform === "linux" && env["XDG_CONFIG_HOME"]) || join(home, ".config"),
            "zed",
            "settings.json",
          ),
  },
} as const satisfies Readonly<Record<string, ClientForm>>;

/** Words of `--target`. */
export type Target = keyof typeof forms;

/** A client with the place of its settings. */
export interface McpClient extends Omit<ClientForm, "path"> {
  readonly target: Target;
  readonly path: string;
  readonly home: string;
}

/** The client of a word, with the settings that it reads for this user. Exit 10 without a home directory. */
export function clientOf(target: Target, env: Env): McpClient {
  const hint = "set HOME, or add the server to the settings of the client yourself";
  const home = homeOf(env, { what: "clients have their settings", hint });
  const { path, ...form }: ClientForm = forms[target];
  return { ...form, target, home, path: path({ env, home, config: configOf(env, home) }) };
}

function configOf(env: Env, home: string): string {
  if (process.platform === "win32") return env["APPDATA"] || join(home, "AppData", "Roaming");
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] || join(home, ".config");
}
