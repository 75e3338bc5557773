import { verbAliases } from "../../cli/route/verb-aliases.ts";
import { powershellQuote as quote } from "../../core/shell-quotes.ts";
import type { Choice, CompletionModel } from "./model.ts";
import { powershellValues } from "./powershell-values.ts";
import { completionTable, installedComment, root, tableComment } from "./table.ts";

/** The script for PowerShell 5.1 and later, to be dot-sourced from the profile. */
export function powershellCompletion(model: CompletionModel): string {
  const { flags, general, nodes } = completionTable(model, true);
  return `# PowerShell completion for browserctl, printed by \`browserctl completion powershell\`. Do not edit.

${installedComment}
$global:BrowserctlInstalled = ''

${tableComment}
$global:BrowserctlFlags = @(
${flags.map(quote).join("\n")}
)
$global:BrowserctlNodes = @(
${nodes.map(quote).join("\n")}
)

${state(general)}
${powershellValues}
${walker(model)}`;
}

function state(general: number): string {
  return `# Node of the command words $Path: the words, flags and arguments that may follow.
function Get-BrowserctlNode {
    param([string] $Path)
    $row = $global:BrowserctlNodes | Where-Object { $_.StartsWith("$Path\`t", [System.StringComparison]::Ordinal) } | Select-Object -First 1
    $cells = $row.Split("\`t")
    $numbers = @(1..${general})
    if ($cells[2] -ne '-') { $numbers += $cells[2].Split(' ') }
    @{
        Next = @(if ($cells[1] -ne '-') { $cells[1].Split(' ') })
        Flags = @(foreach ($number in $numbers) { Get-BrowserctlFlag $global:BrowserctlFlags[[int] $number - 1] })
        Rest = $cells[3] -ceq 'rest'
        Repeated = $cells[4] -ceq '*'
        Summary = $cells[5]
        Arguments = @($cells | Select-Object -Skip 6)
    }
}

function Get-BrowserctlFlag {
    param([string] $Row)
    $cells = $Row.Split("\`t")
    @{ Forms = $cells[0].Split(' '); Repeated = $cells[1] -ceq '*'; Value = $cells[2]; Summary = $cells[3] }
}

# The word of $Next that $Word names, by itself or as an alias such as ls.
function Get-BrowserctlVerb {
    param([string] $Word, [string[]] $Next)
    $names = @($Word)
    switch -CaseSensitive -Exact ($Word) {
${[...verbAliases]
  .map(([alias, verbs]) => `        ${quote(alias)} { $names += @(${verbs.map(quote).join(", ")}) }`)
  .join("\n")}
    }
    $names | Where-Object { $Next -ccontains $_ } | Select-Object -First 1
}
`;
}

function choice({ word, summary }: Choice): string {
  return `New-BrowserctlResult ${quote(word)} '' ${quote(summary)} $current`;
}

function walker({ help, helpTopics, beforeCommands }: CompletionModel): string {
  return `Register-ArgumentCompleter -Native -CommandName @('browserctl', 'browserctl.cmd', 'browserctl.ps1') -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The words before the one at the cursor, without their quotes.
    $elements = @($commandAst.CommandElements)
    $typed = @($elements |
            Select-Object -Skip 1 |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
            ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $current = ([string] $wordToComplete) -replace '^[''"]', ''

    $path = '${root}'
    $parents = @()
    $options = @()
    $used = @()
    $dashes = -1
    $help = ''
    $flag = $null
    $node = Get-BrowserctlNode $path
    for ($at = 0; $at -lt $typed.Count; $at++) {
        $word = $typed[$at]
        if ($null -ne $flag) {
            $options += Get-BrowserctlOption $flag $word
            $flag = $null
        }
        elseif ($dashes -ge 0) { $parents += $word }
        elseif ($word -ceq '--') { $dashes = $at }
        elseif ($word.Length -gt 1 -and $word.StartsWith('-')) {
            $name, $value = $word.Split([char[]] '=', 2)
            $flag = $node.Flags | Where-Object { $_.Forms -ccontains $name } | Select-Object -First 1
            if ($null -ne $flag) { $used += $flag.Forms[0] }
            if ($null -ne $flag -and $null -ne $value) { $options += Get-BrowserctlOption $flag $value }
            if ($null -ne $value -or ($null -ne $flag -and $flag.Value -eq '-')) { $flag = $null }
        }
        elseif (@(${beforeCommands.map(quote).join(", ")}) -ccontains $word -and $path -eq '${root}' -and -not $help) { $help = $word }
        elseif ($parents.Count -eq 0 -and ($verb = Get-BrowserctlVerb $word $node.Next)) {
            $path = "$path $verb"
            $node = Get-BrowserctlNode $path
        }
        else { $parents += $word }
    }

    $ask = @{ Options = $options; Parents = $parents; Dashes = $dashes -ge 0 -or $null -ne $flag }
    if ($node.Rest -and $dashes -ge 0) {
        if ($dashes -eq $typed.Count - 1) { [System.Management.Automation.CompletionCompleters]::CompleteCommand($current) }
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)
    }
    elseif ($null -ne $flag) { Get-BrowserctlValue $flag.Value $flag.Summary '' $current $ask }
    elseif ($dashes -lt 0 -and $current -match '^(--[^=]+)=(.*)$') {
        $name, $begin = $Matches[1], ($Matches[2] -replace '^[''"]', '')
        $flag = $node.Flags | Where-Object { $_.Forms -ccontains $name } | Select-Object -First 1
        if ($null -ne $flag) { Get-BrowserctlValue $flag.Value $flag.Summary "$name=" $begin $ask }
    }
    elseif ($dashes -lt 0 -and $current.StartsWith('-')) {
        foreach ($each in $node.Flags) {
            if (-not $each.Repeated -and $used -ccontains $each.Forms[0]) { continue }
            foreach ($form in $each.Forms) {
                $summary = $each.Summary
                if ($form -ne $each.Forms[0] -and $form.StartsWith('--no-')) { $summary = "Opposite of $($each.Forms[0])" }
                New-BrowserctlResult $form '' $summary $current
            }
        }
    }
    else {
        if ($parents.Count -eq 0 -and $dashes -lt 0) {
            foreach ($word in $node.Next) { New-BrowserctlResult $word '' (Get-BrowserctlNode "$path $word").Summary $current }
            if ($path -eq '${root}' -and -not $help) { ${choice(help)} }
            if ($path -eq '${root}' -and $help -ceq ${quote(help.word)}) {
${helpTopics.map((topic) => `                ${choice(topic)}`).join("\n")}
            }
        }
        $at = 2 * $parents.Count
        if ($at -ge $node.Arguments.Count -and $node.Repeated) { $at = $node.Arguments.Count - 2 }
        if (-not $help -and $at -lt $node.Arguments.Count) {
            Get-BrowserctlValue $node.Arguments[$at + 1] $node.Arguments[$at] '' $current $ask
        }
    }
}
`;
}
