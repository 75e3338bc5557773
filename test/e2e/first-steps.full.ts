import { testFirstSteps } from "./support/first-steps.ts";

testFirstSteps("zsh", "fish");
