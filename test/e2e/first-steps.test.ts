import { testFirstSteps } from "./support/first-steps.ts";

// zsh and fish in first-steps.full.ts: a tour costs 4 seconds of CPU time. What their completion scripts do is tested in
// all shells by test/generate/completion-records.test.ts and completions.test.ts.
testFirstSteps("bash");
