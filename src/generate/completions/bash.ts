import { verbAliases } from "../../cli/verb-aliases.ts";
import { posixQuote } from "../../core/posix-quote.ts";
import { type CompletionFlag, type CompletionModel, type CompletionNode, forms, valued } from "./model.ts";

/** The script for bash 4 and later; it needs no other file, and uses the bash-completion package where that is loaded. */
export function bashCompletion(model: CompletionModel): string {
  return `# bash completion for browserctl. Written by \`npm run generate\`. Do not edit.

${tables(model)}
${walker(model)}`;
}

function list(words: readonly string[]): string {
  return posixQuote(words.join(" "));
}

function tables({ general, nodes }: CompletionModel): string {
  return `# What may follow the command words $1: words, flags, those of the flags that take a value, and whether a command line
# stands behind --.
_browserctl_node() {
  next="" rest=""
  flags=${list(general.flatMap(forms))}
  valued=${list(valued(general))}
  case "$1" in
${nodes.map(nodeCase).filter(Boolean).join("\n")}
  esac
}

# What the value of flag $2 after the command words $1 can be: words, or files, or text that may be @file.
_browserctl_flag_value() {
  case "$2" in
${valueCases(general, (form) => form)}
  esac
  case "$1 $2" in
${nodes
  .map((node) => valueCases(node.flags, (form) => posixQuote(`${node.path} ${form}`)))
  .filter(Boolean)
  .join("\n")}
  esac
}

# What argument number $2 of the command $1 can be.
_browserctl_arg_value() {
  case "$1 $2" in
${nodes.map(argCases).filter(Boolean).join("\n")}
  esac
}
`;
}

function nodeCase(node: CompletionNode): string {
  const lines = [
    ...(node.children.length > 0 ? [`next=${list(node.children.map((child) => child.word))}`] : []),
    ...(node.flags.length > 0 ? [`flags+=${list(["", ...node.flags.flatMap(forms)])}`] : []),
    ...(valued(node.flags).length > 0 ? [`valued+=${list(["", ...valued(node.flags)])}`] : []),
    ...(node.rest ? ["rest=1"] : []),
  ];
  if (lines.length === 0) return "";
  return `    ${posixQuote(node.path)})\n${lines.map((line) => `      ${line}`).join("\n")}\n      ;;`;
}

function valueCases(flags: readonly CompletionFlag[], pattern: (form: string) => string): string {
  return flags
    .flatMap((flag) => {
      if (flag.value === undefined || flag.value.of === "other") return [];
      const what = flag.value.of === "words" ? `words=${list(flag.value.words)}` : `words="" what=${flag.value.of}`;
      return [`    ${forms(flag).map(pattern).join(" | ")}) ${what} ;;`];
    })
    .join("\n");
}

function argCases(node: CompletionNode): string {
  return node.args
    .flatMap(({ value, repeat }, at) => {
      if (value.of === "other") return [];
      const what = value.of === "words" ? `words=${list(value.words)}` : `words="" what=${value.of}`;
      return [`    ${posixQuote(`${node.path} `)}${repeat ? "*" : at + 1}) ${what} ;;`];
    })
    .join("\n");
}

function walker({ help, helpTopics }: CompletionModel): string {
  return `# The words up to the cursor. Bash also breaks them at the characters of COMP_WORDBREAKS, such as = and @: what stands
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

# Sets verb to the word of next that $1 names, by itself or as an alias such as ls.
_browserctl_verb() {
  case "$1" in
    "") return 1 ;;
${Object.entries(verbAliases)
  .map(([alias, verbs]) => `    ${alias}) set -- ${[alias, ...verbs].join(" ")} ;;`)
  .join("\n")}
  esac
  for verb; do
    if [[ " $next " == *" $verb "* ]]; then return 0; fi
  done
  return 1
}

# Offers those of the words in $1 that begin with $2; $3 stands before each of them in the line.
_browserctl_offer() {
  local word offered
  if [[ -z $1 ]]; then return; fi
  read -r -a offered <<< "$1"
  for word in "\${offered[@]}"; do
    if [[ $word == "$2"* ]]; then COMPREPLY+=("$3$word"); fi
  done
}

# Offers files whose names begin with $1; $2 stands before them in the line.
_browserctl_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$2$file"); done < <(compgen -f -- "$1")
  # Bash itself finds what stands in quotes and behind ~.
  if type compopt &> /dev/null; then compopt -o filenames -o default 2> /dev/null; fi
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
}

# Offers the values described by words and what that begin with $1; $2 stands before them in the line.
_browserctl_values() {
  if [[ -n $words ]]; then
    _browserctl_offer "$words" "$1" "$2"
  elif [[ $what == file ]]; then
    _browserctl_files "$1" "$2"
  elif [[ $what == source && $1 == @* ]]; then
    _browserctl_source "$1" "$2"
  fi
}

_browserctl() {
  local IFS=$' \\t\\n' next flags valued rest words="" what="" typed flag=""
  local path="" dashes="" help="" count=0 at word verb current
  COMPREPLY=()
  _browserctl_words
  current="\${typed[\${#typed[@]} - 1]}"
  _browserctl_node ""
  for ((at = 1; at < \${#typed[@]} - 1; at++)); do
    word="\${typed[at]}"
    if [[ -n $flag ]]; then
      flag=""
    elif [[ -n $dashes ]]; then
      ((count += 1))
    elif [[ $word == -- ]]; then
      dashes=$at
      if [[ -n $rest ]]; then break; fi
    elif [[ $word == -?* ]]; then
      if [[ " $valued " == *" $word "* ]]; then flag="$word"; fi
    elif [[ -z $path && -z $help && $word == ${help.word} ]]; then
      help=1
    elif [[ $count -eq 0 ]] && _browserctl_verb "$word"; then
      path="\${path:+$path }$verb"
      _browserctl_node "$path"
    else
      ((count += 1))
    fi
  done

  if [[ -n $rest && -n $dashes ]]; then
    _browserctl_command "$dashes"
    return
  elif [[ -n $flag ]]; then
    _browserctl_flag_value "$path" "$flag"
    _browserctl_values "$current" ""
  elif [[ -z $dashes && $current == --*=* ]]; then
    _browserctl_flag_value "$path" "\${current%%=*}"
    _browserctl_values "\${current#*=}" "\${current%%=*}="
  elif [[ -z $dashes && $current == -* ]]; then
    _browserctl_offer "$flags" "$current" ""
  else
    if [[ $count -eq 0 && -z $dashes ]]; then _browserctl_offer "$next" "$current" ""; fi
    if [[ -z $help ]]; then
      if [[ -z $path && $count -eq 0 && -z $dashes ]]; then _browserctl_offer ${help.word} "$current" ""; fi
      _browserctl_arg_value "$path" "$((count + 1))"
      _browserctl_values "$current" ""
    elif [[ -z $path && $count -eq 0 ]]; then
      _browserctl_offer ${list(helpTopics.map((topic) => topic.word))} "$current" ""
    fi
  fi
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

complete -F _browserctl browserctl
`;
}
