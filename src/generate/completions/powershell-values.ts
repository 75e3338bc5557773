import { MAX_ANSWER_SECONDS, MAX_ANSWERS } from "./model.ts";

/** Functions of the PowerShell script that offer values, quoted, and ask the program for records. */
export const powershellValues = `# A word to insert, if it begins with $Begin; $Before stands before it.
function New-BrowserctlResult {
    param([string] $Word, [string] $Before, [string] $Summary, [string] $Begin)
    if ($Word -eq '' -or -not $Word.StartsWith($Begin, [System.StringComparison]::Ordinal)) { return }
    if ($Summary -eq '' -or $Summary -eq '-') { $Summary = $Word }
    $text = $Word
    if ($Word -notmatch '^[A-Za-z0-9_][A-Za-z0-9_./:=+-]*$' -and -not ($Before -eq '' -and $Word -match '^-[A-Za-z0-9-]+$')) {
        $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($Word) + "'"
    }
    [System.Management.Automation.CompletionResult]::new("$Before$text", $Word, 'ParameterValue', $Summary)
}

# A flag and its value for the call that asks for records.
function Get-BrowserctlOption {
    param($Flag, [string] $Value)
    if (@('--context', '--project', '--base-url') -ccontains $Flag.Forms[0]) { @($Flag.Forms[0], $Value) }
}

# Values of the kind $Value that begin with $Begin; $Before stands before them in the word.
function Get-BrowserctlValue {
    param([string] $Value, [string] $Summary, [string] $Before, [string] $Begin, $Ask)
    $of, $words = $Value.Split(' ')
    if ($of -eq 'records') {
        $source, $words = $words
        foreach ($answer in (Get-BrowserctlRecord $source $Begin $Ask)) {
            $record, $about = $answer.Split([char[]] "\`t", 2)
            # Before -- such a value would be a flag.
            if ($null -eq $about -or $answer -match '[\\p{Cc}-[\\t]]' -or $about.Contains("\`t")) { continue }
            if ($record.StartsWith('-') -and $Before -eq '' -and -not $Ask.Dashes) { continue }
            New-BrowserctlResult $record $Before $about $Begin
        }
    }
    if ($of -eq 'words' -or $of -eq 'records') {
        foreach ($word in $words) { New-BrowserctlResult $word $Before $Summary $Begin }
    }
    elseif ($of -eq 'file' -or ($of -eq 'source' -and $Begin.StartsWith('@'))) {
        if ($of -eq 'source') {
            $Before = "$Before@"
            $Begin = $Begin.Substring(1)
        }
        foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($Begin)) {
            [System.Management.Automation.CompletionResult]::new("$Before$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
        }
    }
}

# Lines that the program answers, within a bound of time and of lines; none when it is missing or fails.
function Get-BrowserctlRecord {
    param([string] $Source, [string] $Begin, $Ask)
    # Whatever was typed may be a file of the working directory.
    $search = @($env:PATH.Split([System.IO.Path]::PathSeparator) | Where-Object { $_ -match '^([A-Za-z]:[\\\\/]|[\\\\/]{2}|/)' })
    $names = if ($env:OS -eq 'Windows_NT') { @('browserctl.exe', 'browserctl.cmd', 'browserctl.ps1') } else { @('browserctl') }
    $candidates = @($global:BrowserctlInstalled) + @(foreach ($directory in $search) { foreach ($name in $names) { [System.IO.Path]::Combine($directory, $name) } })
    $program = $candidates | Where-Object { $_ -and [System.IO.File]::Exists($_) } | Select-Object -First 1
    if ($null -eq $program) { return }
    $arguments = @('__complete', $Source, $Begin) + $Ask.Options + @('--') + $Ask.Parents
    # Before 7.3, PowerShell drops empty arguments of programs, and quotes in them.
    $passing = Get-Variable PSNativeCommandArgumentPassing -ValueOnly -ErrorAction Ignore
    if ($null -eq $passing -or "$passing" -eq 'Legacy') {
        $arguments = @($arguments | ForEach-Object { if ($_ -eq '') { '""' } else { $_ -replace '(\\\\*)"', '$1$1\\"' } })
    }
    $encoding = [Console]::OutputEncoding
    $path = $env:PATH
    $shell = [powershell]::Create()
    try {
        [Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false)
        $env:PATH = $search -join [System.IO.Path]::PathSeparator
        [void] $shell.AddCommand($program)
        foreach ($argument in $arguments) { [void] $shell.AddArgument($argument) }
        $running = $shell.BeginInvoke()
        if ($running.AsyncWaitHandle.WaitOne(${MAX_ANSWER_SECONDS}000)) { $shell.EndInvoke($running) | Select-Object -First ${MAX_ANSWERS} }
        else { [void] $shell.BeginStop($null, $null) }
    }
    catch { return }
    finally {
        [Console]::OutputEncoding = $encoding
        $env:PATH = $path
        if ($null -ne $running -and $running.IsCompleted) { $shell.Dispose() }
    }
}
`;
