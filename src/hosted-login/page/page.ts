import { startCountdown } from "./countdown.ts";
import { PageFollower } from "./page-follower.ts";
import { prepare } from "./prepare.ts";

const main = document.querySelector<HTMLElement>("#login");
if (main) {
  prepare(main);
  startCountdown();
  new PageFollower().start();
}
