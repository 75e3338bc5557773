import { once } from "node:events";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";

// Opens the store over the directory that it is given, when its input ends.
process.stdout.write("ready\n");
process.stdin.resume();
await once(process.stdin, "end");
const log = (line: string): void => void process.stderr.write(line);
new Store({ stateDir: process.argv[2] ?? "", clock: new Clock(), faults: new Faults(), log, tables }).close();
process.stdout.write("opened\n");
