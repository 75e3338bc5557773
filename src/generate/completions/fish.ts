import { verbAliases } from "../../cli/route/verb-aliases.ts";
import { fishQuote as quote } from "../../core/shell-quotes.ts";
import { type Choice, type CompletionModel, MAX_ANSWER_SECONDS, MAX_ANSWERS } from "./model.ts";
import { completionTable, installedComment, root, tableComment } from "./table.ts";

/**
 * Script for fish 3.1 and later. One function returns all suggestions: with one condition per command and flag, fish would
 * evaluate each of them at every TAB.
 */
export function fishCompletion(model: CompletionModel): string {
  const { flags, general, nodes } = completionTable(model, true);
  return `# fish completion for browserctl, printed by \`browserctl completion fish\`. Do not edit.

${installedComment}
set -g __browserctl_installed ''

${tableComment}
set -g __browserctl_flags ${flags.map(quote).join(" \\\n")}
set -g __browserctl_nodes ${nodes.map(quote).join(" \\\n")}

${state(general)}
${values}
${walker(model)}
complete -c browserctl -f -a '(__browserctl_complete)'
`;
}

/** A word and its description, with the tab between them that fish expects. */
function choice({ word, summary }: Choice): string {
  return `${quote(word)}\\t${quote(summary)}`;
}

function state(general: number): string {
  return `# Sets next, rest, repeated, arguments and flags of its caller to what may follow the command words $argv[1].
function __browserctl_node --no-scope-shadowing
    set -l cells (string split \\t -- (string match -- "$argv[1]"\\t'*' $__browserctl_nodes))
    set next (string split -n ' ' -- (string replace -r '^-$' '' -- "$cells[2]"))
    set rest $cells[4]
    set repeated $cells[5]
    set flags $__browserctl_flags[1..${general}]
    if test "$cells[3]" != -
        set -a flags $__browserctl_flags[(string split ' ' -- $cells[3])]
    end
    set -e cells[1..6]
    set arguments $cells
end

# Sets forms and kind of its caller to those of the flag $argv[1].
function __browserctl_flag --no-scope-shadowing
    set -l cells (string match -r -- '^(?:[^\\t]* )?'(string escape --style=regex -- "$argv[1]")'(?: [^\\t]*)?\\t.*' $flags)
    set cells (string split \\t -- "$cells[1]")
    set forms (string split ' ' -- "$cells[1]")
    set kind $cells[3]
end

# Prints which of the words $argv[2..-1] the word $argv[1] names, by itself or as an alias such as ls.
function __browserctl_verb
    set -l names $argv[1]
    switch "$argv[1]"
${[...verbAliases]
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

# Adds the value $argv[2] of the flag $argv[1] to the options of the call that asks for records.
function __browserctl_option --no-scope-shadowing
    if contains -- "$argv[1]" --context --project --base-url
        set -a options $argv[1] $argv[2]
    end
end
`;
}

const values = `# Offers the forms of all flags that are not used up.
function __browserctl_offer_flags --no-scope-shadowing
    for form in $used
        set flags (string match -v -r -- "^$form( [^\\t]*)?\\t-\\t.*" $flags)
    end
    string replace -rf '^(\\S+)[^\\t]*\\t[^\\t]*\\t[^\\t]*\\t(.*)' '$1\\t$2' -- $flags
    string replace -rf '^\\S+ (-\\w)\\b[^\\t]*\\t[^\\t]*\\t[^\\t]*\\t(.*)' '$1\\t$2' -- $flags
    string replace -rf '^(\\S+)[^\\t]* (--no-\\S+)\\t.*' '$2\\tOpposite of $1' -- $flags
end

# Offers values of the kind $argv[1]; $argv[2] stands before them in the word, $argv[3] is what is typed of the value.
function __browserctl_values --no-scope-shadowing
    set -l words (string split ' ' -- $argv[1])
    set -l of $words[1]
    set -e words[1]
    switch "$of"
        case words
            for word in $words
                printf '%s%s\\n' "$argv[2]" $word
            end
        case records
            __browserctl_records $words[1] "$argv[2]" "$argv[3]"
            set -e words[1]
            for word in $words
                printf '%s%s\\n' "$argv[2]" $word
            end
        case file
            __browserctl_files "$argv[2]" "$argv[3]"
        case source
            if string match -q -- '@*' "$argv[3]"
                __browserctl_files "$argv[2]@" (string sub -s 2 -- "$argv[3]")
            end
    end
end

# Offers files; $argv[1] stands before them in the word.
function __browserctl_files --argument-names before typed
    for file in (complete -C "'' $typed")
        printf '%s%s\\n' "$before" "$file"
    end
end

# Offers records of the source $argv[1]; $argv[2] stands before them in the word, $argv[3] is what is typed of the value.
function __browserctl_records --no-scope-shadowing
    # Whatever was typed may be a file of the working directory.
    set -l search (string match -- '/*' $PATH)
    set -l program
    for candidate in $__browserctl_installed $search/browserctl
        if test -f "$candidate" -a -x "$candidate"
            set program $candidate
            break
        end
    end
    set -q program[1]; or return
    # A quote may still be open.
    set -l prefix (string unescape -- "$argv[3]"; or string unescape -- "$argv[3]'"; or string unescape -- "$argv[3]\\"")
    set -l answers (__browserctl_ask $program __complete $argv[1] "$prefix" $options -- $parents)
    # Before -- a value with a dash would be a flag; fish inserts a ~ at the beginning of a word without a quote.
    set -l barred
    if test $dashes = 0 -a -z "$kind$argv[2]"
        set barred -
    end
    if test -z "$argv[2]"; and not string match -qr -- '^["\\']' "$argv[3]"
        set barred "~$barred"
    end
    for answer in (string match -r -- '^(?![\\t'"$barred"'])[^[:cntrl:]]+\\t[^[:cntrl:]]*$' $answers)
        printf '%s%s\\n' "$argv[2]" "$answer"
    end
end

# Prints what a program answers, within a bound of time and of lines. Fish itself cannot bound the time.
function __browserctl_ask
    set -lx PATH (string match -- '/*' $PATH)
    command sh -c '
        if command -v timeout > /dev/null; then exec timeout -s KILL ${MAX_ANSWER_SECONDS} "$@"; fi
        "$@" & asked=$!
        (trap "kill \\$pause; exit" TERM; sleep ${MAX_ANSWER_SECONDS} & pause=$!; wait $pause && kill -KILL $asked) > /dev/null & guard=$!
        wait $asked
        kill $guard
    ' sh $argv 2>/dev/null </dev/null | command head -n ${MAX_ANSWERS}
end
`;

function walker({ help, helpTopics, beforeCommands }: CompletionModel): string {
  return `function __browserctl_complete
    set -l line (commandline -opc)
    set -l typed $line
    set -e typed[1]
    set -l current (commandline -ct)
    set -l path ${root}
    set -l parents
    set -l options
    set -l used
    set -l dashes 0
    set -l help
    set -l flag
    set -l forms
    set -l kind
    set -l next
    set -l flags
    set -l arguments
    set -l repeated
    set -l rest
    __browserctl_node $path
    set -l at 0
    for word in $typed
        set at (math $at + 1)
        if test -n "$flag"
            __browserctl_option $flag "$word"
            set flag
        else if test $dashes != 0
            set -a parents "$word"
        else if test "$word" = --
            set dashes $at
            if test "$rest" = rest
                break
            end
        else if string match -q -- '-?*' "$word"
            set -l parts (string split -m 1 = -- "$word")
            __browserctl_flag "$parts[1]"
            set -a used "$forms[1]"
            if string match -q -- '--*=*' "$word"
                __browserctl_option "$forms[1]" "$parts[2]"
            else if test -n "$kind" -a "$kind" != -
                set flag $forms[1]
            end
        else if test "$path" = ${root} -a -z "$help"; and contains -- "$word" ${beforeCommands.join(" ")}
            set help $word
        else if not set -q parents[1]; and set -l verb (__browserctl_verb "$word" $next)
            set path "$path $verb"
            __browserctl_node $path
        else
            set -a parents "$word"
        end
    end
    set kind

    if test "$rest" = rest -a $dashes != 0
        # The command line that begins behind --.
        set -e typed[1..$dashes]
        complete -C (string join ' ' -- (string escape -- $typed) "$current")
    else if test -n "$flag"
        __browserctl_flag $flag
        __browserctl_values "$kind" '' "$current"
    else if test $dashes = 0; and string match -q -- '--*=*' "$current"
        set -l parts (string split -m 1 = -- "$current")
        __browserctl_flag "$parts[1]"
        __browserctl_values "$kind" "$parts[1]=" "$parts[2]"
    else if test $dashes = 0; and string match -q -- '-*' "$current"
        __browserctl_offer_flags
    else
        if test $dashes = 0; and not set -q parents[1]
            string replace -rf -- "^$path (\\S+)\\t(?:[^\\t]*\\t){4}([^\\t]*).*" '$1\\t$2' $__browserctl_nodes
            if test "$path" = ${root} -a -z "$help"
                printf '%s\\n' ${choice(help)}
            else if test "$path" = ${root} -a "$help" = ${help.word}
                printf '%s\\n' ${helpTopics.map(choice).join(" ")}
            end
        end
        set -l index (math 2 x (count $parents) + 2)
        if test $index -gt (count $arguments) -a "$repeated" = '*'
            set index (count $arguments)
        end
        if test -z "$help" -a $index -gt 0 -a $index -le (count $arguments)
            __browserctl_values "$arguments[$index]" '' "$current"
        end
    end
end
`;
}
