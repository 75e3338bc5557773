import { verbAliases } from "../../cli/verb-aliases.ts";
import {
  type Choice,
  type CompletionFlag,
  type CompletionModel,
  type CompletionNode,
  forms,
  type Value,
  valued,
} from "./model.ts";

/**
 * Script for fish 3.1 and later. One function returns all suggestions: with one condition per command and flag, fish would
 * evaluate each of them at every TAB.
 */
export function fishCompletion(model: CompletionModel): string {
  return `# fish completion for browserctl. Written by \`npm run generate\`. Do not edit.

${tables(model)}
${walker(model)}
complete -c browserctl -f -a '(__browserctl_complete)'
`;
}

/** A text in single quotes, in which only the quote itself and the backslash are special. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** A word and its description, with the tab between them that fish expects. */
function choice({ word, summary }: Choice): string {
  return `${quote(word)}\\t${quote(summary)}`;
}

function tables({ general, nodes }: CompletionModel): string {
  return `# What may follow the command words $argv[1]: words, flags, those of the flags that take a value and what these values
# are, what the arguments are, and whether a command line stands behind --. Sets the variables of its caller.
function __browserctl_node --no-scope-shadowing
    set next
    set arguments
    set repeated 0
    set rest 0
${setFlags(general, "set", 4)}
    switch "$argv[1]"
${nodes.map(nodeCase).join("\n")}
    end
end
`;
}

function nodeCase(node: CompletionNode): string {
  const lines = [
    ...(node.children.length > 0 ? [`            set next ${block(node.children.map(choice), 16)}`] : []),
    ...(node.flags.length > 0 ? [setFlags(node.flags, "set -a", 12)] : []),
    ...(node.args.length > 0
      ? [`            set arguments ${node.args.map(({ value }) => quote(kind(value))).join(" ")}`]
      : []),
    ...(node.args.at(-1)?.repeat ? ["            set repeated 1"] : []),
    ...(node.rest ? ["            set rest 1"] : []),
  ];
  return [`        case ${quote(node.path)}`, ...lines].join("\n");
}

function setFlags(flags: readonly CompletionFlag[], set: string, indent: number): string {
  const spaces = " ".repeat(indent);
  const words = flags.flatMap((flag) => forms(flag).map((word) => choice({ word, summary: flag.summary })));
  const kinds = flags.flatMap(({ value, ...flag }) => (value ? forms(flag).map(() => quote(kind(value))) : []));
  const withValues = kinds.length > 0 || set === "set" ? [`${spaces}${set} valued ${valued(flags).join(" ")}`] : [];
  const ofKinds = kinds.length > 0 || set === "set" ? [`${spaces}${set} kinds ${kinds.join(" ")}`] : [];
  return [`${spaces}${set} flags ${block(words, indent + 4)}`, ...withValues, ...ofKinds].join("\n");
}

function kind(value: Value): string {
  return value.of === "words" ? `words ${value.words.join(" ")}` : value.of;
}

function block(lines: readonly string[], indent: number): string {
  return lines.map((line) => `\\\n${" ".repeat(indent)}${line}`).join(" ");
}

function walker({ help, helpTopics }: CompletionModel): string {
  return `# Offers the values of a kind; $argv[2] stands before them in the word, $argv[3] is what is typed of the value.
function __browserctl_values --argument-names kind before typed
    switch "$kind"
        case 'words *'
            for word in (string split ' ' -- "$kind")[2..-1]
                printf '%s%s\\n' "$before" "$word"
            end
        case file
            __browserctl_files "$before" "$typed"
        case source
            if string match -q -- '@*' "$typed"
                __browserctl_files "$before@" (string sub -s 2 -- "$typed")
            end
    end
end

# Prints which of the words $argv[2..-1] the word $argv[1] names, by itself or as an alias such as ls.
function __browserctl_verb
    set -l names $argv[1]
    switch "$argv[1]"
${Object.entries(verbAliases)
  .map(([alias, verbs]) => `        case ${alias}\n            set -a names ${verbs.join(" ")}`)
  .join("\n")}
    end
    for name in $names
        if contains -- "$name" $argv[2..-1]
            printf '%s\\n' "$name"
            return 0
        end
    end
    return 1
end

# Offers files; $argv[1] stands before them in the word.
function __browserctl_files --argument-names before typed
    for file in (complete -C "'' $typed")
        printf '%s%s\\n' "$before" "$file"
    end
end

function __browserctl_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l path
    set -l count 0
    set -l dashes 0
    set -l help 0
    set -l kind
    set -l next
    set -l flags
    set -l valued
    set -l kinds
    set -l arguments
    set -l repeated
    set -l rest
    __browserctl_node ''
    set -e typed[1]
    set -l at 0
    for word in $typed
        set at (math $at + 1)
        if set -q kind[1]
            set kind
        else if test $dashes != 0
            set count (math $count + 1)
        else if test "$word" = --
            set dashes $at
            if test $rest = 1
                break
            end
        else if string match -q -- '-?*' "$word"
            if set -l index (contains -i -- "$word" $valued)
                set kind "$kinds[$index]"
            end
        else if test -z "$path" -a $help = 0; and test "$word" = ${help.word}
            set help 1
        else if test $count = 0; and set -l verb (__browserctl_verb "$word" (string replace -r -- \\t'.*' '' $next))
            set -a path $verb
            __browserctl_node "$path"
        else
            set count (math $count + 1)
        end
    end

    if test $rest = 1 -a $dashes != 0
        # The command line that begins behind --.
        set -e typed[1..$dashes]
        complete -C (string join ' ' -- (string escape -- $typed) "$current")
    else if set -q kind[1]
        __browserctl_values "$kind" '' "$current"
    else if test $dashes = 0; and string match -q -- '--*=*' "$current"
        set -l parts (string split -m 1 = -- "$current")
        if set -l index (contains -i -- "$parts[1]" $valued)
            __browserctl_values "$kinds[$index]" "$parts[1]=" "$parts[2]"
        end
    else if test $dashes = 0; and string match -q -- '-*' "$current"
        printf '%s\\n' $flags
    else
        if test $count = 0 -a $dashes = 0
            if set -q next[1]
                printf '%s\\n' $next
            end
            if test -z "$path" -a $help = 0
                printf '%s\\n' ${choice(help)}
            else if test -z "$path"
                printf '%s\\n' ${helpTopics.map(choice).join(" ")}
            end
        end
        if test $help = 0; and set -q arguments[1]
            set -l index (math $count + 1)
            if test $index -gt (count $arguments) -a $repeated = 1
                set index (count $arguments)
            end
            if test $index -le (count $arguments)
                __browserctl_values "$arguments[$index]" '' "$current"
            end
        end
    end
end
`;
}
