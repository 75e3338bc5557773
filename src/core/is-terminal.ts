/**
 * Detects a terminal without opening the stream. `node:tty` loads the network modules of Node, so it is used only for
 * descriptors that can be a terminal.
 */
export function isTerminal(descriptor: number): boolean {
  return mayBeTerminal(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

function mayBeTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return true;
  try {
    return process.getBuiltinModule("node:fs").fstatSync(descriptor).isCharacterDevice();
  } catch {
    // A closed descriptor.
    return false;
  }
}
