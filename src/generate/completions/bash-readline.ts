import { MAX_ANSWER_SECONDS, MAX_ANSWERS } from "./model.ts";

/** Functions of the bash script that read words as readline breaks them, and offer words as readline replaces them. */
export const bashReadline = `# The words up to the cursor. Bash also breaks them at the characters of COMP_WORDBREAKS, such as = and @: what stands
# together in the line is put together again.
_browserctl_words() {
  local all="\${COMP_LINE-}" at word bare
  local line="\${all:0:\${COMP_POINT:-0}}"
  typed=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ -z $all ]]; then
      typed+=("$word")
    elif [[ -n $line ]]; then
      bare="\${line#"\${line%%[![:space:]]*}"}"
      if ((at == COMP_CWORD)); then word="$bare"; fi
      if [[ $bare == "$line" && at -gt 0 ]]; then
        typed[\${#typed[@]} - 1]+="$word"
      else
        typed+=("$word")
      fi
      line="\${bare#"$word"}"
    fi
  done
}

# Sets plain to the word $1 without its quotes, quote to the one that is still open, and kept to the part of plain that
# stands before what readline replaces. Nothing is expanded.
_browserctl_unquote() {
  local at char after base=""
  plain="" quote="" kept=""
  for ((at = 0; at < \${#1}; at++)); do
    char="\${1:at:1}"
    if [[ $quote == "'" && $char != "'" ]]; then
      plain+="$char"
    elif [[ $char == \\\\ && $quote != "'" ]]; then
      ((at += 1))
      after="\${1:at:1}"
      if [[ -n $quote && $after != [\\"\\\\\\$\\\`] ]]; then plain+="\\\\"; fi
      plain+="$after"
    elif [[ -n $quote ]]; then
      if [[ $char == "$quote" ]]; then
        quote="" kept="$base"
      else
        plain+="$char"
      fi
    elif [[ $char == [\\"\\'] ]]; then
      quote="$char" kept="$plain"
    else
      plain+="$char"
      # Readline replaces an @ with the word that it begins.
      if [[ $COMP_WORDBREAKS == *"$char"* ]]; then base="\${plain%@}" kept="\${plain%@}"; fi
    fi
  done
}

# Sets quoted to the text $1 as it has to stand behind the quote that is open.
_browserctl_quote() {
  local mark escaped
  quoted="$1"
  if [[ $quote == "'" ]]; then
    escaped="'\\''"
    quoted=\${quoted//$quote/$escaped}
  elif [[ -n $quote ]]; then
    for mark in '\\' '"' '$' '\`'; do quoted=\${quoted//"$mark"/\\\\$mark}; done
    # History would expand a ! here.
    escaped="\\"'!'\\""
    quoted=\${quoted//!/$escaped}
  elif [[ -n $1 ]]; then
    printf -v quoted '%q' "$1"
  fi
  # Readline takes a quote at the beginning for the one that is open, and one at the end for the one that closes it.
  if [[ -n $quote && $quoted == "$quote"* ]]; then quoted="$quote$quoted"; fi
  if [[ -n $quote && $quoted == *"$quote" ]]; then quoted+="$quote"; fi
}

# Offers those of the words $2 that begin with what is typed; $1 stands before each of them in the word.
_browserctl_offer() {
  local word offered quoted
  read -r -a offered <<< "$2"
  for word in "\${offered[@]}"; do
    word="$1$word"
    if [[ $word == "$plain"* ]]; then
      _browserctl_quote "\${word:\${#kept}}"
      COMPREPLY+=("$quoted")
    fi
  done
}

# Prints what the program $1 answers to the words behind it, within a bound of time and of lines.
_browserctl_ask() {
  local line count=0 status=0 last=$((SECONDS + ${MAX_ANSWER_SECONDS})) before="\${!-}"
  while IFS= read -r -t ${MAX_ANSWER_SECONDS} line || { status=$? && false; }; do
    if ((++count > ${MAX_ANSWERS} || SECONDS > last)); then break; fi
    printf '%s\n' "$line"
  done < <(exec "$@" 2> /dev/null < /dev/null)
  if [[ $status != 1 && \${!-} != "$before" ]]; then kill -KILL "$!"; fi
}

# Offers records of the source $2; $1 stands before each of them in the word. Descriptions appear in a list alone: what
# readline inserts is what all candidates begin with, and no two of them are alike.
_browserctl_records() {
  local program search line value quoted seen=$'\n' keys=$'\n' key alike="" width=0 at prefix="\${plain:\${#1}}" args=() about=()
  local typed_plain="$plain" typed_quote="$quote" typed_kept="$kept"
  for value in "\${parents[@]}"; do
    _browserctl_unquote "$value"
    args+=("$plain")
  done
  _browserctl_program
  plain="$typed_plain" quote="$typed_quote" kept="$typed_kept"
  if [[ -z $program ]]; then return; fi
  while IFS= read -r line; do
    value="\${line%%$'\t'*}"
    if [[ -z $value || $line != *$'\t'* || "\${line/$'\t'/}" == *[[:cntrl:]]* || $value != "$prefix"* ]]; then continue; fi
    # Before -- such a value would be a flag.
    if [[ -z $1 && -z $flag && -z $dashes && $value == -* || $seen == *$'\n'"$value"$'\n'* ]]; then continue; fi
    seen+="$value"$'\n'
    key="\${value,,}" key="\${key//-/_}"
    if [[ $keys == *$'\n'"$key"$'\n'* ]]; then alike=1; fi
    keys+="$key"$'\n'
    value="$1$value"
    _browserctl_quote "\${value:\${#kept}}"
    COMPREPLY+=("$quoted")
    about+=("\${line#*$'\t'}")
    if ((\${#quoted} > width)); then width=\${#quoted}; fi
  done <<< "$(PATH="$search"; _browserctl_ask "$program" __complete "$2" "$prefix" "\${options[@]}" -- "\${args[@]}" 2> /dev/null)"
  if [[ \${#COMPREPLY[@]} -lt 2 || -n $alike || \${COMP_TYPE:-9} == 37 || \${COMP_TYPE:-9} == 42 ]]; then return; fi
  for ((at = 0; at < \${#COMPREPLY[@]}; at++)); do
    if [[ -n \${about[at]} ]]; then printf -v 'COMPREPLY[at]' '%-*s  (%s)' "$width" "\${COMPREPLY[at]}" "\${about[at]}"; fi
  done
}

# Sets search to the absolute directories of PATH, and program to the browserctl that has installed this script, or else to
# the first one in them; to none where there is none. Whatever was typed may be a file of the working directory.
_browserctl_program() {
  local entry entries
  program="" search=""
  IFS=: read -r -a entries <<< "$PATH"
  for entry in "\${entries[@]}"; do
    if [[ $entry != /* ]]; then continue; fi
    search+="\${search:+:}$entry"
    if [[ -z $program && -f $entry/browserctl && -x $entry/browserctl ]]; then program="$entry/browserctl"; fi
  done
  if [[ -f $_browserctl_installed && -x $_browserctl_installed ]]; then program="$_browserctl_installed"; fi
}

# Offers files whose names begin with $1; $2 stands before them in the word.
_browserctl_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$2$file"); done < <(compgen -f -- "$1")
  # Bash itself finds what stands in quotes and behind ~.
  if type compopt &> /dev/null; then compopt -o filenames -o default 2> /dev/null; fi
  _browserctl_trim "$current"
}

# Offers files behind @. Bash knows no file of that name: quotes and the slash of a directory are put here.
_browserctl_source() {
  local file quoted typed="\${1#@}"
  typed="\${typed//\\\\/}"
  while IFS= read -r file; do
    printf -v quoted '%q' "$file"
    if [[ -d $file ]]; then
      quoted+=/
      if type compopt &> /dev/null; then compopt -o nospace 2> /dev/null; fi
    fi
    COMPREPLY+=("$2@$quoted")
  done < <(compgen -f -- "$typed")
  _browserctl_trim "$current"
}

# Completes the command line that begins behind word $1.
_browserctl_command() {
  local at word
  if declare -F _command_offset > /dev/null; then
    for ((at = 0; at < COMP_CWORD; at++)); do
      if [[ \${COMP_WORDS[at]} == -- ]]; then
        _command_offset "$((at + 1))"
        return
      fi
    done
  fi
  if ((\${#typed[@]} - 1 == $1 + 1)); then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$current")
  fi
  _browserctl_files "$current" ""
}

# Bash replaces only what follows the last character that breaks words; an @ there is replaced too.
_browserctl_trim() {
  local breaks="" mark before at
  for mark in = @ :; do
    if [[ $COMP_WORDBREAKS == *"$mark"* ]]; then breaks+="$mark"; fi
  done
  if [[ -z $breaks || $1 != *["$breaks"]* ]]; then return; fi
  before="\${1%"\${1##*["$breaks"]}"}"
  before="\${before%@}"
  for ((at = 0; at < \${#COMPREPLY[@]}; at++)); do COMPREPLY[at]="\${COMPREPLY[at]#"$before"}"; done
}
`;
