import { entries, examples, type HelpSection, lines, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "A pipeline needs three variables and no login; nothing is written to disk. Where the variable CI is set, as CI systems do, the program asks no questions and prints no moving progress. docs/ci.md in the repository has complete files for GitHub Actions and GitLab.",
      ),
    ],
  },
  section(
    "Variables",
    entries([
      ["BROWSERCTL_BASE_URL", "address of the service"],
      ["BROWSERCTL_TOKEN", "an API key of one project, from the secret store; or BROWSERCTL_TOKEN_FILE"],
      ["BROWSERCTL_PROJECT", "id or exact name of that project"],
    ]),
  ),
  section(
    "API key",
    examples(
      ["api-keys create pipeline --project shop --expires-in 90d", "Create a key of one project, which is shown once"],
      ["api-keys rotate p5c1n8s3h7d2f6j9b4g0l8z1 --grace 1d", "Replace the key; the old one works for another day"],
    ),
  ),
  section(
    "Job",
    lines(
      "#!/bin/sh",
      "set -eu",
      "browserctl auth context -o json   # exit 3: the key is wrong or has expired",
      "browserctl browsers run --headless -- node scrape.js",
    ),
  ),
  section(
    "Without a service",
    lines(
      "browserctl local setup",
      'eval "$(browserctl local start -o env)"',
      "browserctl browsers run --headless -- node scrape.js",
      "browserctl local stop --yes",
    ),
  ),
  section(
    "Logs",
    text(
      "In GitHub Actions, every token that is read and every key that is created is masked by a line ::add-mask:: on stderr. That line holds the token: do not redirect stderr in a step whose token is not one of the secrets of GitHub.",
    ),
  ),
];
