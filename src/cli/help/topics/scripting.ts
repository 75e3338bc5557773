import { examples, type HelpSection, lines, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "Results are on stdout, everything else is on stderr, and the exit code tells what happened. Without a terminal no question is asked: --yes confirms, and a missing value is an error with exit code 2.",
      ),
    ],
  },
  section(
    "Sessions that end",
    text("browsers run gives a program a session of its own, which ends with it whatever happens."),
    examples([
      "browsers run --stealth -- node drive.js",
      "Run a script with BROWSERCTL_CDP_URL and BROWSERCTL_BROWSER_ID set",
    ]),
  ),
  section(
    "Ids",
    lines(
      "id=$(browserctl browsers create --tag job=nightly -q)",
      "trap 'browserctl browsers delete \"$id\" --yes -q' EXIT",
      'eval "$(browserctl browsers get "$id" -o env)"',
    ),
    text("A name works like an id. With -, ids are read from stdin:"),
    lines("browserctl browsers list --all --tag job=nightly -q | browserctl browsers delete - --yes"),
  ),
  section(
    "Conditions",
    lines(
      "if browserctl browsers curl shop https://example.com/health --fail > /dev/null; then echo up; fi",
      "browserctl browsers get shop -q || { [ $? -eq 4 ] && browserctl browsers create shop; }",
    ),
  ),
  section(
    "Waiting",
    examples(
      ["wait browser shop --for deleted --timeout 10m", "Wait until a session has ended"],
      [
        "invocations wait i7f2 --timeout 10m",
        "Wait until an invocation has ended: exit 0 succeeded, 8 failed, 6 timed out",
      ],
      ["invocations tail i7f2 --checkpoint i7f2.json -o jsonl >> log.jsonl", "Resume where the last run stopped"],
    ),
  ),
  section(
    "Many commands",
    text(
      "batch runs the commands of a file or of stdin in one process: a line is a JSON array of words or a command as in a shell, and gives one JSON result.",
    ),
    examples(["batch commands.ndjson -c 4 --stop-on-error", "Four at a time, until one fails"]),
  ),
  section(
    "Retries",
    text(
      "A call that fails is tried up to three times, with growing pauses or after Retry-After, where it cannot have had an effect or is safe to repeat. --retry-unsafe repeats the other calls too.",
    ),
  ),
  section(
    "Previews",
    examples(
      ["browsers create shop --dry-run", "Check the input and print the request"],
      ["browsers create shop --print curl", "Print the request as a curl command; import curl does the reverse"],
    ),
  ),
  section(
    "After a failure",
    examples(
      ["explain 9", "What an exit code, an error code or a state means, and what to do next"],
      ["doctor", "Check the program, its settings, the network and the service"],
    ),
  ),
];
