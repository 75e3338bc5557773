import type { CodeText } from "../../../contract/code-text.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import type { ClientCode } from "../../../core/client-code.ts";
import type { ExitName } from "../../../core/exit-codes.ts";
import { agentCodes } from "./agent-codes.ts";

/** Texts of the codes of the MCP server and of its installation. */
const mcpCodes = {
  client_settings: {
    meaning: "The settings file of an MCP client is damaged, or has a form that cannot be edited safely.",
    advice: "Mend the line in the message, or add the entry yourself: browserctl mcp install --dry-run shows it.",
  },
  confirmation_needed: {
    meaning: "The command asks a question, and the client of the MCP server cannot ask a person.",
    advice:
      "Run the command in a terminal, or start the server as browserctl mcp --yes, which confirms every question.",
  },
  not_in_mcp: {
    meaning: "The command cannot run as a tool call: it needs a terminal, does not end, or needs --allow.",
    advice: "Run it in a terminal, give it a --timeout, or start the server with the --allow that the message names.",
  },
  read_only: {
    meaning: "The MCP server was started with --read-only, and the command changes something.",
    advice: "Run the command in a terminal, or start the server without --read-only.",
  },
} as const satisfies { readonly [Code in ClientCode]?: CodeText };

/** Texts of the codes that only this program uses. */
export const clientCodes: Readonly<Record<Exclude<ClientCode, ErrorCode | ExitName>, CodeText>> = {
  ...agentCodes,
  ...mcpCodes,
  already_running: {
    meaning: "A local service is running with other settings than those that were given.",
    advice: "Use it as it is, or end it first: browserctl local stop",
  },
  ambiguous_context: {
    meaning: "Several contexts have the same base URL.",
    advice: "Name one of them: --context NAME",
  },
  ambiguous_name: {
    meaning: "Several records have the name that was given where one is meant.",
    advice: "Use the id of one of them: the error lists them.",
  },
  bad_answer: {
    meaning:
      "The answer is not what the API declares, such as the page of a proxy or of another service, or an address to open that is not http or https.",
    advice: "Check the base URL, and proxies on the way: browserctl config explain; browserctl doctor",
  },
  bad_checkpoint: {
    meaning: "The file of --checkpoint is damaged, or is of another log.",
    advice: "Name another file, or delete it to start at the beginning.",
  },
  bad_line: {
    meaning: "A line of batch is not an array of words, or an object with args.",
    advice: "Correct the line: browserctl schema batch --query arguments shows its form.",
  },
  batch_failed: {
    meaning: "A line of batch failed; the exit code is that of the first one.",
    advice: "Read the error of each line in the results, which have its number.",
  },
  browser_profile_missing: {
    meaning: "The browser of this machine, or its profile, was not found, or several fit.",
    advice: "Name it: browserctl profiles import-local --browser NAME --browser-profile PROFILE",
  },
  browser_not_opened: {
    meaning: "The default browser of this machine did not start.",
    advice: "Open the link yourself.",
  },
  browser_unusable: {
    meaning: "The file that was chosen as the browser of the local service cannot be used.",
    advice: "Choose another browser: browserctl local setup --browser PATH",
  },
  changed: {
    meaning: "A file changed on the server while it was downloaded.",
    advice: "Download it again.",
  },
  check_unknown: {
    meaning: "The check of an auth connection found neither a login nor a logout.",
    advice: "Look at the connection: browserctl auth connections explain ID",
  },
  chromium_missing: {
    meaning: "The local service has no browser.",
    advice: "Install one, or choose one: browserctl local setup",
  },
  command_not_started: {
    meaning: "The command after -- could not be started.",
    advice: "Check that the file may be executed; the message has the reason.",
  },
  condition_unreachable: {
    meaning: "The record was deleted or has ended, so that no condition of --for can be met any more.",
    advice: "Read the record in the message; a second --for can name the other outcome.",
  },
  context_changed: {
    meaning: "Another process changed the context at the same time.",
    advice: "Look at the contexts, then repeat it: browserctl context list",
  },
  curl_option: {
    meaning: "The curl command has an option that cannot become a command of this program.",
    advice: "Leave the option out, or keep the line for curl.",
  },
  damaged: {
    meaning: "The archive is cut off or damaged.",
    advice: "Get the archive again.",
  },
  directory_file_invalid: {
    meaning: "The file .browserctl.json has a value that breaks a rule.",
    advice: "Correct the file; BROWSERCTL_NO_DIRECTORY_FILE=1 ignores it.",
  },
  directory_file_refused: {
    meaning: "The file .browserctl.json cannot be trusted or read.",
    advice: "Check its owner and mode; BROWSERCTL_NO_DIRECTORY_FILE=1 ignores it.",
  },
  duplicate: {
    meaning: "The archive has two entries with the same path.",
    advice: "Pack the archive again.",
  },
  encrypted: {
    meaning: "The archive is encrypted.",
    advice: "Unpack it yourself, and pack it without a password.",
  },
  fill_failed: {
    meaning: "Values of a vault were not put into all fields of the page, or that is unknown.",
    advice: "Look at the page first: fields may be filled. The message has the first field that was not.",
  },
  foreign_file: {
    meaning: "A file of another program has the path of the completion script.",
    advice: "Move the file away, then: browserctl completion install",
  },
  insecure_http: {
    meaning: "The token would be sent over plain http to another machine.",
    advice: "Use https, or accept it with --insecure-http.",
  },
  invalid_extension: {
    meaning: "A file of the extension breaks a rule of browser extensions.",
    advice: "Correct what the message names.",
  },
  invalid_profile: {
    meaning: "The file or directory is not a browser profile, or its cookies break a rule.",
    advice: "Name a .tar.zst, .tar or .json profile, or the directory of a browser.",
  },
  is_directory: {
    meaning: "The path is a directory.",
    advice: "Delete it with its content: browserctl browsers fs rm -r SESSION PATH",
  },
  keychain_unavailable: {
    meaning: "The keychain that holds the token cannot be used.",
    advice: "Unlock it, or store the token elsewhere: browserctl login --help lists the stores.",
  },
  line_too_long: {
    meaning: "A line of batch is larger than its limit.",
    advice: "Name a file in its words: @file",
  },
  local_not_running: {
    meaning: "The local service is not running.",
    advice: "Start it: browserctl local start",
  },
  local_only: {
    meaning: "Only a local service has the operation.",
    advice: "Use the context of the local service: --context local",
  },
  locked: {
    meaning: "Another process of this program holds the lock of a file.",
    advice: "End the other process, or try again later.",
  },
  logged_out: {
    meaning: "The profile of the auth connection is logged out.",
    advice: "Log in again: browserctl auth connections login ID",
  },
  login_needs_person: {
    meaning: "The login waits for input that only a person can give.",
    advice: "Submit it with the flags in the details, or open the hosted page.",
  },
  login_refused: {
    meaning: "The website refused a value of a flag, which is not sent again.",
    advice: "Check the value, and submit another one with the flags in the details, or open the hosted page.",
  },
  newer_state: {
    meaning: "A later version of this program has written the state of the local service.",
    advice: "Update this program, or use another directory: BROWSERCTL_STATE_DIR",
  },
  no_command: {
    meaning: "No command makes the call of the curl command.",
    advice: "Check method and path: browserctl openapi",
  },
  no_context: {
    meaning: "No context is in use, so that there is nothing to store the project in.",
    advice: "Choose a context: browserctl context use NAME",
  },
  no_data: {
    meaning: "The record has nothing to download yet.",
    advice: "End a session that saves it, then download it again.",
  },
  no_home: {
    meaning: "The home directory is not set or does not exist.",
    advice: "Set HOME, or name the directories with BROWSERCTL_CONFIG_DIR and BROWSERCTL_STATE_DIR.",
  },
  no_hosted_page: {
    meaning: "The service has no page on which a person completes the login.",
    advice: "Complete the login here: browserctl auth connections login ID",
  },
  no_live_view: {
    meaning: "The session is headless and has no live view.",
    advice: "Create a session with a window, without --headless: browserctl browsers create",
  },
  no_log: {
    meaning: "The local service has not written a log yet.",
    advice: "Start it first: browserctl local start",
  },
  no_login_running: {
    meaning: "No login of the auth connection is running.",
    advice: "Start one: browserctl auth connections login ID",
  },
  no_service: {
    meaning: "No service is chosen: there is neither a context nor a base URL.",
    advice: "Start one here or log in to one: browserctl local start; browserctl login",
  },
  no_token: {
    meaning: "There is no token for the service.",
    advice: "Log in, or set BROWSERCTL_TOKEN: browserctl login",
  },
  not_accepted: {
    meaning: "The login did not accept the input.",
    advice: "Look at what it asks for now: browserctl auth connections watch ID",
  },
  not_an_archive: {
    meaning: "The file is not an archive of the expected kind.",
    advice: "Name another file.",
  },
  not_answering: {
    meaning: "The local service is running but does not answer.",
    advice: "Read its log, then end it: browserctl local logs; browserctl local stop",
  },
  not_bound: {
    meaning: "No context is bound to the directory.",
    advice: "Look at what is chosen here: browserctl config explain",
  },
  not_conformant: {
    meaning: "The service differs from the declared API.",
    advice: "Look at one operation with all of its checks: browserctl conformance --only OPERATION -o json",
  },
  not_in_batch: {
    meaning: "The command cannot be a line of batch: it needs a terminal, does not end, or needs --allow.",
    advice: "Run it by itself, or give the line a --timeout or the batch the --allow that the message names.",
  },
  not_installed: {
    meaning: "The package could not be installed.",
    advice: "Run the command of the hint yourself, or choose a browser: browserctl local setup --browser PATH",
  },
  not_ok: {
    meaning: "The service reported that the action was not done.",
    advice: "Look at the record, then repeat it if that is safe.",
  },
  not_set: {
    meaning: "No value is stored for the setting.",
    advice: "Store one: browserctl config set KEY VALUE",
  },
  not_stopped: {
    meaning: "The process of the local service does not end.",
    advice: "End the process with the number in the message, then start again: browserctl local start",
  },
  nothing_to_import: {
    meaning: "The profile of the browser has no cookies that can be taken.",
    advice: "Look at what it has: browserctl profiles import-local --dry-run",
  },
  oauth_ended: {
    meaning: "The OAuth login of the context has ended: its refresh token was revoked or has expired.",
    advice: "Log in again: browserctl login --context NAME --web",
  },
  oauth_failed: {
    meaning: "A login by the browser, or a renewal of its token, did not work; the message says at which step.",
    advice: "Try it again, or log in with a token: browserctl login",
  },
  other_version: {
    meaning: "A local service of another version is running.",
    advice: "Restart it: browserctl local stop, then browserctl local start",
  },
  pool_empty: {
    meaning: "No browser of the pool became idle within the time to wait.",
    advice:
      "Wait longer with --acquire-timeout, give browsers back, or make the pool larger: browserctl pools update POOL --size N",
  },
  port_forbidden: {
    meaning: "This user may not use the port.",
    advice: "Choose a port of 1024 or more: browserctl local start --port N",
  },
  port_taken: {
    meaning: "Another program uses the port.",
    advice: "Choose another port: browserctl local start --port N",
  },
  project_archived: {
    meaning: "The project is archived: nothing can work in it.",
    advice: "Unarchive it, or use another project: browserctl projects unarchive PROJECT",
  },
  proxy_unavailable: {
    meaning: "The proxy does not work.",
    advice: "Read the reason in the message, and check the proxy's address and login.",
  },
  ratio: {
    meaning: "An entry of the archive unpacks to far more bytes than a normal file, as a zip bomb does.",
    advice: "Do not unpack it unless you know where it comes from.",
  },
  result_too_large: {
    meaning: "The result of a line of batch is larger than its limit.",
    advice: "Write it to a file with --out, or run the command by itself.",
  },
  screen_missing: {
    meaning: "Sessions cannot have a real screen on this machine.",
    advice: "Install what the message names, or start without --screen.",
  },
  tool_failed: {
    meaning: "The WebMCP tool of the page failed, or its call was canceled; the message is its error.",
    advice: "Compare the input with the schema: browserctl browsers webmcp list SESSION -o json",
  },
  script_failed: {
    meaning: "The executed code threw an error.",
    advice: "Correct the code; the message has the place.",
  },
  settings_damaged: {
    meaning: "The settings file is not valid JSON.",
    advice: "Correct it or move it away: browserctl config path shows where it is.",
  },
  settings_foreign: {
    meaning: "The settings file belongs to another user.",
    advice: "Run as its owner, or use another directory: BROWSERCTL_CONFIG_DIR",
  },
  settings_invalid: {
    meaning: "A value of the settings file breaks a rule.",
    advice: "Correct it: browserctl doctor --only settings names each of them.",
  },
  shell_syntax: {
    meaning: "The curl command is not a single command as a shell reads it.",
    advice: "Check its quotes; pipes and substitutions are not read.",
  },
  start_failed: {
    meaning: "The local service did not start.",
    advice: "Read the reason and the log: browserctl local logs; browserctl doctor --local",
  },
  state_unknown: {
    meaning: "The service could not be reached while a command waited.",
    advice: "Ask for the record again when the service is back: browserctl doctor",
  },
  stream_broken: {
    meaning: "A stream ended early and could not be resumed.",
    advice: "Ask for the state of what it was about before you repeat anything.",
  },
  terminal_only: {
    meaning: "The command needs a terminal and has no result.",
    advice: "Run it at a terminal.",
  },
  token_at_terminal: {
    meaning: "The token would be visible on the terminal.",
    advice: "Pipe the token, or show it with --reveal.",
  },
  token_command_failed: {
    meaning: "The program that prints the token failed.",
    advice: "Run the program by itself; browserctl context show names it.",
  },
  too_large: {
    meaning: "The file, archive or value is larger than its limit.",
    advice: "Leave out what is not needed; the message has the limit.",
  },
  too_many_entries: {
    meaning: "The archive has more entries than its limit.",
    advice: "Leave out what is not needed.",
  },
  unexpected_redirect: {
    meaning: "The service answered with a redirect that is not followed.",
    advice: "Use the address that it leads to as the base URL.",
  },
  unknown_context: {
    meaning: "There is no context of that name.",
    advice: "List the contexts: browserctl context list",
  },
  unknown_state: {
    meaning: "The login is in a state that this version does not know.",
    advice: "Update this program; the record has the state: browserctl auth connections get ID",
  },
  unsafe_entry: {
    meaning: "The archive has a path or link that leads out of its directory.",
    advice: "Do not unpack it unless you know where it comes from.",
  },
  unsupported: {
    meaning: "The archive uses a method that is not supported.",
    advice: "Pack it again with another program.",
  },
  variable_not_set: {
    meaning: "The curl command uses a variable that is not set.",
    advice: "Set the variable, or write its value.",
  },
};
