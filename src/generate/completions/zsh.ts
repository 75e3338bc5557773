import { verbAliases } from "../../cli/verb-aliases.ts";
import { posixQuote } from "../../core/posix-quote.ts";
import {
  type CompletionArg,
  type CompletionFlag,
  type CompletionModel,
  type CompletionNode,
  forms,
  type Value,
} from "./model.ts";

/** The script for zsh, as a file of its function path or sourced after compinit. */
export function zshCompletion(model: CompletionModel): string {
  return `#compdef browserctl
# zsh completion for browserctl. Written by \`npm run generate\`. Do not edit.

${nodeTable(model)}
${walker(model)}`;
}

function nodeTable({ general, nodes }: CompletionModel): string {
  return `# What may follow the command words $1: words, flags, arguments, and whether a command line stands behind --.
_browserctl_node() {
  next=() arguments=() rest=0
  flags=(
${general.map((flag) => `    ${flagSpec(flag, general)}`).join("\n")}
  )
  case "$1" in
${nodes.map(nodeCase).join("\n")}
  esac
}
`;
}

function nodeCase(node: CompletionNode): string {
  const block = (name: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [`      ${name}(`, ...lines.map((line) => `        ${line}`), "      )"] : [];
  return [
    `    ${posixQuote(node.path)})`,
    ...block(
      "next=",
      node.children.map((child) => choice(child)),
    ),
    ...block(
      "flags+=",
      node.flags.map((flag) => flagSpec(flag, node.flags)),
    ),
    ...block("arguments=", node.args.map(argSpec)),
    ...(node.rest ? ["      rest=1"] : []),
    "      ;;",
  ].join("\n");
}

/** An entry of \`_describe\`: the first bare colon ends the word. */
function choice({ word, summary }: { word: string; summary: string }): string {
  return posixQuote(`${word.replace(/[\\:]/g, "\\$&")}:${summary.replaceAll("\\", "\\\\")}`);
}

/** An option of \`_arguments\`: \`(-o --output)\` are used up by it, \`+\` and \`=\` allow the value in the same word. */
function flagSpec(flag: CompletionFlag, all: readonly CompletionFlag[]): string {
  const { summary, placeholder, value } = flag;
  const opposite = flag.long.startsWith("--no-") ? `--${flag.long.slice(5)}` : `--no-${flag.long.slice(2)}`;
  const excluded = [...forms(flag), ...(all.some((each) => each.long === opposite) ? [opposite] : [])];
  const before = flag.repeat ? "*" : excluded.length > 1 ? `(${excluded.join(" ")})` : "";
  const [short, long] = value ? [`${flag.short}+`, `${flag.long}=`] : [`${flag.short}`, flag.long];
  const names = flag.short === undefined ? long : `{${short},${long}}`;
  const after = `[${inBrackets(summary)}]${value ? `:${inSpec(placeholder ?? "")}:${action(value)}` : ""}`;
  return flag.short === undefined
    ? posixQuote(before + names + after)
    : `${before && posixQuote(before)}${names}${posixQuote(after)}`;
}

function argSpec({ name, value, repeat }: CompletionArg): string {
  return posixQuote(`${repeat ? "*" : ""}:${inSpec(name)}:${action(value)}`);
}

function action(value: Value): string {
  if (value.of === "words") return `(${value.words.map((word) => word.replace(/[^\w.-]/g, "\\$&")).join(" ")})`;
  return { file: "_files", source: "_browserctl_source", other: " " }[value.of];
}

function inBrackets(text: string): string {
  return text.replace(/[\\[\]:]/g, "\\$&");
}

function inSpec(text: string): string {
  return text.replace(/[\\:]/g, "\\$&");
}

function walker({ help, helpTopics }: CompletionModel): string {
  return `# A text, or a file behind @.
_browserctl_source() {
  if compset -P '@'; then
    _files
  else
    _message -e text 'text, -, @file or env:NAME'
  fi
}

# Sets verb to the word of next that $1 names, by itself or as an alias such as ls.
_browserctl_verb() {
  local -a names=("$1")
  case "$1" in
${Object.entries(verbAliases)
  .map(([alias, verbs]) => `    ${alias}) names+=(${verbs.join(" ")}) ;;`)
  .join("\n")}
  esac
  for verb in $names; do
    if (( \${next[(I)$verb:*]} )); then return; fi
  done
  verb="$1"
}

# Completes what follows the command words $1; words begins with the last of them.
_browserctl_at() {
  local at="$1" context state state_descr line
  local -i rest ret=1
  local -a next flags arguments
  local -A opt_args
  _browserctl_node "$at"
  if (( rest )); then
    local -i dashes=$words[(i)--]
    if (( dashes < CURRENT )); then
      shift $dashes words
      (( CURRENT -= dashes ))
      _normal
      return
    fi
  fi
  if (( ! $#next )); then
    _arguments -s -S $flags $arguments
    return
  fi
  if [[ -z $at ]]; then next+=(${choice(help)}); fi
  _arguments -C -s -S $flags ': :->word' '*:: :->next' && ret=0
  case $state in
    word)
      _describe -t commands command next && ret=0
      ;;
    next)
      if [[ -z $at && $line[1] == ${help.word} ]]; then
        _browserctl_help && ret=0
      else
        local verb
        _browserctl_verb "$line[1]"
        curcontext="\${curcontext%:*:*}:browserctl-\${\${:-$at $verb}// /-}:"
        _browserctl_at "\${at:+$at }$verb" && ret=0
      fi
      ;;
  esac
  return ret
}

# Completes the words of commands, and the topics, behind help.
_browserctl_help() {
  local -i rest
  local -a next flags arguments
  _browserctl_node "\${(j: :)words[2,CURRENT-1]}"
  if (( CURRENT == 2 )); then
    next+=(
${helpTopics.map((topic) => `      ${choice(topic)}`).join("\n")}
    )
  fi
  _describe -t commands command next
}

_browserctl() {
  local curcontext="$curcontext"
  _browserctl_at ''
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _browserctl "$@"
else
  compdef _browserctl browserctl
fi
`;
}
