# fish completion for browserctl. Written by `npm run generate`. Do not edit.

# The words that may follow the command words $argv[1].
function __browserctl_words
    switch "$argv[1]"
        case ''
            string split ' ' -- 'browsers auth local context config login logout api openapi completion'
        case 'auth'
            string split ' ' -- 'context'
        case 'browsers'
            string split ' ' -- 'create list get update delete run curl computer'
        case 'browsers computer'
            string split ' ' -- 'screenshot'
        case 'config'
            string split ' ' -- 'get set unset list path explain'
        case 'context'
            string split ' ' -- 'list use show add remove rename'
        case 'local'
            string split ' ' -- 'setup start stop status logs reset support'
    end
end

# The flags that take a value after the command words $argv[1].
function __browserctl_valued
    string split ' ' -- '-o --output --fields --query --timeout --context --base-url --project'
    switch "$argv[1]"
        case ''
            string split ' ' -- '--input --print'
        case 'api'
            string split ' ' -- '-F --field -H --header --input --out --print'
        case 'auth'
            string split ' ' -- '--print'
        case 'auth context'
            string split ' ' -- '--print'
        case 'browsers'
            string split ' ' -- '--input --print'
        case 'browsers computer'
            string split ' ' -- '--input --print'
        case 'browsers computer screenshot'
            string split ' ' -- '--region --out --input --print'
        case 'browsers create'
            string split ' ' -- '--name --tag --memory --region --timeout-seconds --viewport --start-url --invocation-id --input --print'
        case 'browsers curl'
            string split ' ' -- '-X --method --response-encoding --request-timeout -H --header -d --data --out --input --print'
        case 'browsers delete'
            string split ' ' -- '--print'
        case 'browsers get'
            string split ' ' -- '--print'
        case 'browsers list'
            string split ' ' -- '--status --search --tag --region --limit --offset --print'
        case 'browsers run'
            string split ' ' -- '--name --tag --memory --region --timeout-seconds --viewport --start-url --invocation-id --input --print'
        case 'browsers update'
            string split ' ' -- '--name --tag --viewport --input --print'
        case 'local'
            string split ' ' -- '--print'
        case 'local logs'
            string split ' ' -- '-n --lines'
        case 'local setup'
            string split ' ' -- '--browser'
        case 'local start'
            string split ' ' -- '--port --browser --idle-stop'
        case 'local support'
            string split ' ' -- '--print'
        case 'openapi'
            string split ' ' -- '--out'
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
        else if test "$word" = help -a -z "$__browserctl_path" -a $__browserctl_help = 0
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
    test $__browserctl_dashes != 0; and contains -- "$__browserctl_path" 'browsers run'
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
        printf '@%s\n' (complete -C "'' "(string sub -s 2 -- "$token"))
    end
end

complete -c browserctl -f

# Everywhere
complete -c browserctl -s o -l output -x -a 'json jsonl yaml csv table env text' -d 'Form of the result'
complete -c browserctl -l fields -x -d 'Only these fields, such as session_id,viewport.width'
complete -c browserctl -l query -x -d 'JMESPath expression on the result'
complete -c browserctl -l timeout -x -d 'Limit of the whole command, such as 30s'
complete -c browserctl -l debug -d 'Trace requests and show stacks on stderr'
complete -c browserctl -s q -l quiet -d 'No notices and no progress'
complete -c browserctl -s y -l yes -d 'Answer every question with yes'
complete -c browserctl -l no-input -d 'Never ask; a missing value is an error'
complete -c browserctl -l no-color -d 'No colour'
complete -c browserctl -s h -l help -d 'Show this help'
complete -c browserctl -l context -x -d 'Context to use instead of the current one'
complete -c browserctl -l base-url -x -d 'Base URL of the service'
complete -c browserctl -l project -x -d 'Project, by id or name'
complete -c browserctl -l insecure-http -d 'Send the token over plain http to a host that is not this machine'
complete -c browserctl -n '__browserctl_start' -a 'help' -d 'Show help on a command or a topic'
complete -c browserctl -n '__browserctl_topic' -a 'exit-codes' -d 'Every exit code and what it means'
complete -c browserctl -n '__browserctl_topic' -a 'environment' -d 'Variables the program reads'
complete -c browserctl -n __browserctl_behind_dashes -x -a '(__browserctl_command)'

# browserctl 
complete -c browserctl -n '__browserctl_next \'\'' -a 'browsers' -d 'Browser sessions'
complete -c browserctl -n '__browserctl_next \'\'' -a 'auth' -d 'Your identity at the service'
complete -c browserctl -n '__browserctl_next \'\'' -a 'local' -d 'The service on this machine'
complete -c browserctl -n '__browserctl_next \'\'' -a 'context' -d 'Named services with their tokens'
complete -c browserctl -n '__browserctl_next \'\'' -a 'config' -d 'Settings and where each value comes from'
complete -c browserctl -n '__browserctl_next \'\'' -a 'login' -d 'Store a token for a service'
complete -c browserctl -n '__browserctl_next \'\'' -a 'logout' -d 'Remove a stored token'
complete -c browserctl -n '__browserctl_next \'\'' -a 'api' -d 'Make any call of the service'
complete -c browserctl -n '__browserctl_next \'\'' -a 'openapi' -d 'Print the API as an OpenAPI 3.1 document'
complete -c browserctl -n '__browserctl_next \'\'' -a 'completion' -d 'Print the completion script of a shell'
complete -c browserctl -n '__browserctl_in \'\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'
complete -c browserctl -n '__browserctl_in \'\'' -l all -d 'Every page, as one list'
complete -c browserctl -n '__browserctl_in \'\'' -s V -l version -d 'Print the version'

# browserctl api
complete -c browserctl -n '__browserctl_in \'api\'' -s F -l field -x -d 'Field of the query or the JSON body; a.b=1 is nested, a[]=1 a list'
complete -c browserctl -n '__browserctl_in \'api\'' -s H -l header -x -d 'Header of the request'
complete -c browserctl -n '__browserctl_in \'api\'' -l input -x -a '(__browserctl_source)' -d 'Body as it stands: text, -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'api\'' -s i -l include -d 'Print the status line and headers first'
complete -c browserctl -n '__browserctl_in \'api\'' -l out -r -F -d 'Write the answer to a file; - is stdout'
complete -c browserctl -n '__browserctl_in \'api\'' -l force -d 'Replace the file if it exists'
complete -c browserctl -n '__browserctl_in \'api\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'api\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'api\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl auth
complete -c browserctl -n '__browserctl_next \'auth\'' -a 'context' -d 'Show who you are and what the token may do'
complete -c browserctl -n '__browserctl_in \'auth\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'auth\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'auth\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl auth context
complete -c browserctl -n '__browserctl_in \'auth context\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'auth context\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'auth context\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'create' -d 'Create a browser session'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'list' -d 'List browser sessions'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'get' -d 'Show a browser session'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'update' -d 'Change a running session'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'delete' -d 'End sessions'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'run' -d 'Run a command with a session of its own'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'curl' -d 'Send an HTTP request through the session\'s browser'
complete -c browserctl -n '__browserctl_next \'browsers\'' -a 'computer' -d 'Mouse, keyboard and screen of a session'
complete -c browserctl -n '__browserctl_in \'browsers\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'
complete -c browserctl -n '__browserctl_in \'browsers\'' -l all -d 'Every page, as one list'

# browserctl browsers computer
complete -c browserctl -n '__browserctl_next \'browsers computer\'' -a 'screenshot' -d 'Take a screenshot of the session\'s page'
complete -c browserctl -n '__browserctl_in \'browsers computer\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers computer\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers computer\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers computer\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers computer screenshot
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l region -x -d 'Only this part of the page area, in CSS pixels'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l out -r -F -d 'Write the PNG to a file; - is stdout'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l force -d 'Replace the file if it exists'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers computer screenshot\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers create
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l name -x -d 'Name, unique among the active sessions of the project'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l tag -x -d 'Key-value pairs to find it by; up to 50'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l headless -d 'Run without a display: no live view and no replays'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l no-headless -d 'Not: Run without a display: no live view and no replays'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l stealth -d 'Look like a browser that nobody automates'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l no-stealth -d 'Not: Look like a browser that nobody automates'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l gpu -d 'Attach a GPU; needs a display'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l no-gpu -d 'Not: Attach a GPU; needs a display'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l kiosk-mode -d 'Hide the browser\'s own controls in the live view'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l no-kiosk-mode -d 'Not: Hide the browser\'s own controls in the live view'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l memory -x -a '8GiB 16GiB' -d 'Memory of the browser\'s machine'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l region -x -a 'us-east eu-west' -d 'Where the browser runs'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l timeout-seconds -x -d 'Seconds without activity after which the session ends'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l viewport -x -d 'Size of the page area; 1920x1080 when omitted'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l start-url -x -d 'Page to open first, best effort'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l invocation-id -x -d 'Invocation the session belongs to'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers create\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers curl
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -s X -l method -x -a 'GET HEAD POST PUT PATCH DELETE OPTIONS' -d 'HTTP method; POST when there is data'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l response-encoding -x -a 'utf8 base64' -d 'How the body travels; base64, which keeps every byte, unless the result is printed as JSON'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l request-timeout -x -d 'Limit of the request, 1s to 60s (timeout_ms)'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -s H -l header -x -a '(__browserctl_source)' -d 'Header, merged over the browser\'s own; @file for a list'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -s d -l data -x -a '(__browserctl_source)' -d 'Request body: text, -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -s i -l include -d 'Print the status line and headers before the body'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -s I -l head -d 'Send HEAD and print the status line and headers'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l fail -d 'Exit 22 without a body when the target answers 400 or more'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l fail-with-body -d 'Exit 22 with the body when the target answers 400 or more'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l out -r -F -d 'Write the body to a file; - is stdout'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l force -d 'Replace the file if it exists'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers curl\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers delete
complete -c browserctl -n '__browserctl_in \'browsers delete\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers delete\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers delete\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers get
complete -c browserctl -n '__browserctl_in \'browsers get\'' -l include-deleted -d 'Show it even when it has ended'
complete -c browserctl -n '__browserctl_in \'browsers get\'' -l no-include-deleted -d 'Not: Show it even when it has ended'
complete -c browserctl -n '__browserctl_in \'browsers get\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers get\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers get\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers list
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l status -x -a 'active deleted all' -d 'Which sessions'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l search -x -d 'Part of a name, or a whole session id; case does not count'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l tag -x -d 'Only sessions with all of these tags'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l region -x -a 'us-east eu-west' -d 'Only sessions of this region'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l limit -x -d 'Items of one page'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l offset -x -d 'Items to skip'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l all -d 'Every page, as one list'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers list\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers run
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l name -x -d 'Name, unique among the active sessions of the project'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l tag -x -d 'Key-value pairs to find it by; up to 50'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l headless -d 'Run without a display: no live view and no replays'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l no-headless -d 'Not: Run without a display: no live view and no replays'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l stealth -d 'Look like a browser that nobody automates'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l no-stealth -d 'Not: Look like a browser that nobody automates'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l gpu -d 'Attach a GPU; needs a display'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l no-gpu -d 'Not: Attach a GPU; needs a display'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l kiosk-mode -d 'Hide the browser\'s own controls in the live view'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l no-kiosk-mode -d 'Not: Hide the browser\'s own controls in the live view'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l memory -x -a '8GiB 16GiB' -d 'Memory of the browser\'s machine'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l region -x -a 'us-east eu-west' -d 'Where the browser runs'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l timeout-seconds -x -d 'Seconds without activity after which the session ends'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l viewport -x -d 'Size of the page area; 1920x1080 when omitted'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l start-url -x -d 'Page to open first, best effort'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l invocation-id -x -d 'Invocation the session belongs to'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers run\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl browsers update
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l name -x -d 'New name; an empty one clears it'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l clear-name -d 'Remove the name'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l tag -x -d 'Tags that replace all of them'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l clear-tags -d 'Remove all tags'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l viewport -x -d 'New size of the page area'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l input -x -a '(__browserctl_source)' -d 'JSON body, merged under the flags: -, @file or env:NAME'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'browsers update\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl completion
complete -c browserctl -n '__browserctl_arg \'completion\' 0' -x -a 'bash zsh fish powershell'

# browserctl config
complete -c browserctl -n '__browserctl_next \'config\'' -a 'get' -d 'Show one stored value'
complete -c browserctl -n '__browserctl_next \'config\'' -a 'set' -d 'Store a value for every command'
complete -c browserctl -n '__browserctl_next \'config\'' -a 'unset' -d 'Remove a stored value'
complete -c browserctl -n '__browserctl_next \'config\'' -a 'list' -d 'List the stored values'
complete -c browserctl -n '__browserctl_next \'config\'' -a 'path' -d 'Show where settings and state are kept'
complete -c browserctl -n '__browserctl_next \'config\'' -a 'explain' -d 'Show which flag, variable or file each value comes from'

# browserctl context
complete -c browserctl -n '__browserctl_next \'context\'' -a 'list' -d 'List the contexts'
complete -c browserctl -n '__browserctl_next \'context\'' -a 'use' -d 'Choose the context that commands use'
complete -c browserctl -n '__browserctl_next \'context\'' -a 'show' -d 'Show one context'
complete -c browserctl -n '__browserctl_next \'context\'' -a 'add' -d 'Add a context without a token'
complete -c browserctl -n '__browserctl_next \'context\'' -a 'remove' -d 'Remove a context and its token'
complete -c browserctl -n '__browserctl_next \'context\'' -a 'rename' -d 'Give a context another name'

# browserctl context use
complete -c browserctl -n '__browserctl_in \'context use\'' -l here -d 'Only in this folder and below it'

# browserctl local
complete -c browserctl -n '__browserctl_next \'local\'' -a 'setup' -d 'Find a browser for the local service, or install one'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'start' -d 'Start the local service'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'stop' -d 'Stop the local service and end its sessions'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'status' -d 'Show the local service'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'logs' -d 'Show the log of the local service'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'reset' -d 'Stop the local service and delete all it has stored'
complete -c browserctl -n '__browserctl_next \'local\'' -a 'support' -d 'Show what the local service does, records, or does not support'
complete -c browserctl -n '__browserctl_in \'local\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'local\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'local\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl local logs
complete -c browserctl -n '__browserctl_in \'local logs\'' -s f -l follow -d 'Go on as it grows, until Ctrl-C'
complete -c browserctl -n '__browserctl_in \'local logs\'' -s n -l lines -x -d 'Last lines to show'

# browserctl local setup
complete -c browserctl -n '__browserctl_in \'local setup\'' -l browser -r -F -d 'Chromium, Chrome or Edge to use'
complete -c browserctl -n '__browserctl_in \'local setup\'' -l check -d 'Only look; install nothing'

# browserctl local start
complete -c browserctl -n '__browserctl_in \'local start\'' -l port -x -d 'Port on 127.0.0.1; a restart keeps the last one'
complete -c browserctl -n '__browserctl_in \'local start\'' -l browser -r -F -d 'Chromium, Chrome or Edge to use'
complete -c browserctl -n '__browserctl_in \'local start\'' -l foreground -d 'Stay in this terminal, for supervisors and containers'
complete -c browserctl -n '__browserctl_in \'local start\'' -l idle-stop -x -d 'Stop after this time without a session; 0s is never'

# browserctl local support
complete -c browserctl -n '__browserctl_in \'local support\'' -l dry-run -d 'Print the request instead of sending it'
complete -c browserctl -n '__browserctl_in \'local support\'' -l print -x -a 'curl' -d 'Print the request as a curl command'
complete -c browserctl -n '__browserctl_in \'local support\'' -l retry-unsafe -d 'Also repeat calls that may have had an effect'

# browserctl login
complete -c browserctl -n '__browserctl_in \'login\'' -l token-stdin -d 'Read the token from stdin'
complete -c browserctl -n '__browserctl_in \'login\'' -l skip-check -d 'Store it without asking the service'

# browserctl openapi
complete -c browserctl -n '__browserctl_in \'openapi\'' -l out -r -F -d 'Write it to a file; - is stdout'
complete -c browserctl -n '__browserctl_in \'openapi\'' -l force -d 'Replace the file if it exists'
