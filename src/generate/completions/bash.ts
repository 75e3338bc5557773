import { verbAliases } from "../../cli/route/verb-aliases.ts";
import { posixQuote } from "../../core/shell-quotes.ts";
import { bashReadline } from "./bash-readline.ts";
import type { CompletionModel } from "./model.ts";
import { completionTable, installedComment, root } from "./table.ts";

/** The script for bash 4 and later; it needs no other file, and uses the bash-completion package where that is loaded. */
export function bashCompletion(model: CompletionModel): string {
  const { flags, general, nodes } = completionTable(model, false);
  return `# bash completion for browserctl, printed by \`browserctl completion bash\`. Do not edit.

${installedComment}
_browserctl_installed=''

# Rows of flags and of command words; cells are separated by tabs, and - stands for none. A flag: forms, * if it may be
# repeated, value. Command words: the words that may follow, numbers of their flags, "rest" for a command line behind --,
# * if the last argument may be repeated, -, and name and value of each argument.
_browserctl_flags=(
${flags.map((row) => posixQuote(row.replace(/\t-$/, ""))).join("\n")}
)
_browserctl_nodes=(
${nodes.map(posixQuote).join("\n")}
)

${walker(model, general)}
${bashReadline}
complete -F _browserctl browserctl
`;
}

/** Pattern of bash for one of several words. */
function patterns(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? "") : `@(${words.join("|")})`;
}

function walker({ help, helpTopics, beforeCommands }: CompletionModel, general: number): string {
  return `# Sets next, rest, arguments, repeated and flags to what may follow the command words $1.
_browserctl_node() {
  local row cells number
  for row in "\${_browserctl_nodes[@]}"; do
    if [[ $row == "$1"$'\\t'* ]]; then break; fi
  done
  IFS=$'\\t' read -r -a cells <<< "$row"
  next="\${cells[1]#-}" rest="\${cells[3]}" repeated="\${cells[4]}"
  arguments=("\${cells[@]:6}")
  flags=("\${_browserctl_flags[@]:0:${general}}")
  read -r -a cells <<< "\${cells[2]#-}"
  for number in "\${cells[@]}"; do flags+=("\${_browserctl_flags[number - 1]}"); done
}

# Sets forms, repeat and kind to those of the flag $1.
_browserctl_flag() {
  local row
  for row in "\${flags[@]}"; do
    forms="\${row%%$'\\t'*}"
    if [[ " $forms " == *" $1 "* ]]; then
      row="\${row#*$'\\t'}"
      repeat="\${row%%$'\\t'*}" kind="\${row#*$'\\t'}"
      return 0
    fi
  done
  forms="" repeat="" kind="-"
  return 1
}

# Sets verb to the word of next that $1 names, by itself or as an alias such as ls.
_browserctl_verb() {
  case "$1" in
    "") return 1 ;;
${[...verbAliases].map(([alias, verbs]) => `    ${alias}) set -- ${[alias, ...verbs].join(" ")} ;;`).join("\n")}
  esac
  for verb; do
    if [[ " $next " == *" $verb "* ]]; then return 0; fi
  done
  return 1
}

# Adds the value $2 of a flag to the options of the call that asks for records.
_browserctl_option() {
  if [[ " $1 " == *" --context "* || " $1 " == *" --project "* || " $1 " == *" --base-url "* ]]; then
    _browserctl_unquote "$2"
    options+=("\${1%% *}" "$plain")
  fi
}

# Offers the forms of all flags that are not used up.
_browserctl_offer_flags() {
  local row offered=""
  for row in "\${flags[@]}"; do
    if [[ $row == *$'\t*\t'* || " $used " != *" \${row%%[ $'\t']*} "* ]]; then offered+=" \${row%%$'\t'*}"; fi
  done
  _browserctl_offer "" "$offered"
}

# Offers values of the kind $1; $2 stands before them in the word.
_browserctl_values() {
  local words
  case "$1" in
    "words "*) _browserctl_offer "$2" "\${1#words }" ;;
    "records "*)
      words="\${1#records }"
      _browserctl_records "$2" "\${words%% *}"
      if [[ $words == *' '* ]]; then _browserctl_offer "$2" "\${words#* }"; fi
      ;;
    file) _browserctl_files "\${current:\${#2}}" "$2" ;;
    source)
      if [[ \${current:\${#2}} == @* ]]; then _browserctl_source "\${current:\${#2}}" "$2"; fi
      ;;
  esac
}

_browserctl() {
  local IFS=$' \\t\\n' next flags rest repeated arguments typed flag="" forms repeat kind verb plain kept quote
  local path=${root} dashes="" help="" used="" parents=() options=() at word current
  COMPREPLY=()
  _browserctl_words
  current="\${typed[\${#typed[@]} - 1]}"
  _browserctl_unquote "$current"
  _browserctl_node "$path"
  for ((at = 1; at < \${#typed[@]} - 1; at++)); do
    word="\${typed[at]}"
    if [[ -n $flag ]]; then
      _browserctl_option "$flag" "$word"
      flag=""
    elif [[ -n $dashes ]]; then
      parents+=("$word")
    elif [[ $word == -- ]]; then
      dashes=$at
      if [[ $rest == rest ]]; then break; fi
    elif [[ $word == -?* ]]; then
      if _browserctl_flag "\${word%%=*}"; then
        used+=" \${forms%% *}"
        if [[ $word == --*=* ]]; then
          _browserctl_option "$forms" "\${word#*=}"
        elif [[ $kind != - ]]; then
          flag="$forms"
        fi
      fi
    elif [[ $path == ${root} && -z $help && $word == ${patterns(beforeCommands)} ]]; then
      help=$word
    elif [[ \${#parents[@]} -eq 0 ]] && _browserctl_verb "$word"; then
      path="$path $verb"
      _browserctl_node "$path"
    else
      parents+=("$word")
    fi
  done
  _browserctl_unquote "$current"

  if [[ $rest == rest && -n $dashes ]]; then
    _browserctl_command "$dashes"
  elif [[ -n $flag ]]; then
    _browserctl_flag "\${flag%% *}"
    _browserctl_values "$kind" ""
  elif [[ -z $dashes && $current == --*=* ]]; then
    _browserctl_flag "\${current%%=*}"
    _browserctl_values "$kind" "\${current%%=*}="
  elif [[ -z $dashes && $current == -* ]]; then
    _browserctl_offer_flags
  else
    if [[ \${#parents[@]} -eq 0 && -z $dashes ]]; then
      _browserctl_offer "" "$next"
      if [[ $path == ${root} && -z $help ]]; then
        _browserctl_offer "" ${help.word}
      elif [[ $path == ${root} && $help == ${help.word} ]]; then
        _browserctl_offer "" ${posixQuote(helpTopics.map((topic) => topic.word).join(" "))}
      fi
    fi
    at=$((2 * \${#parents[@]} + 1))
    if [[ at -gt \${#arguments[@]} && $repeated == '*' ]]; then at=$((\${#arguments[@]} - 1)); fi
    if [[ -z $help && at -lt \${#arguments[@]} ]]; then _browserctl_values "\${arguments[at]}" ""; fi
  fi
}
`;
}
