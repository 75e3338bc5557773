/**
 * Script that `/bin/sh` runs inside before it executes the command: it opens the streams, changes the directory, and
 * reports whether the program exists. Descriptor 4 takes the report, 5 to 7 are the streams. A terminal is reopened by
 * its name, which makes it the controlling terminal of the session leader. Arguments: `enter` when the environment is
 * sent over descriptor 4 after `in`; a {@link StreamKind}; the working directory, the command and its arguments. All
 * state is in positional parameters, because variables would overwrite the caller's environment.
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

/** Way in which the launcher opens the streams: one terminal, unchanged, or the input by name. */
export type StreamKind = "tty" | "pipes" | "named";

/** Reply of the launcher: `ok` just before it executes the command. */
export type LaunchWord = "ok" | "no_directory" | "no_command" | "not_executable";

/** Parses the launcher's reply; undefined when there is none. */
export function launchWord(text: string): LaunchWord | undefined {
  return (["ok", "no_directory", "no_command", "not_executable"] as const).find((word) => text.trim() === word);
}
