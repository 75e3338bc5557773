import { verbAliases } from "../../cli/verb-aliases.ts";
import type { Choice, CompletionFlag, CompletionModel, CompletionNode, Value } from "./model.ts";

/** The script for PowerShell 5.1 and later, to be dot-sourced from the profile. */
export function powershellCompletion(model: CompletionModel): string {
  const { general, nodes, help, helpTopics } = model;
  return `# PowerShell completion for browserctl. Written by \`npm run generate\`. Do not edit.

# What may follow the command words $Path: words, flags, arguments, and whether a command line stands behind --. A flag
# is its two forms, what its value is ('' for none), the words of the value, and its summary.
function Get-BrowserctlNode {
    param([string] $Path)
    $next = @()
    $arguments = @()
    $rest = $false
    $flags = @(
${rows(general.map(flagRow), 8)}
    )
    switch -CaseSensitive -Exact ("browserctl $Path") {
${nodes.map(nodeCase).join("\n")}
    }
    @{ Next = $next; Flags = $flags; Arguments = $arguments; Rest = $rest }
}

Register-ArgumentCompleter -Native -CommandName @('browserctl', 'browserctl.cmd', 'browserctl.ps1') -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The words before the one at the cursor.
    $typed = @($commandAst.CommandElements |
            Select-Object -Skip 1 |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
            ForEach-Object { $_.Extent.Text })
    $current = [string] $wordToComplete

    $offer = {
        param([string] $word, [string] $summary, [string] $before, [string] $begin)
        if ($word.StartsWith($begin, [System.StringComparison]::Ordinal)) {
            if ($summary -eq '') { $summary = $word }
            [System.Management.Automation.CompletionResult]::new("$before$word", $word, 'ParameterValue', $summary)
        }
    }
    $values = {
        param([string] $what, [string] $words, [string] $summary, [string] $before, [string] $begin)
        if ($what -eq 'words') {
            foreach ($word in $words.Split(' ')) { & $offer $word $summary $before $begin }
        }
        elseif ($what -eq 'file' -or ($what -eq 'source' -and $begin.StartsWith('@'))) {
            if ($what -eq 'source') {
                $before = "$before@"
                $begin = $begin.Substring(1)
            }
            foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($begin)) {
                [System.Management.Automation.CompletionResult]::new("$before$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
            }
        }
    }

    # The word of $next that $word names, by itself or as an alias such as ls.
    $verbOf = {
        param([string] $word, [string[]] $next)
        $names = @($word)
        switch -CaseSensitive -Exact ($word) {
${Object.entries(verbAliases)
  .map(([alias, verbs]) => `            ${quote(alias)} { $names += @(${verbs.map(quote).join(", ")}) }`)
  .join("\n")}
        }
        $names | Where-Object { $next -ccontains $_ } | Select-Object -First 1
    }

    $path = @()
    $count = 0
    $dashes = -1
    $help = $false
    $flag = $null
    $node = Get-BrowserctlNode ''
    for ($at = 0; $at -lt $typed.Count; $at++) {
        $word = $typed[$at]
        if ($null -ne $flag) { $flag = $null }
        elseif ($dashes -ge 0) { $count++ }
        elseif ($word -ceq '--') { $dashes = $at }
        elseif ($word.Length -gt 1 -and $word.StartsWith('-')) {
            $flag = $node.Flags | Where-Object { $_[2] -ne '' -and ($_[0] -ceq $word -or $_[1] -ceq $word) } | Select-Object -First 1
        }
        elseif ($word -ceq ${quote(help.word)} -and $path.Count -eq 0 -and -not $help) { $help = $true }
        elseif ($count -eq 0 -and ($verb = & $verbOf $word @($node.Next | ForEach-Object { $_[0] }))) {
            $path += $verb
            $node = Get-BrowserctlNode ($path -join ' ')
        }
        else { $count++ }
    }

    if ($node.Rest -and $dashes -ge 0) {
        if ($dashes -eq $typed.Count - 1) { [System.Management.Automation.CompletionCompleters]::CompleteCommand($current) }
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)
    }
    elseif ($null -ne $flag) { & $values $flag[2] $flag[3] $flag[4] '' $current }
    elseif ($dashes -lt 0 -and $current -match '^(--[^=]+)=(.*)$') {
        $name, $begin = $Matches[1], $Matches[2]
        $flag = $node.Flags | Where-Object { $_[2] -ne '' -and $_[0] -ceq $name } | Select-Object -First 1
        if ($null -ne $flag) { & $values $flag[2] $flag[3] $flag[4] "$name=" $begin }
    }
    elseif ($dashes -lt 0 -and $current.StartsWith('-')) {
        foreach ($each in $node.Flags) {
            & $offer $each[0] $each[4] '' $current
            if ($each[1] -ne '') { & $offer $each[1] $each[4] '' $current }
        }
    }
    else {
        if ($count -eq 0 -and $dashes -lt 0) {
            foreach ($each in $node.Next) { & $offer $each[0] $each[1] '' $current }
            if ($path.Count -eq 0 -and -not $help) { & $offer ${quote(help.word)} ${quote(help.summary)} '' $current }
            if ($path.Count -eq 0 -and $help) {
${helpTopics.map(({ word, summary }) => `                & $offer ${quote(word)} ${quote(summary)} '' $current`).join("\n")}
            }
        }
        if (-not $help -and $node.Arguments.Count -gt 0) {
            $argument = $node.Arguments[[Math]::Min($count, $node.Arguments.Count - 1)]
            if ($count -lt $node.Arguments.Count -or $argument[3]) { & $values $argument[1] $argument[2] $argument[0] '' $current }
        }
    }
}
`;
}

/** A text in single quotes; PowerShell takes typographic apostrophes for quotes too. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

function choiceRow({ word, summary }: Choice): string {
  return `@(${quote(word)}, ${quote(summary)})`;
}

function flagRow(flag: CompletionFlag): string {
  const cells = [flag.long, flag.short ?? "", flag.value?.of ?? "", wordsOf(flag.value), flag.summary];
  return `@(${cells.map(quote).join(", ")})`;
}

function wordsOf(value: Value | undefined): string {
  return value?.of === "words" ? value.words.join(" ") : "";
}

/** Rows of an array of arrays; a single row would come out flat without the leading comma. */
function rows(lines: readonly string[], indent: number): string {
  return lines
    .map(
      (line, at) => `${" ".repeat(indent)}${lines.length === 1 ? ", " : ""}${line}${at < lines.length - 1 ? "," : ""}`,
    )
    .join("\n");
}

function nodeCase(node: CompletionNode): string {
  const block = (head: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [`            ${head} @(`, rows(lines, 16), "            )"] : [];
  const args = node.args.map(
    ({ name, value, repeat }) => `@(${quote(name)}, ${quote(value.of)}, ${quote(wordsOf(value))}, $${repeat})`,
  );
  return [
    `        ${quote(`browserctl ${node.path}`)} {`,
    ...block("$next =", node.children.map(choiceRow)),
    ...block("$flags +=", node.flags.map(flagRow)),
    ...block("$arguments =", args),
    ...(node.rest ? ["            $rest = $true"] : []),
    "        }",
  ].join("\n");
}
