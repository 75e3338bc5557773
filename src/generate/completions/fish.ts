import { type CompletionFlag, type CompletionModel, type CompletionNode, type Value, valued } from "./model.ts";

/** The script for fish 3.4 and later. */
export function fishCompletion(model: CompletionModel): string {
  return `# fish completion for browserctl. Written by \`npm run generate\`. Do not edit.

${walker(model)}
complete -c browserctl -f

# Everywhere
${model.general.map((flag) => flagLine(flag)).join("\n")}
${choiceLine(model.help, "__browserctl_start")}
${model.helpTopics.map((topic) => choiceLine(topic, "__browserctl_topic")).join("\n")}
complete -c browserctl -n __browserctl_behind_dashes -x -a '(__browserctl_command)'
${model.nodes.map(nodeLines).join("")}`;
}

/** A text in single quotes, where only the quote itself and the backslash mean something. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** A word of the list given to -a, which fish reads as a line of its own language. */
function escapeWord(word: string): string {
  return word.replace(/[^\p{L}\p{N}_.:/-]/gu, "\\$&");
}

function nodeLines(node: CompletionNode): string {
  const path = quote(node.path);
  const lines = [
    ...node.children.map((child) => choiceLine(child, `__browserctl_next ${path}`)),
    ...node.flags.map((flag) => flagLine(flag, `__browserctl_in ${path}`)),
    ...node.args.flatMap(({ value, repeat }, at) =>
      value.of === "other"
        ? []
        : [
            `complete -c browserctl -n ${quote(`__browserctl_arg ${path} ${repeat ? "any" : at}`)} ${valueOptions(value)}`,
          ],
    ),
  ];
  return lines.length === 0 ? "" : `\n# browserctl ${node.path}\n${lines.join("\n")}\n`;
}

function choiceLine({ word, summary }: { word: string; summary: string }, condition: string): string {
  return `complete -c browserctl -n ${quote(condition)} -a ${quote(word)} -d ${quote(summary)}`;
}

function flagLine(flag: CompletionFlag, condition?: string): string {
  return [
    "complete -c browserctl",
    ...(condition === undefined ? [] : [`-n ${quote(condition)}`]),
    ...(flag.short === undefined ? [] : [`-s ${flag.short.slice(1)}`]),
    `-l ${flag.long.slice(2)}`,
    ...(flag.value ? [valueOptions(flag.value)] : []),
    `-d ${quote(flag.summary)}`,
  ].join(" ");
}

function valueOptions(value: Value): string {
  if (value.of === "words") return `-x -a ${quote(value.words.map(escapeWord).join(" "))}`;
  return { file: "-r -F", source: "-x -a '(__browserctl_source)'", other: "-x" }[value.of];
}

function walker({ general, nodes, help }: CompletionModel): string {
  const groups = nodes.filter((node) => node.children.length > 0);
  const run = nodes.filter((node) => node.rest).map((node) => quote(node.path));
  const withValues = nodes.filter((node) => valued(node.flags).length > 0);
  return `# The words that may follow the command words $argv[1].
function __browserctl_words
    switch "$argv[1]"
${groups.map((node) => `        case ${quote(node.path)}\n            string split ' ' -- ${quote(node.children.map((child) => child.word).join(" "))}`).join("\n")}
    end
end

# The flags that take a value after the command words $argv[1].
function __browserctl_valued
    string split ' ' -- ${quote(valued(general).join(" "))}
    switch "$argv[1]"
${withValues.map((node) => `        case ${quote(node.path)}\n            string split ' ' -- ${quote(valued(node.flags).join(" "))}`).join("\n")}
    end
end

# Reads the words before the cursor: the command words, the number of arguments behind them, where -- stands, and
# whether help is asked for. The same words are read once.
function __browserctl_walk
    set -l typed (commandline -opc)
    if set -q __browserctl_typed; and test "$typed" = "$__browserctl_typed"
        return
    end
    set -g __browserctl_typed $typed
    set -g __browserctl_path
    set -g __browserctl_count 0
    set -g __browserctl_dashes 0
    set -g __browserctl_help 0
    set -l next (__browserctl_words '')
    set -l valued (__browserctl_valued '')
    set -l skip 0
    for at in (seq 2 (count $typed))
        set -l word $typed[$at]
        if test $skip = 1
            set skip 0
        else if test $__browserctl_dashes != 0
            set -g __browserctl_count (math $__browserctl_count + 1)
        else if test "$word" = --
            set -g __browserctl_dashes $at
        else if string match -q -- '-?*' "$word"
            if contains -- "$word" $valued
                set skip 1
            end
        else if test "$word" = ${help.word} -a -z "$__browserctl_path" -a $__browserctl_help = 0
            set -g __browserctl_help 1
        else if test $__browserctl_count = 0; and contains -- "$word" $next
            set -g __browserctl_path $__browserctl_path $word
            set next (__browserctl_words "$__browserctl_path")
            set valued (__browserctl_valued "$__browserctl_path")
        else
            set -g __browserctl_count (math $__browserctl_count + 1)
        end
    end
end

# Whether the command words are $argv[1].
function __browserctl_in
    __browserctl_walk
    test "$__browserctl_path" = "$argv[1]"
end

# Whether another command word may follow $argv[1] here.
function __browserctl_next
    __browserctl_in $argv[1]; and test $__browserctl_count = 0 -a $__browserctl_dashes = 0
end

function __browserctl_start
    __browserctl_next ''; and test $__browserctl_help = 0
end

function __browserctl_topic
    __browserctl_next ''; and test $__browserctl_help = 1
end

# Whether argument $argv[2], counted from 0, of the command $argv[1] stands here.
function __browserctl_arg
    __browserctl_in $argv[1]; and test $__browserctl_help = 0
    and test "$argv[2]" = any -o $__browserctl_count = "$argv[2]"
end

# Whether a command line of its own stands here.
function __browserctl_behind_dashes
    __browserctl_walk
    test $__browserctl_dashes != 0; and contains -- "$__browserctl_path" ${run.join(" ")}
end

function __browserctl_command
    set -l typed (commandline -opc)
    set -e typed[1..$__browserctl_dashes]
    complete -C (string join ' ' -- (string escape -- $typed) (commandline -ct | string collect -a))
end

# A file behind @.
function __browserctl_source
    set -l token (commandline -ct)
    set token (string replace -r -- '^--[^=]*=' '' "$token")
    if string match -q -- '@*' "$token"
        printf '@%s\\n' (complete -C "'' "(string sub -s 2 -- "$token"))
    end
end
`;
}
