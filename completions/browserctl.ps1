# PowerShell completion for browserctl. Written by `npm run generate`. Do not edit.

# What may follow the command words $Path: words, flags, arguments, and whether a command line stands behind --. A flag
# is its two forms, what its value is ('' for none), the words of the value, and its summary.
function Get-BrowserctlNode {
    param([string] $Path)
    $next = @()
    $arguments = @()
    $rest = $false
    $flags = @(
        @('--output', '-o', 'words', 'json jsonl yaml csv table env text', 'Format of the result'),
        @('--fields', '', 'other', '', 'Show only these fields, such as session_id,viewport.width'),
        @('--query', '', 'other', '', 'JMESPath expression to apply to the result'),
        @('--template', '', 'source', '', 'Liquid template for the result, for each item of a list: ''{{session_id}}\t{{name}}'', @file'),
        @('--timeout', '', 'other', '', 'Time limit of the whole command, such as 30s'),
        @('--debug', '', '', '', 'Trace requests and print stack traces on stderr'),
        @('--show-token', '', '', '', 'Show the token and other secrets instead of masking them'),
        @('--quiet', '-q', '', '', 'Print no notices and no progress, and only the ids of records'),
        @('--yes', '-y', '', '', 'Confirm every question'),
        @('--no-input', '', '', '', 'Never prompt; a missing value is an error'),
        @('--no-color', '', '', '', 'Disable colours'),
        @('--help', '-h', '', '', 'Show this help'),
        @('--context', '', 'other', '', 'Context to use instead of the current one'),
        @('--base-url', '', 'other', '', 'Base URL of the service'),
        @('--project', '', 'other', '', 'Project id or name'),
        @('--insecure-http', '', '', '', 'Send the token over plain http to a host that is not this machine')
    )
    switch -CaseSensitive -Exact ("browserctl $Path") {
        'browserctl ' {
            $next = @(
                @('browsers', 'Browser sessions'),
                @('profiles', 'Saved cookies and storage that sessions start from'),
                @('proxies', 'Proxies that sessions use'),
                @('credentials', 'Stored values for login forms, and one-time codes'),
                @('extensions', 'Stored extensions'),
                @('apps', 'Automation code that the service runs'),
                @('deployments', 'Uploads of apps'),
                @('invoke', 'Invoke an action of an app'),
                @('invocations', 'Runs of an app''s actions'),
                @('projects', 'Projects, which separate resources from each other'),
                @('org', 'Your organization: plan and features'),
                @('auth', 'Your identity at the service, and connections that keep profiles logged in'),
                @('api-keys', 'Keys that programs call the service with'),
                @('local', 'The service on this machine'),
                @('context', 'Named services with their tokens'),
                @('config', 'Settings and where each value comes from'),
                @('login', 'Store a token for a service'),
                @('logout', 'Remove a stored token'),
                @('whoami', 'Show who you are, and where you act'),
                @('api', 'Make any call of the service'),
                @('wait', 'Wait for a state of a record'),
                @('batch', 'Run many commands in one process'),
                @('openapi', 'Print the API as an OpenAPI 3.1 document'),
                @('completion', 'Print the completion script of a shell'),
                @('schema', 'Print the JSON Schemas of a command'),
                @('version', 'Print the version of this program')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--version', '-V', '', '', 'Print the version')
            )
        }
        'browserctl api' {
            $flags += @(
                @('--field', '-F', 'other', '', 'Field of the query or the JSON body; a.b=1 is nested, a[]=1 a list'),
                @('--header', '-H', 'other', '', 'Header of the request'),
                @('--input', '', 'source', '', 'Body as it stands: text, -, @file or env:NAME'),
                @('--include', '-i', '', '', 'Print the status line and headers first'),
                @('--out', '', 'file', '', 'Write the answer to a file; - is stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('method', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl api-keys' {
            $next = @(
                @('create', 'Create an API key'),
                @('list', 'List API keys'),
                @('get', 'Show an API key'),
                @('update', 'Rename an API key'),
                @('rotate', 'Replace an API key by a new one'),
                @('delete', 'Revoke an API key')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl api-keys create' {
            $flags += @(
                @('--name', '', 'other', '', 'Name; several keys may have the same'),
                @('--days-to-expire', '', 'other', '', 'Lifetime in days; it never expires when omitted or null'),
                @('--project-id', '', 'other', '', 'Id of the project it is for, instead of the project in effect'),
                @('--expires-in', '', 'other', '', 'Lifetime such as 90d, in whole days; the same as --days-to-expire'),
                @('--out-file', '', 'file', '', 'Write the key to this file (mode 0600) instead of stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--organization', '', '', '', 'For the whole organization, whatever project is in effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl api-keys delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl api-keys get' {
            $flags += @(
                @('--include-deleted', '', '', '', 'Also a deleted key, which is 404 otherwise'),
                @('--no-include-deleted', '', '', '', 'Not: Also a deleted key, which is 404 otherwise'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl api-keys list' {
            $flags += @(
                @('--status', '', 'words', 'active deleted all', 'Only keys of this status'),
                @('--name', '', 'other', '', 'Only this name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name, or a whole id; case-insensitive'),
                @('--sort-by', '', 'words', 'created_at name expires_at', 'Order of the list'),
                @('--sort-direction', '', 'words', 'asc desc', 'Direction of the order'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl api-keys rotate' {
            $flags += @(
                @('--days-to-expire', '', 'other', '', 'Lifetime of the new key in days; that of the old key when omitted, never when null'),
                @('--never-expires', '', '', '', 'The new key has no end'),
                @('--grace', '', 'other', '', 'Time for which the old key still works, in whole days (expire_in_days); 0d ends it at once'),
                @('--expires-in', '', 'other', '', 'Lifetime such as 90d, in whole days; the same as --days-to-expire'),
                @('--out-file', '', 'file', '', 'Write the key to this file (mode 0600) instead of stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl api-keys update' {
            $flags += @(
                @('--name', '', 'other', '', 'Name; several keys may have the same'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl apps' {
            $next = @(
                @('init', 'Write an example app'),
                @('deploy', 'Deploy an app'),
                @('list', 'List apps and their versions'),
                @('delete', 'Delete an app')
            )
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl apps delete' {
            $flags += @(
                @('--app-version', '', 'other', '', 'Only this version'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('app', 'other', '', $false)
            )
        }
        'browserctl apps deploy' {
            $flags += @(
                @('--app-version', '', 'other', '', 'Version; "latest" when omitted'),
                @('--region', '', 'words', 'aws.us-east-1a', 'Region of its invocations'),
                @('--force', '', '', '', 'Replace an existing version'),
                @('--no-force', '', '', '', 'Not: Replace an existing version'),
                @('--env', '', 'other', '', 'Variable of its invocations'),
                @('--env-file', '', 'file', '', 'Variables from a file of KEY=VALUE lines; - is stdin; --env overrides it'),
                @('--root', '', 'file', '', 'Folder to pack; that of the entry, or the named one, by default'),
                @('--include-modules', '', '', '', 'Also pack node_modules'),
                @('--no-follow', '', '', '', 'Print the deployment at once, before it runs or fails'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('entry|dir', 'file', '', $false)
            )
        }
        'browserctl apps init' {
            $flags += @(
                , @('--force', '', '', '', 'Write into a folder that has files')
            )
            $arguments = @(
                , @('dir', 'file', '', $false)
            )
        }
        'browserctl apps list' {
            $flags += @(
                @('--app-name', '', 'other', '', 'Only this app'),
                @('--app-version', '', 'other', '', 'Only this version'),
                @('--search', '', 'other', '', 'Part of an app''s name, or a whole id'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl auth' {
            $next = @(
                @('context', 'Show the identity and the scope of the token'),
                @('status', 'Check the tokens of all contexts'),
                @('token', 'Print the token in use'),
                @('connections', 'Connections that keep a profile logged in to a domain')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--all', '', '', '', 'Get every page, as one list')
            )
        }
        'browserctl auth connections' {
            $next = @(
                @('create', 'Create an auth connection, which keeps a profile logged in to a domain'),
                @('list', 'List auth connections'),
                @('get', 'Show an auth connection'),
                @('update', 'Change an auth connection'),
                @('explain', 'Explain the state of an auth connection, and what to do next'),
                @('login', 'Log the profile of an auth connection in'),
                @('watch', 'Follow the login of an auth connection until it has ended'),
                @('submit', 'Submit the input that a login waits for'),
                @('cancel', 'Cancel the login of an auth connection'),
                @('check', 'Check now whether the profile of an auth connection is logged in'),
                @('timeline', 'List the logins and health checks of an auth connection'),
                @('delete', 'Delete an auth connection; its profile and credential stay')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl auth connections cancel' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections check' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections create' {
            $flags += @(
                @('--domain', '', 'other', '', 'Domain to log in to: a host name, without scheme, port and path'),
                @('--profile-name', '', 'other', '', 'Profile to keep logged in; it is created when there is none of this name'),
                @('--allowed-domain', '', 'other', '', 'Further host, with its subdomains, where credentials may be entered'),
                @('--auto-reauth', '', '', '', 'Log in again when a scheduled health check finds the session expired'),
                @('--no-auto-reauth', '', '', '', 'Not: Log in again when a scheduled health check finds the session expired'),
                @('--health-check-interval', '', 'other', '', 'Time between health checks, not below the minimum of the plan'),
                @('--health-checks', '', '', '', 'Check on schedule whether the profile is logged in'),
                @('--no-health-checks', '', '', '', 'Not: Check on schedule whether the profile is logged in'),
                @('--login-url', '', 'other', '', 'Login page, which skips the search for it'),
                @('--record-session', '', '', '', 'Record the sessions'),
                @('--no-record-session', '', '', '', 'Not: Record the sessions'),
                @('--save-credentials', '', '', '', 'Save what was entered after each successful login; one-time codes are never saved'),
                @('--no-save-credentials', '', '', '', 'Not: Save what was entered after each successful login; one-time codes are never saved'),
                @('--stealth', '', '', '', 'Hide signs of automation in its sessions'),
                @('--no-stealth', '', '', '', 'Not: Hide signs of automation in its sessions'),
                @('--proxy-id', '', 'other', '', 'Stored proxy of its sessions, by id'),
                @('--proxy-name', '', 'other', '', 'Stored proxy of its sessions, by name'),
                @('--proxy-mode', '', 'words', 'direct default', 'No proxy, or the default of the service'),
                @('--credential', '', 'other', '', 'Stored credential to log in with'),
                @('--credential-provider', '', 'other', '', 'External credential provider, beside --credential-path or --credential-auto'),
                @('--credential-path', '', 'file', '', 'Item of the provider, as the provider writes its path'),
                @('--credential-auto', '', '', '', 'Let the provider look the item up by the domain'),
                @('--telemetry', '', 'words', 'on off', 'Telemetry of its sessions; on starts from the default categories'),
                @('--telemetry-category', '', 'words', 'control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off', 'One category of telemetry, such as console=on'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('domain', 'other', '', $false)
            )
        }
        'browserctl auth connections delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections explain' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections list' {
            $flags += @(
                @('--domain', '', 'other', '', 'Only connections of this domain'),
                @('--profile-name', '', 'other', '', 'Only connections of this profile'),
                @('--search', '', 'other', '', 'Part of a domain, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl auth connections login' {
            $flags += @(
                @('--record-session', '', '', '', 'Record the session of this login'),
                @('--no-record-session', '', '', '', 'Not: Record the session of this login'),
                @('--field', '', 'other', '', 'Answer to a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be'),
                @('--choice', '', 'other', '', 'Choice to select when it is offered, by its id, label or kind (sms, google); the first that fits is used'),
                @('--attach', '', '', '', 'Follow the login that is running, and start none'),
                @('--wait', '', '', '', 'Follow the login until it ends; --no-wait prints what started and ends'),
                @('--no-wait', '', '', '', 'Not: Follow the login until it ends; --no-wait prints what started and ends'),
                @('--wait-for-person', '', '', '', 'Without a terminal: keep following while a person answers at the hosted page, instead of ending with 9'),
                @('--hosted', '', '', '', 'Print the address of the hosted page, where a person logs in, and end'),
                @('--open', '', '', '', 'Open the hosted page in the default browser'),
                @('--plain', '', '', '', 'Lines also at a terminal, instead of the live view'),
                @('--stealth', '', '', '', 'Hide signs of automation in its sessions'),
                @('--no-stealth', '', '', '', 'Not: Hide signs of automation in its sessions'),
                @('--proxy-id', '', 'other', '', 'Stored proxy of its sessions, by id'),
                @('--proxy-name', '', 'other', '', 'Stored proxy of its sessions, by name'),
                @('--proxy-mode', '', 'words', 'direct default', 'No proxy, or the default of the service'),
                @('--telemetry', '', 'words', 'on off', 'Telemetry of its sessions; on starts from the default categories'),
                @('--telemetry-category', '', 'words', 'control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off', 'One category of telemetry, such as console=on'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections submit' {
            $flags += @(
                @('--interaction', '', 'other', '', 'Pause that is answered; the current one when omitted'),
                @('--choice', '', 'other', '', 'Choice to select, by its id, label or kind (sms, google)'),
                @('--field', '', 'other', '', 'Value of a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections timeline' {
            $flags += @(
                @('--type', '', 'words', 'login reauth health_check', 'Only entries of this type'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections update' {
            $flags += @(
                @('--allowed-domain', '', 'other', '', 'Host, with its subdomains, where credentials may be entered; replaces the list'),
                @('--clear-allowed-domains', '', '', '', 'Allow every host'),
                @('--auto-reauth', '', '', '', 'Log in again when a scheduled health check finds the session expired'),
                @('--no-auto-reauth', '', '', '', 'Not: Log in again when a scheduled health check finds the session expired'),
                @('--health-check-interval', '', 'other', '', 'Time between health checks, not below the minimum of the plan'),
                @('--health-checks', '', '', '', 'Check on schedule whether the profile is logged in'),
                @('--no-health-checks', '', '', '', 'Not: Check on schedule whether the profile is logged in'),
                @('--login-url', '', 'other', '', 'Login page, which skips the search for it'),
                @('--clear-login-url', '', '', '', 'Search for the login page again'),
                @('--record-session', '', '', '', 'Record the sessions'),
                @('--no-record-session', '', '', '', 'Not: Record the sessions'),
                @('--save-credentials', '', '', '', 'Save what was entered after each successful login; one-time codes are never saved'),
                @('--no-save-credentials', '', '', '', 'Not: Save what was entered after each successful login; one-time codes are never saved'),
                @('--stealth', '', '', '', 'Hide signs of automation in its sessions'),
                @('--no-stealth', '', '', '', 'Not: Hide signs of automation in its sessions'),
                @('--proxy-id', '', 'other', '', 'Stored proxy of its sessions, by id'),
                @('--proxy-name', '', 'other', '', 'Stored proxy of its sessions, by name'),
                @('--proxy-mode', '', 'words', 'direct default', 'No proxy, or the default of the service'),
                @('--credential', '', 'other', '', 'Stored credential to log in with'),
                @('--credential-provider', '', 'other', '', 'External credential provider, beside --credential-path or --credential-auto'),
                @('--credential-path', '', 'file', '', 'Item of the provider, as the provider writes its path'),
                @('--credential-auto', '', '', '', 'Let the provider look the item up by the domain'),
                @('--telemetry', '', 'words', 'on off', 'Telemetry of its sessions; on starts from the default categories'),
                @('--telemetry-category', '', 'words', 'control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off', 'One category of telemetry, such as console=on'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth connections watch' {
            $flags += @(
                @('--max-reconnects', '', 'other', '', 'Maximum number of reconnections in a row without progress'),
                @('--idle-timeout', '', 'other', '', 'Silence after which a connection counts as dead'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl auth context' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl auth status' {
        }
        'browserctl auth token' {
            $flags += @(
                , @('--reveal', '', '', '', 'Print it at a terminal too')
            )
        }
        'browserctl batch' {
            $flags += @(
                @('--concurrency', '-c', 'other', '', 'Commands that run at the same time, at most 64; 1 runs them in their order'),
                @('--unordered', '', '', '', 'Print each result as it comes, not in the order of the lines'),
                @('--stop-on-error', '', '', '', 'Start nothing new after a failure'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('file', 'file', '', $false)
            )
        }
        'browserctl browsers' {
            $next = @(
                @('create', 'Create a browser session'),
                @('list', 'List browser sessions'),
                @('get', 'Show a browser session'),
                @('update', 'Change a running session'),
                @('delete', 'End sessions'),
                @('view', 'Watch a session and take over its mouse and keyboard'),
                @('run', 'Run a command with a session of its own'),
                @('curl', 'Send an HTTP request through the session''s browser'),
                @('process', 'Processes of a session'),
                @('fs', 'Files of a session'),
                @('computer', 'Mouse, keyboard and screen of a session'),
                @('playwright', 'Playwright code against a session'),
                @('extensions', 'Extensions of a running browser')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl browsers computer' {
            $next = @(
                @('screenshot', 'Take a screenshot of the session''s screen'),
                @('click', 'Click at a point'),
                @('move', 'Move the mouse to a point'),
                @('drag', 'Drag the mouse along points'),
                @('scroll', 'Scroll at a point'),
                @('press', 'Press keys'),
                @('type', 'Type text'),
                @('cursor', 'Hide or show the mouse pointer'),
                @('mouse-position', 'Show the position of the mouse'),
                @('clipboard', 'Clipboard of a session'),
                @('batch', 'Run several actions in a row')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl browsers computer batch' {
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('actions', 'source', '', $false)
            )
        }
        'browserctl browsers computer click' {
            $flags += @(
                @('--button', '', 'words', 'left right middle back forward', 'Mouse button'),
                @('--click-type', '', 'words', 'down up click', 'Press only, release only, or both'),
                @('--num-clicks', '', 'other', '', 'Clicks in a row'),
                @('--hold-key', '', 'other', '', 'Keys to hold down meanwhile, such as Shift or Ctrl'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('x', 'other', '', $false),
                @('y', 'other', '', $false)
            )
        }
        'browserctl browsers computer clipboard' {
            $next = @(
                @('read', 'Print the text on the session''s clipboard'),
                @('write', 'Write text to the session''s clipboard')
            )
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME')
            )
        }
        'browserctl browsers computer clipboard read' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl browsers computer clipboard write' {
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('text', 'source', '', $false)
            )
        }
        'browserctl browsers computer cursor' {
            $flags += @(
                @('--hide', '', '', '', 'Hide the pointer'),
                @('--show', '', '', '', 'Show the pointer'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl browsers computer drag' {
            $flags += @(
                @('--button', '', 'words', 'left middle right', 'Mouse button'),
                @('--delay', '', 'other', '', 'Milliseconds between press and movement'),
                @('--smooth', '', '', '', 'Move gradually, as a hand does'),
                @('--no-smooth', '', '', '', 'Not: Move gradually, as a hand does'),
                @('--duration-ms', '', 'other', '', 'Milliseconds a smooth movement takes'),
                @('--steps-per-segment', '', 'other', '', 'Steps from point to point when not smooth'),
                @('--step-delay-ms', '', 'other', '', 'Milliseconds per step when not smooth'),
                @('--hold-key', '', 'other', '', 'Keys to hold down meanwhile, such as Shift or Ctrl'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('x,y', 'other', '', $true)
            )
        }
        'browserctl browsers computer mouse-position' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl browsers computer move' {
            $flags += @(
                @('--hold-key', '', 'other', '', 'Keys to hold down meanwhile, such as Shift or Ctrl'),
                @('--smooth', '', '', '', 'Move gradually, as a hand does'),
                @('--no-smooth', '', '', '', 'Not: Move gradually, as a hand does'),
                @('--duration-ms', '', 'other', '', 'Milliseconds a smooth movement takes'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('x', 'other', '', $false),
                @('y', 'other', '', $false)
            )
        }
        'browserctl browsers computer press' {
            $flags += @(
                @('--duration', '', 'other', '', 'Milliseconds each key is held'),
                @('--hold-key', '', 'other', '', 'Keys to hold down meanwhile, such as Shift or Ctrl'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('key', 'other', '', $true)
            )
        }
        'browserctl browsers computer screenshot' {
            $flags += @(
                @('--region', '', 'other', '', 'Part of the screen, in pixels'),
                @('--out', '', 'file', '', 'Write the PNG to a file; - is stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl browsers computer scroll' {
            $flags += @(
                @('--delta-x', '', 'other', '', 'Wheel units; more than 0 is right'),
                @('--delta-y', '', 'other', '', 'Wheel units; more than 0 is down'),
                @('--hold-key', '', 'other', '', 'Keys to hold down meanwhile, such as Shift or Ctrl'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('x', 'other', '', $false),
                @('y', 'other', '', $false)
            )
        }
        'browserctl browsers computer type' {
            $flags += @(
                @('--delay', '', 'other', '', 'Milliseconds between keystrokes'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('text', 'source', '', $false)
            )
        }
        'browserctl browsers create' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique among the active sessions of the project'),
                @('--tag', '', 'other', '', 'Key-value pairs'),
                @('--headless', '', '', '', 'Run without a window: no live view and no replays'),
                @('--no-headless', '', '', '', 'Not: Run without a window: no live view and no replays'),
                @('--stealth', '', '', '', 'Hide signs of automation'),
                @('--no-stealth', '', '', '', 'Not: Hide signs of automation'),
                @('--gpu', '', '', '', 'Attach a GPU'),
                @('--no-gpu', '', '', '', 'Not: Attach a GPU'),
                @('--kiosk-mode', '', '', '', 'Hide the browser''s tabs and address bar: the page fills the screen'),
                @('--no-kiosk-mode', '', '', '', 'Not: Hide the browser''s tabs and address bar: the page fills the screen'),
                @('--memory', '', 'words', '8GiB 16GiB', 'Memory of the browser''s machine'),
                @('--region', '', 'words', 'us-east eu-west', 'Region of the browser'),
                @('--timeout-seconds', '', 'other', '', 'Seconds without a request or a connected client after which the session ends'),
                @('--viewport', '', 'other', '', 'Size of the screen, or of a headless page; 1920x1080 when omitted'),
                @('--start-url', '', 'other', '', 'Page to open first; a failure does not fail the session'),
                @('--profile', '', 'other', '', 'Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name'),
                @('--proxy', '', 'other', '', 'Stored proxy for all that its browser sends, by id or name as for --profile; none is none'),
                @('--extension', '', 'other', '', 'Stored extension to load, by id or name as for --profile'),
                @('--invocation-id', '', 'other', '', 'Invocation the session belongs to'),
                @('--save-profile-changes', '', '', '', 'Save the profile when the session ends (profile.save_changes)'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl browsers curl' {
            $flags += @(
                @('--method', '-X', 'words', 'GET HEAD POST PUT PATCH DELETE OPTIONS', 'HTTP method; POST when there is data'),
                @('--response-encoding', '', 'words', 'utf8 base64', 'How the body travels; base64, which keeps every byte, unless the result is printed as JSON'),
                @('--request-timeout', '', 'other', '', 'Limit of the request (timeout_ms)'),
                @('--header', '-H', 'source', '', 'Header, merged over the browser''s own; @file for a list'),
                @('--data', '-d', 'source', '', 'Request body: text, -, @file or env:NAME'),
                @('--include', '-i', '', '', 'Print the status line and headers before the body'),
                @('--head', '-I', '', '', 'Send HEAD and print the status line and headers'),
                @('--fail', '', '', '', 'Exit 22 without a body when the target answers 400 or more'),
                @('--fail-with-body', '', '', '', 'Exit 22 with the body when the target answers 400 or more'),
                @('--out', '', 'file', '', 'Write the body to a file; - is stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('url', 'other', '', $false)
            )
        }
        'browserctl browsers delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $true)
            )
        }
        'browserctl browsers extensions' {
            $next = @(
                , @('upload', 'Load extensions into a running browser')
            )
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl browsers extensions upload' {
            $flags += @(
                @('--name', '', 'other', '', 'Name in the session, one for each extension in their order; that of its folder or file by default'),
                @('--include-all', '', '', '', 'Also pack .git, node_modules and files of editors'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('dir|zip', 'file', '', $true)
            )
        }
        'browserctl browsers fs' {
            $next = @(
                @('list', 'List a folder of a session'),
                @('ls', 'List a folder of a session'),
                @('info', 'Show a file or folder of a session'),
                @('read', 'Read a file of a session'),
                @('write', 'Write a file of a session'),
                @('upload', 'Upload files to a session'),
                @('upload-zip', 'Upload a zip archive and extract it in a session'),
                @('download', 'Download a file of a session'),
                @('download-dir', 'Download a folder of a session as a zip archive'),
                @('mkdir', 'Create a folder in a session'),
                @('rm', 'Delete files or folders of a session'),
                @('mv', 'Move or rename a file or folder of a session'),
                @('chmod', 'Change the permissions of a file or folder of a session'),
                @('watch', 'Print the changes in a folder of a session as they happen')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME')
            )
        }
        'browserctl browsers fs chmod' {
            $flags += @(
                @('--owner', '', 'other', '', 'New owner'),
                @('--group', '', 'other', '', 'New group'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('mode', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs download' {
            $flags += @(
                @('--out', '', 'file', '', 'File to write, - for stdout; the name of the remote file when omitted'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs download-dir' {
            $flags += @(
                @('--out', '', 'file', '', 'Zip file to write, - for stdout'),
                @('--extract', '', 'file', '', 'New folder to extract it to instead'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs info' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs list' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs ls' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs mkdir' {
            $flags += @(
                @('--mode', '', 'other', '', 'Permissions, octal'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs mv' {
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('from', 'other', '', $false),
                @('to', 'other', '', $false)
            )
        }
        'browserctl browsers fs read' {
            $flags += @(
                @('--out', '', 'file', '', 'File to write; stdout when omitted or -'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs rm' {
            $flags += @(
                @('--recursive', '-r', '', '', 'Delete folders too, with everything in them'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $true)
            )
        }
        'browserctl browsers fs upload' {
            $flags += @(
                @('--dest', '', 'other', '', 'Path in the session; a folder if it ends with / or there are several files (dest_path)'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('file', 'file', '', $true)
            )
        }
        'browserctl browsers fs upload-zip' {
            $flags += @(
                @('--dest', '', 'other', '', 'Folder in the session (dest_path)'),
                @('--include-all', '', '', '', 'Include .git, node_modules and files left by editors'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('zip|dir', 'file', '', $false)
            )
        }
        'browserctl browsers fs watch' {
            $flags += @(
                @('--recursive', '-r', '', '', 'Watch its subfolders too'),
                @('--no-recursive', '', '', '', 'Not: Watch its subfolders too'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false)
            )
        }
        'browserctl browsers fs write' {
            $flags += @(
                @('--mode', '', 'other', '', 'Permissions, octal'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('path', 'other', '', $false),
                @('content', 'other', '', $false)
            )
        }
        'browserctl browsers get' {
            $flags += @(
                @('--include-deleted', '', '', '', 'Show the session even when it has ended'),
                @('--no-include-deleted', '', '', '', 'Not: Show the session even when it has ended'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl browsers list' {
            $flags += @(
                @('--status', '', 'words', 'active deleted all', 'Sessions to list, by status'),
                @('--search', '', 'other', '', 'Part of a name, or a whole session id; case-insensitive'),
                @('--tag', '', 'other', '', 'Only sessions with all of these tags'),
                @('--region', '', 'words', 'us-east eu-west', 'Only sessions of this region'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl browsers playwright' {
            $next = @(
                , @('execute', 'Run Playwright code against the session')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl browsers playwright execute' {
            $flags += @(
                @('--timeout-sec', '', 'other', '', 'Time limit in seconds'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('code', 'source', '', $false)
            )
        }
        'browserctl browsers process' {
            $next = @(
                @('exec', 'Run a command in the session and wait for it'),
                @('spawn', 'Start a command in the session and leave it running'),
                @('list', 'List the processes of a session'),
                @('status', 'Show the state of a process'),
                @('output', 'Print the output of a process'),
                @('stdin', 'Write to the standard input of a process'),
                @('kill', 'Send a signal to a process and its children'),
                @('resize', 'Change the size of a process''s terminal')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl browsers process exec' {
            $flags += @(
                @('--cwd', '', 'other', '', 'Working directory, absolute'),
                @('--env', '', 'other', '', 'Environment variables'),
                @('--as-user', '', 'other', '', 'User to run as'),
                @('--as-root', '', '', '', 'Run as root'),
                @('--no-as-root', '', '', '', 'Not: Run as root'),
                @('--timeout-sec', '', 'other', '', 'Time limit in seconds'),
                @('--tty', '-t', '', '', 'Allocate a terminal of the size of this one'),
                @('--stdin', '-i', '', '', 'Send stdin to the command; the default with -t at a terminal'),
                @('--no-stdin', '-n', '', '', 'Do not send stdin, and hide the note about it'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
            $rest = $true
        }
        'browserctl browsers process kill' {
            $flags += @(
                @('--signal', '', 'words', 'TERM KILL INT HUP', 'Signal'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('process_id', 'other', '', $false)
            )
        }
        'browserctl browsers process list' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl browsers process output' {
            $flags += @(
                @('--follow', '-f', '', '', 'Follow the output until the process ends, then exit with its code'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('process_id', 'other', '', $false)
            )
        }
        'browserctl browsers process resize' {
            $flags += @(
                @('--rows', '', 'other', '', 'Rows'),
                @('--cols', '', 'other', '', 'Columns'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('process_id', 'other', '', $false)
            )
        }
        'browserctl browsers process spawn' {
            $flags += @(
                @('--cwd', '', 'other', '', 'Working directory, absolute'),
                @('--env', '', 'other', '', 'Environment variables'),
                @('--as-user', '', 'other', '', 'User to run as'),
                @('--as-root', '', '', '', 'Run as root'),
                @('--no-as-root', '', '', '', 'Not: Run as root'),
                @('--timeout-sec', '', 'other', '', 'Time limit in seconds'),
                @('--tty', '-t', '', '', 'Give the process a terminal'),
                @('--no-tty', '', '', '', 'Not: Give the process a terminal'),
                @('--rows', '', 'other', '', 'Rows of the terminal'),
                @('--cols', '', 'other', '', 'Columns of the terminal'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
            $rest = $true
        }
        'browserctl browsers process status' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('process_id', 'other', '', $false)
            )
        }
        'browserctl browsers process stdin' {
            $flags += @(
                @('--keep-open', '', '', '', 'Do not end the input of the process after a pipe or file'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('id', 'other', '', $false),
                @('process_id', 'other', '', $false),
                @('text', 'other', '', $false)
            )
        }
        'browserctl browsers run' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique among the active sessions of the project'),
                @('--tag', '', 'other', '', 'Key-value pairs'),
                @('--headless', '', '', '', 'Run without a window: no live view and no replays'),
                @('--no-headless', '', '', '', 'Not: Run without a window: no live view and no replays'),
                @('--stealth', '', '', '', 'Hide signs of automation'),
                @('--no-stealth', '', '', '', 'Not: Hide signs of automation'),
                @('--gpu', '', '', '', 'Attach a GPU'),
                @('--no-gpu', '', '', '', 'Not: Attach a GPU'),
                @('--kiosk-mode', '', '', '', 'Hide the browser''s tabs and address bar: the page fills the screen'),
                @('--no-kiosk-mode', '', '', '', 'Not: Hide the browser''s tabs and address bar: the page fills the screen'),
                @('--memory', '', 'words', '8GiB 16GiB', 'Memory of the browser''s machine'),
                @('--region', '', 'words', 'us-east eu-west', 'Region of the browser'),
                @('--timeout-seconds', '', 'other', '', 'Seconds without a request or a connected client after which the session ends'),
                @('--viewport', '', 'other', '', 'Size of the screen, or of a headless page; 1920x1080 when omitted'),
                @('--start-url', '', 'other', '', 'Page to open first; a failure does not fail the session'),
                @('--profile', '', 'other', '', 'Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name'),
                @('--proxy', '', 'other', '', 'Stored proxy for all that its browser sends, by id or name as for --profile; none is none'),
                @('--extension', '', 'other', '', 'Stored extension to load, by id or name as for --profile'),
                @('--invocation-id', '', 'other', '', 'Invocation the session belongs to'),
                @('--save-profile-changes', '', '', '', 'Save the profile when the session ends (profile.save_changes)'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $rest = $true
        }
        'browserctl browsers update' {
            $flags += @(
                @('--name', '', 'other', '', 'New name; an empty one clears it'),
                @('--clear-name', '', '', '', 'Remove the name'),
                @('--tag', '', 'other', '', 'Tags that replace all of them'),
                @('--clear-tags', '', '', '', 'Remove all tags'),
                @('--profile', '', 'other', '', 'Saved profile to load into a session that has none; its browser restarts'),
                @('--proxy', '', 'other', '', 'Another proxy, by id or name, or none; open connections are cut, and the browser restarts unless only the server differs'),
                @('--viewport', '', 'other', '', 'New size of the screen, or of a headless page'),
                @('--save-profile-changes', '', '', '', 'Save the profile when the session ends (profile.save_changes)'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl browsers view' {
            $flags += @(
                @('--read-only', '', '', '', 'Link to watch only; local service only'),
                @('--open', '', '', '', 'Open the link in the default browser; the default at a terminal'),
                @('--no-open', '', '', '', 'Not: Open the link in the default browser; the default at a terminal'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl completion' {
            $arguments = @(
                , @('shell', 'words', 'bash zsh fish powershell', $false)
            )
        }
        'browserctl config' {
            $next = @(
                @('get', 'Show one stored value'),
                @('set', 'Store a value for every command'),
                @('unset', 'Remove a stored value'),
                @('list', 'List the stored values'),
                @('path', 'Show where settings and state are kept'),
                @('explain', 'Show which flag, variable or file each value comes from')
            )
        }
        'browserctl config explain' {
        }
        'browserctl config get' {
            $arguments = @(
                , @('key', 'other', '', $false)
            )
        }
        'browserctl config list' {
        }
        'browserctl config path' {
        }
        'browserctl config set' {
            $arguments = @(
                @('key', 'other', '', $false),
                @('value', 'other', '', $false)
            )
        }
        'browserctl config unset' {
            $arguments = @(
                , @('key', 'other', '', $false)
            )
        }
        'browserctl context' {
            $next = @(
                @('list', 'List the contexts'),
                @('use', 'Choose the context that commands use'),
                @('unbind', 'Remove the context of a directory'),
                @('show', 'Show one context'),
                @('add', 'Add a context without a token'),
                @('remove', 'Remove a context and its token'),
                @('rename', 'Give a context another name')
            )
        }
        'browserctl context add' {
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl context list' {
        }
        'browserctl context remove' {
            $flags += @(
                , @('--forget', '', '', '', 'Leave its keychain entry where it is, for a keychain that is gone')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl context rename' {
            $arguments = @(
                @('name', 'other', '', $false),
                @('new-name', 'other', '', $false)
            )
        }
        'browserctl context show' {
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl context unbind' {
            $arguments = @(
                , @('dir', 'file', '', $false)
            )
        }
        'browserctl context use' {
            $flags += @(
                @('--here', '', '', '', 'Only in this directory and below it'),
                @('--shared', '', '', '', 'Write .browserctl.json here, for everyone who works in this directory')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl credentials' {
            $next = @(
                @('create', 'Store a credential'),
                @('list', 'List credentials'),
                @('get', 'Show a credential without its values'),
                @('update', 'Change a credential'),
                @('totp', 'Show the current one-time code of a credential'),
                @('delete', 'Delete a credential')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl credentials create' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique in the project'),
                @('--domain', '', 'other', '', 'Host name of the site, such as shop.example.com'),
                @('--sso-provider', '', 'other', '', 'Provider of the single sign-on, such as google'),
                @('--value', '', 'other', '', 'Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself'),
                @('--ask', '', 'other', '', 'Ask for this value at the terminal, without showing it'),
                @('--totp-secret', '', 'other', '', 'Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)'),
                @('--ask-totp-secret', '', '', '', 'Ask for the secret of one-time codes at the terminal'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl credentials delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl credentials get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl credentials list' {
            $flags += @(
                @('--domain', '', 'other', '', 'Only this host name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name or host name, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl credentials totp' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl credentials update' {
            $flags += @(
                @('--name', '', 'other', '', 'New name, unique in the project'),
                @('--remove-value', '', 'other', '', 'Remove this value'),
                @('--sso-provider', '', 'other', '', 'Provider of the single sign-on'),
                @('--clear-sso-provider', '', '', '', 'Remove the provider of the single sign-on'),
                @('--value', '', 'other', '', 'Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself'),
                @('--ask', '', 'other', '', 'Ask for this value at the terminal, without showing it'),
                @('--totp-secret', '', 'other', '', 'Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)'),
                @('--ask-totp-secret', '', '', '', 'Ask for the secret of one-time codes at the terminal'),
                @('--clear-totp', '', '', '', 'Remove the secret of one-time codes'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl deployments' {
            $next = @(
                @('list', 'List deployments'),
                @('get', 'Show a deployment'),
                @('tail', 'Follow a deployment'),
                @('logs', 'Follow a deployment'),
                @('delete', 'Stop a deployment')
            )
            $flags += @(
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl deployments delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl deployments get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl deployments list' {
            $flags += @(
                @('--app-name', '', 'other', '', 'Only of this app'),
                @('--app-version', '', 'other', '', 'Only of this version; needs the app''s name'),
                @('--search', '', 'other', '', 'Part of an app''s name, or a whole id'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl deployments logs' {
            $flags += @(
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now (5m)'),
                @('--no-follow', '', '', '', 'Print the log so far and stop; exit 0 while it runs'),
                @('--timestamps', '', '', '', 'Print the time before each message'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl deployments tail' {
            $flags += @(
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now (5m)'),
                @('--no-follow', '', '', '', 'Print the log so far and stop; exit 0 while it runs'),
                @('--timestamps', '', '', '', 'Print the time before each message'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl extensions' {
            $next = @(
                @('upload', 'Store an extension'),
                @('list', 'List stored extensions'),
                @('get', 'Show a stored extension'),
                @('download', 'Download a stored extension'),
                @('delete', 'Delete a stored extension')
            )
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl extensions delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl extensions download' {
            $flags += @(
                @('--out', '', 'file', '', 'File to write; the extension''s name and .zip in this folder by default; - is stdout'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl extensions get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl extensions list' {
            $flags += @(
                @('--name', '', 'other', '', 'Only this name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl extensions upload' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique in the project; that of its folder or file by default'),
                @('--include-all', '', '', '', 'Also pack .git, node_modules and files of editors'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('dir|zip', 'file', '', $false)
            )
        }
        'browserctl invocations' {
            $next = @(
                @('list', 'List invocations'),
                @('get', 'Show an invocation'),
                @('tail', 'Follow the log of an invocation until it has ended'),
                @('logs', 'Follow the log of an invocation until it has ended'),
                @('wait', 'Wait until an invocation has ended'),
                @('cancel', 'Cancel an invocation and end its browsers'),
                @('browsers', 'List the browsers of an invocation')
            )
            $flags += @(
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl invocations browsers' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invocations cancel' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invocations get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invocations list' {
            $flags += @(
                @('--app-name', '', 'other', '', 'Only of this app'),
                @('--action-name', '', 'other', '', 'Only of this action'),
                @('--app-version', '', 'other', '', 'Only of this version'),
                @('--status', '', 'words', 'queued running succeeded failed', 'Only in this state'),
                @('--deployment-id', '', 'other', '', 'Only of this deployment'),
                @('--search', '', 'other', '', 'Part of an app''s or action''s name, or a whole id'),
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now such as 5m'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl invocations logs' {
            $flags += @(
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now (5m)'),
                @('--no-follow', '', '', '', 'Print the log so far and stop; exit 0 while it runs'),
                @('--filter', '', 'other', '', 'Only messages with this in them, case-insensitive'),
                @('--timestamps', '', '', '', 'Print the time before each message'),
                @('--raw', '', '', '', 'Messages exactly as written, also at a terminal, and no notices'),
                @('--plain', '', '', '', 'Lines also at a terminal, instead of the live view'),
                @('--checkpoint', '', 'file', '', 'Save the position in this file; the next run resumes from it'),
                @('--max-reconnects', '', 'other', '', 'Maximum number of reconnections in a row without progress'),
                @('--idle-timeout', '', 'other', '', 'Silence after which a connection counts as dead'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invocations tail' {
            $flags += @(
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now (5m)'),
                @('--no-follow', '', '', '', 'Print the log so far and stop; exit 0 while it runs'),
                @('--filter', '', 'other', '', 'Only messages with this in them, case-insensitive'),
                @('--timestamps', '', '', '', 'Print the time before each message'),
                @('--raw', '', '', '', 'Messages exactly as written, also at a terminal, and no notices'),
                @('--plain', '', '', '', 'Lines also at a terminal, instead of the live view'),
                @('--checkpoint', '', 'file', '', 'Save the position in this file; the next run resumes from it'),
                @('--max-reconnects', '', 'other', '', 'Maximum number of reconnections in a row without progress'),
                @('--idle-timeout', '', 'other', '', 'Silence after which a connection counts as dead'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invocations wait' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl invoke' {
            $flags += @(
                @('--app-version', '', 'other', '', 'Version of it'),
                @('--payload', '-p', 'source', '', 'Input as JSON, at most 4.5 MB'),
                @('--async-timeout-seconds', '', 'other', '', 'Time limit of the invocation'),
                @('--async', '', '', '', 'Print the invocation and leave it running'),
                @('--follow', '-f', '', '', 'Show its log while it runs; --no-follow only waits for the result'),
                @('--no-follow', '', '', '', 'Not: Show its log while it runs; --no-follow only waits for the result'),
                @('--plain', '', '', '', 'Lines also at a terminal, instead of the live view'),
                @('--timestamps', '', '', '', 'Print the time before each line of the log'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                @('app', 'other', '', $false),
                @('action', 'other', '', $false)
            )
        }
        'browserctl local' {
            $next = @(
                @('setup', 'Find a browser for the local service, or install one'),
                @('start', 'Start the local service'),
                @('stop', 'Stop the local service and end its sessions'),
                @('status', 'Show the local service'),
                @('logs', 'Show the log of the local service'),
                @('reset', 'Stop the local service and delete all it has stored'),
                @('seed-profile', 'Make a profile of the local service out of cookies'),
                @('support', 'Show what the local service does, records, or does not support'),
                @('chaos', 'Fault injection in the local service'),
                @('clock', 'Clock of the local service')
            )
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl local chaos' {
            $next = @(
                @('set', 'Turn on fault injection in the local service'),
                @('show', 'Show the injected faults and how often each occurred'),
                @('off', 'Turn off fault injection in the local service')
            )
        }
        'browserctl local chaos off' {
        }
        'browserctl local chaos set' {
            $arguments = @(
                , @('faults', 'other', '', $false)
            )
        }
        'browserctl local chaos show' {
        }
        'browserctl local clock' {
            $next = @(
                @('show', 'Show the clock of the local service'),
                @('set', 'Set the clock of the local service'),
                @('advance', 'Advance the clock of the local service'),
                @('reset', 'Return the clock of the local service to the time of this machine')
            )
        }
        'browserctl local clock advance' {
            $arguments = @(
                , @('duration', 'other', '', $false)
            )
        }
        'browserctl local clock reset' {
        }
        'browserctl local clock set' {
            $arguments = @(
                , @('time', 'other', '', $false)
            )
        }
        'browserctl local clock show' {
        }
        'browserctl local logs' {
            $flags += @(
                @('--follow', '-f', '', '', 'Print new records as they come, until Ctrl-C'),
                @('--lines', '-n', 'other', '', 'Last lines to show'),
                @('--level', '', 'words', 'debug info warn error fatal', 'Only records of this level and more severe ones'),
                @('--since', '', 'other', '', 'Start at: an RFC 3339 time, or a duration back from now (5m)')
            )
        }
        'browserctl local reset' {
        }
        'browserctl local seed-profile' {
            $flags += @(
                @('--name', '', 'other', '', 'Name of the profile'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('cookies', 'file', '', $false)
            )
        }
        'browserctl local setup' {
            $flags += @(
                @('--browser', '', 'file', '', 'Chromium, Chrome or Edge to use'),
                @('--check', '', '', '', 'Only look; install nothing')
            )
        }
        'browserctl local start' {
            $flags += @(
                @('--port', '', 'other', '', 'Port on 127.0.0.1; a restart keeps the last one'),
                @('--browser', '', 'file', '', 'Chromium, Chrome or Edge to use'),
                @('--foreground', '', '', '', 'Stay in this terminal, for supervisors and containers'),
                @('--idle-stop', '', 'other', '', 'Stop after this time without a session; 0s is never'),
                @('--projects', '', 'words', 'enabled disabled', 'Projects beside the default one; a restart keeps the last choice'),
                @('--screen', '', 'words', 'auto real headless', 'Private displays for sessions (auto: where possible); a restart keeps the last choice'),
                @('--plan', '', 'words', 'enterprise startup hobbyist free', 'Plan, the minimum of health_check_interval; a restart keeps the last choice'),
                @('--demo-site', '', '', '', 'Serve a web site to try logins on; a restart keeps the last choice'),
                @('--no-demo-site', '', '', '', 'Not: Serve a web site to try logins on; a restart keeps the last choice'),
                @('--chaos', '', 'other', '', 'Fault injection, such as latency=200ms,error=5%,drop-stream=10%,cut-download=1%; see local chaos set')
            )
        }
        'browserctl local status' {
        }
        'browserctl local stop' {
        }
        'browserctl local support' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl login' {
            $flags += @(
                @('--store', '', 'words', 'file keychain command env', 'Place of the token: file, keychain, command or env; the context''s own, or file, when omitted'),
                @('--token-stdin', '', '', '', 'Read the token from stdin'),
                @('--token-env', '', 'other', '', 'Variable that holds the token, for --store env'),
                @('--skip-check', '', '', '', 'Store it without checking it with the service')
            )
            $rest = $true
        }
        'browserctl logout' {
            $flags += @(
                @('--all-contexts', '', '', '', 'Remove the tokens of all contexts'),
                @('--forget', '', '', '', 'Drop only the reference to a keychain entry, for a keychain that is gone; the entry stays in it')
            )
        }
        'browserctl openapi' {
            $flags += @(
                @('--out', '', 'file', '', 'Write it to this file; - is stdout'),
                @('--force', '', '', '', 'Replace the file if it exists')
            )
        }
        'browserctl org' {
            $next = @(
                @('entitlements', 'Show the plan of the organization and what it includes'),
                @('limits', 'Limits of the organization')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME')
            )
        }
        'browserctl org entitlements' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl org limits' {
            $next = @(
                @('get', 'Show the limits of the organization'),
                @('set', 'Change the default limits of projects')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME')
            )
        }
        'browserctl org limits get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl org limits set' {
            $flags += @(
                @('--default-project-max-concurrent-sessions', '', 'other', '', 'Sessions of a project without a limit of its own; 0 removes the limit'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl profiles' {
            $next = @(
                @('create', 'Create an empty profile'),
                @('list', 'List profiles'),
                @('get', 'Show a profile'),
                @('update', 'Rename a profile'),
                @('download', 'Download the saved data of a profile'),
                @('inspect', 'Summarise the content of a profile, without values'),
                @('import', 'Create a profile of the local service from a file or a browser''s folder'),
                @('delete', 'Delete a profile and its saved data')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl profiles create' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique in the project'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl profiles delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl profiles download' {
            $flags += @(
                @('--format', '', 'words', 'tar.zst tar', 'Archive format; the stored one when omitted'),
                @('--out', '', 'file', '', 'File to write; named after the profile in this folder by default; - is stdout'),
                @('--extract', '', 'file', '', 'Unpack it into this new folder instead of saving it'),
                @('--force', '', '', '', 'Replace the file if it exists'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl profiles get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl profiles import' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique in the project; the file''s own by default'),
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('file|dir', 'file', '', $false)
            )
        }
        'browserctl profiles inspect' {
            $flags += @(
                @('--progress', '', 'words', 'auto plain none', 'Progress, on stderr: a bar at a terminal, or a line for each 10%'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('profile|file', 'file', '', $false)
            )
        }
        'browserctl profiles list' {
            $flags += @(
                @('--name', '', 'other', '', 'Only this name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl profiles update' {
            $flags += @(
                @('--name', '', 'other', '', 'New name, unique in the project'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects' {
            $next = @(
                @('create', 'Create a project'),
                @('list', 'List projects'),
                @('get', 'Show a project'),
                @('update', 'Rename a project'),
                @('archive', 'Archive a project'),
                @('unarchive', 'Restore an archived project'),
                @('delete', 'Delete an empty project'),
                @('use', 'Choose the project that commands of this context work in'),
                @('limits', 'How much may run in a project at the same time')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl projects archive' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects create' {
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl projects delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects limits' {
            $next = @(
                @('get', 'Show the limits of a project'),
                @('set', 'Change the limits of a project')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME')
            )
        }
        'browserctl projects limits get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects limits set' {
            $flags += @(
                @('--max-concurrent-sessions', '', 'other', '', 'Sessions at the same time; 0 removes the limit'),
                @('--max-concurrent-invocations', '', 'other', '', 'Running and queued invocations at the same time; 0 removes the limit'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects list' {
            $flags += @(
                @('--name', '', 'other', '', 'Only this name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl projects unarchive' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects update' {
            $flags += @(
                @('--name', '', 'other', '', 'Name, unique in the organization, without / and %; kept exactly as given'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl projects use' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl proxies' {
            $next = @(
                @('create', 'Create a proxy'),
                @('list', 'List proxies'),
                @('get', 'Show a proxy without its secrets'),
                @('update', 'Rename a proxy'),
                @('check', 'Test whether a proxy works'),
                @('delete', 'Delete a proxy')
            )
            $flags += @(
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes')
            )
        }
        'browserctl proxies check' {
            $flags += @(
                @('--url', '', 'other', '', 'Page to request through the proxy'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl proxies create' {
            $flags += @(
                @('--type', '', 'words', 'datacenter isp residential mobile custom', 'Kind of proxy'),
                @('--name', '', 'other', '', 'Name; several proxies may share one'),
                @('--protocol', '', 'words', 'http https', 'Protocol between the browser and the proxy'),
                @('--bypass-host', '', 'other', '', 'Host to reach without the proxy; *.host is every host below it'),
                @('--host', '', 'other', '', 'Host name or IP address of the proxy'),
                @('--port', '', 'other', '', 'Port of the proxy'),
                @('--username', '', 'other', '', 'User of the proxy'),
                @('--ca-bundle', '', 'source', '', 'Certificate authorities that the proxy and the session''s browser trust'),
                @('--country', '', 'other', '', 'Country, for types other than custom'),
                @('--state', '', 'other', '', 'State, for residential and mobile'),
                @('--city', '', 'other', '', 'City, for residential and mobile'),
                @('--zip', '', 'other', '', 'ZIP code in the US, for residential'),
                @('--asn', '', 'other', '', 'Autonomous system, for residential'),
                @('--password', '', 'source', '', 'Password of the proxy'),
                @('--password-stdin', '', '', '', 'Read the password from stdin'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('name', 'other', '', $false)
            )
        }
        'browserctl proxies delete' {
            $flags += @(
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl proxies get' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl proxies list' {
            $flags += @(
                @('--name', '', 'other', '', 'Only this name; case-insensitive'),
                @('--search', '', 'other', '', 'Part of a name, or a whole id; case-insensitive'),
                @('--limit', '', 'other', '', 'Items of one page'),
                @('--offset', '', 'other', '', 'Items to skip'),
                @('--all', '', '', '', 'Get every page, as one list'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl proxies update' {
            $flags += @(
                @('--name', '', 'other', '', 'New name; several proxies may share one'),
                @('--input', '', 'source', '', 'JSON body, which flags override: -, @file or env:NAME'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl schema' {
            $arguments = @(
                , @('command', 'other', '', $true)
            )
        }
        'browserctl version' {
        }
        'browserctl wait' {
            $next = @(
                @('browser', 'Wait until a session has ended, or a field has a value'),
                @('invocation', 'Wait until a field of an invocation has a value'),
                @('deployment', 'Wait until a deployment is deleted, or a field has a value'),
                @('connection', 'Wait until an auth connection is deleted, or a field has a value')
            )
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
        'browserctl wait browser' {
            $flags += @(
                @('--for', '', 'other', '', 'Field of the record, such as status or profile.name, and its value; any of several ends the wait'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id_or_name', 'other', '', $false)
            )
        }
        'browserctl wait connection' {
            $flags += @(
                @('--for', '', 'other', '', 'Field of the record, such as status or profile.name, and its value; any of several ends the wait'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl wait deployment' {
            $flags += @(
                @('--for', '', 'other', '', 'Field of the record, such as status or profile.name, and its value; any of several ends the wait'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl wait invocation' {
            $flags += @(
                @('--for', '', 'other', '', 'Field of the record, such as status or profile.name, and its value; any of several ends the wait'),
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
            $arguments = @(
                , @('id', 'other', '', $false)
            )
        }
        'browserctl whoami' {
            $flags += @(
                @('--watch', '', 'other', '', 'Repeat the command at this interval and show what changes'),
                @('--dry-run', '', '', '', 'Print the request instead of sending it'),
                @('--print', '', 'words', 'curl', 'Print the request as a curl command'),
                @('--retry-unsafe', '', '', '', 'Also retry calls that may already have had an effect')
            )
        }
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
            'create' { $names += @('add') }
            'delete' { $names += @('remove') }
            'get' { $names += @('show') }
            'ls' { $names += @('list') }
            'rm' { $names += @('delete', 'remove') }
            'show' { $names += @('get') }
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
        elseif ($word -ceq 'help' -and $path.Count -eq 0 -and -not $help) { $help = $true }
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
            if ($path.Count -eq 0 -and -not $help) { & $offer 'help' 'Show help on a command or a topic' '' $current }
            if ($path.Count -eq 0 -and $help) {
                & $offer 'exit-codes' 'Every exit code and what it means' '' $current
                & $offer 'environment' 'Variables the program reads' '' $current
            }
        }
        if (-not $help -and $node.Arguments.Count -gt 0) {
            $argument = $node.Arguments[[Math]::Min($count, $node.Arguments.Count - 1)]
            if ($count -lt $node.Arguments.Count -or $argument[3]) { & $values $argument[1] $argument[2] $argument[0] '' $current }
        }
    }
}
