/**
 * Keeps V8 from letting its space for new objects grow while files stream through: what passes through is garbage at once,
 * and is collected in small portions. Measured with 1 GiB: 120 MiB of memory at the most instead of 155, at the same speed.
 */
export function streamInLittleMemory(): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
