/**
 * Script that `/bin/sh` runs inside before it becomes the command: it takes the command's streams, goes to its
 * directory, and reports whether there is such a program. Descriptors: 4 says how it went, 5 to 7 are the streams. A
 * terminal is opened once more by its name, by which the first process of a session gets it as its controlling one.
 *
 * Arguments: `enter` when the environment comes by descriptor 4 after the word `in`; how the streams are opened, by
 * {@link StreamKind}; the working directory, the command and its arguments. Variables of the caller keep their values: all
 * state is in positional parameters.
 */
export const launcher = `
if [ "$1" = enter ]; then
  shift
  echo in >&4 || exit 70
  __browserctl_entry=
  while IFS= read -r __browserctl_line <&4; do
    case $__browserctl_line in
    =*)
      [ -z "$__browserctl_entry" ] || export "$__browserctl_entry"
      __browserctl_entry=\${__browserctl_line#=}
      ;;
    +*)
      __browserctl_entry="$__browserctl_entry
\${__browserctl_line#+}"
      ;;
    *) break ;;
    esac
  done
  [ "$__browserctl_line" = . ] || exit 70
  [ -z "$__browserctl_entry" ] || export "$__browserctl_entry"
  unset __browserctl_entry __browserctl_line
fi
case $1 in
tty) exec 0<>/proc/self/fd/5 1>&0 2>&0 ;;
named) exec 0</proc/self/fd/5 1>&6 2>&7 ;;
*) exec 0<&5 1>&6 2>&7 ;;
esac
exec 3>&- 5>&- 6>&- 7>&- 8>&- 9>&-
shift
cd -- "$1" 2>/dev/null || { echo no_directory >&4; exit 126; }
shift
case $1 in
*/*) set -- "$1" "$@" ;;
*)
  set -- "" "$@"
  __browserctl_path=$PATH:
  while [ -n "$__browserctl_path" ]; do
    __browserctl_at=\${__browserctl_path%%:*}
    __browserctl_path=\${__browserctl_path#*:}
    __browserctl_at=\${__browserctl_at:-.}/$2
    [ -f "$__browserctl_at" ] || continue
    shift
    set -- "$__browserctl_at" "$@"
    [ -x "$1" ] && break
  done
  unset __browserctl_path __browserctl_at
  ;;
esac
[ -n "$1" ] && [ -e "$1" ] || { echo no_command >&4; exit 127; }
[ -f "$1" ] && [ -x "$1" ] || { echo not_executable >&4; exit 126; }
shift
unset OLDPWD
echo ok >&4
exec 4>&-
exec "$@"
`;

/** How the launcher opens the streams: as one terminal, as they are, or its input by its name. */
export type StreamKind = "tty" | "pipes" | "named";

/** Word of the launcher: `ok` when it is about to become the command. */
export type LaunchWord = "ok" | "no_directory" | "no_command" | "not_executable";

/** The launcher's word in what came from it; undefined when it never came so far. */
export function launchWord(text: string): LaunchWord | undefined {
  return (["ok", "no_directory", "no_command", "not_executable"] as const).find((word) => text.trim() === word);
}
