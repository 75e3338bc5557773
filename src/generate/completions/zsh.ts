import { verbAliases } from "../../cli/route/verb-aliases.ts";
import { posixQuote } from "../../core/shell-quotes.ts";
import { type CompletionModel, MAX_ANSWER_SECONDS, MAX_ANSWERS } from "./model.ts";
import { completionTable, installedComment, root, tableComment } from "./table.ts";

/** The script for zsh, as a file of its function path or sourced after compinit. */
export function zshCompletion(model: CompletionModel): string {
  const { flags, general, nodes } = completionTable(model, true);
  return `#compdef browserctl
# zsh completion for browserctl, printed by \`browserctl completion zsh\`. Do not edit.

${installedComment}
typeset -g _browserctl_installed=''

${tableComment}
typeset -ga _browserctl_flags=(
${flags.map(posixQuote).join("\n")}
)
typeset -ga _browserctl_nodes=(
${nodes.map(posixQuote).join("\n")}
)

${walker(model, general)}
${values}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _browserctl "$@"
else
  compdef _browserctl browserctl
fi
`;
}

function walker({ help, helpTopics, beforeCommands }: CompletionModel, general: number): string {
  return `# Sets next, rest, arguments, repeated and flags to what may follow the command words $1.
_browserctl_node() {
  local -a cells=(\${(M)_browserctl_nodes:#"$1"$'\\t'*})
  cells=("\${(@ps:\\t:)cells[1]}")
  next=(\${=cells[2]#-}) rest=$cells[4] repeated=$cells[5] arguments=("\${(@)cells[7,-1]}")
  flags=("\${(@)_browserctl_flags[1,${general}]}")
  local number
  for number in \${=cells[3]#-}; do flags+=("$_browserctl_flags[number]"); done
}

# Sets forms and kind to those of the flag $1.
_browserctl_flag() {
  local -a cells=(\${(M)flags:#([^$'\\t']# |)"$1"( [^$'\\t']#|)$'\\t'*})
  cells=("\${(@ps:\\t:)cells[1]}")
  forms=$cells[1] kind=\${cells[3]:--}
}

# Sets verb to the word of next that $1 names, by itself or as an alias such as ls.
_browserctl_verb() {
  local -a names=("$1")
  case "$1" in
${[...verbAliases].map(([alias, verbs]) => `    ${alias}) names+=(${verbs.join(" ")}) ;;`).join("\n")}
  esac
  for verb in "$names[@]"; do
    if (( $next[(Ie)$verb] )); then return 0; fi
  done
  return 1
}

# Adds the value $2 of a flag to the options of the call that asks for records.
_browserctl_option() {
  if [[ \${1%% *} == --(context|project|base-url) ]]; then options+=("\${1%% *}" "$2"); fi
}

_browserctl() {
  local -a typed next flags arguments used parents options choices cells
  local rest repeated forms kind verb flag dashes help word name
  local path_of=${root}
  local -i at ret=1
  typed=("\${(@Q)words[2,CURRENT-1]}")
  _browserctl_node $path_of
  for (( at = 1; at <= $#typed; at++ )); do
    word="$typed[at]"
    if [[ -n $flag ]]; then
      _browserctl_option "$flag" "$word"
      flag=
    elif [[ -n $dashes ]]; then
      parents+=("$word")
    elif [[ $word == -- ]]; then
      dashes=$at
      if [[ $rest == rest ]]; then break; fi
    elif [[ $word == -?* ]]; then
      _browserctl_flag "\${word%%=*}"
      used+=("\${forms%% *}")
      if [[ $word == --*=* ]]; then
        _browserctl_option "$forms" "\${word#*=}"
      elif [[ $kind != - ]]; then
        flag=$forms
      fi
    elif [[ $path_of == ${root} && -z $help && $word == (${beforeCommands.join("|")}) ]]; then
      help=$word
    elif (( ! $#parents )) && _browserctl_verb "$word"; then
      path_of+=" $verb"
      _browserctl_node $path_of
    else
      parents+=("$word")
    fi
  done

  if [[ $rest == rest && -n $dashes ]]; then
    # The command line that begins behind --.
    shift $(( dashes + 1 )) words
    (( CURRENT -= dashes + 1 ))
    _normal
    return
  fi
  if [[ -n $flag ]]; then
    _browserctl_flag "\${flag%% *}"
    _browserctl_values "$kind" "\${flag%% *}"
    return
  fi
  if [[ -z $dashes && $PREFIX == --*=* && -z $compstate[quote] ]]; then
    name=\${PREFIX%%=*}
    _browserctl_flag "$name"
    flag=$name
    compset -P 1 '*='
    _browserctl_values "$kind" "$name"
    return
  fi
  if [[ -z $dashes && $PREFIX == -* ]]; then
    _browserctl_offer_flags
    return
  fi
  if [[ -z $dashes ]] && (( ! $#parents )); then
    for word in \${(M)_browserctl_nodes:#"$path_of "[^ $'\\t']##$'\\t'*}; do
      cells=("\${(@ps:\\t:)word}")
      choices+=("\${cells[1]##* }:\${cells[6]//\\\\/\\\\\\\\}")
    done
    if [[ $path_of == ${root} && -z $help ]]; then
      choices+=(${choice(help)})
    elif [[ $path_of == ${root} && $help == ${help.word} ]]; then
      choices+=(
${helpTopics.map((topic) => `        ${choice(topic)}`).join("\n")}
      )
    fi
    if (( $#choices )); then _describe -t commands command choices && ret=0; fi
  fi
  at=$(( 2 * $#parents + 1 ))
  if [[ $at -gt $#arguments && $repeated == '*' ]]; then at=$(( $#arguments - 1 )); fi
  if [[ -z $help && $at -lt $#arguments ]]; then
    _browserctl_values "$arguments[at+1]" "$arguments[at]" && ret=0
  fi
  return ret
}
`;
}

/** An entry of `_describe`: the first bare colon ends the word. */
function choice({ word, summary }: { word: string; summary: string }): string {
  return posixQuote(`${word.replace(/[\\:]/g, "\\$&")}:${summary.replaceAll("\\", "\\\\")}`);
}

const values = `# Offers the forms of all flags that are not used up.
_browserctl_offer_flags() {
  local row form summary
  local -a cells choices
  for row in "$flags[@]"; do
    cells=("\${(@ps:\\t:)row}")
    if [[ $cells[2] != '*' && -n \${used[(re)\${cells[1]%% *}]} ]]; then continue; fi
    for form in \${=cells[1]}; do
      summary=$cells[4]
      if [[ $form == --no-* && $cells[1] != $form* ]]; then summary="Opposite of \${cells[1]%% *}"; fi
      choices+=("$form:\${summary//\\\\/\\\\\\\\}")
    done
  done
  _describe -o -t options option choices
}

# Offers values of the kind $1; $2 names the flag or argument.
_browserctl_values() {
  local -a offered expl
  # A description that begins with - would be an option.
  2="\${2##-#}"
  case "$1" in
    'words '*)
      offered=(\${=1#words })
      _wanted values expl "$2" compadd -a -- offered
      ;;
    'records '*)
      offered=(\${=1#records })
      _browserctl_records "$offered[1]" "$2" "\${(@)offered[2,-1]}"
      ;;
    file) _files ;;
    source)
      if compset -P '@'; then
        _files
      else
        _message -e text 'text, -, @file or env:NAME'
        return 1
      fi
      ;;
    other)
      _message -e values "$2"
      return 1
      ;;
    *) return 1 ;;
  esac
}

# Offers records of the source $1, and the words $3 and following; $2 names the flag or argument.
_browserctl_records() {
  local program line value name="$2" prefix="\${(Q)PREFIX}"
  # Whatever was typed may be a file of the working directory.
  local -a choices=("\${(@)argv[3,-1]}") search=(\${(M)path:#/*})
  local -i at=0 pid last=$(( SECONDS + ${MAX_ANSWER_SECONDS} )) fd
  zmodload zsh/system 2> /dev/null
  for program in "$_browserctl_installed" $^search/browserctl ""; do
    if [[ -f $program && -x $program ]]; then break; fi
  done
  if [[ -n $program ]]; then
    if [[ $compstate[quote] == [\\'\\"] ]]; then prefix="\${(Q):-$compstate[quote]$PREFIX$compstate[quote]}"; fi
    exec {fd}< <(path=($search); exec "$program" __complete "$1" "$prefix" "$options[@]" -- "$parents[@]" 2> /dev/null < /dev/null)
    pid=$sysparams[procsubstpid]
    while IFS= read -t ${MAX_ANSWER_SECONDS} -r -u $fd line; do
      if (( ++at > ${MAX_ANSWERS} || SECONDS > last )); then break; fi
      value="\${line%%$'\\t'*}"
      if [[ -z $value || $line != *$'\\t'* || \${line/$'\\t'/} == *[[:cntrl:]]* ]]; then continue; fi
      # Before -- such a value would be a flag.
      if [[ -z $flag && -z $dashes && $value == -* ]]; then continue; fi
      line="\${line#*$'\\t'}"
      choices+=("\${\${value//\\\\/\\\\\\\\}//:/\\\\:}:\${line//\\\\/\\\\\\\\}")
    done
    exec {fd}<&-
    if (( pid > 0 && (at > ${MAX_ANSWERS} || SECONDS >= last) )); then kill -KILL $pid 2> /dev/null; fi
  fi
  if (( $#choices )); then
    _describe -t records "$name" choices
  else
    _message -e records "$name"
    return 1
  fi
}
`;
