# fish completion for browserctl. Written by `npm run generate`. Do not edit.

# What may follow the command words $argv[1]: words, flags, those of the flags that take a value and what these values
# are, what the arguments are, and whether a command line stands behind --. Sets the variables of its caller.
function __browserctl_node --no-scope-shadowing
    set next
    set arguments
    set repeated 0
    set rest 0
    set flags \
        '-o'\t'Format of the result' \
        '--output'\t'Format of the result' \
        '--fields'\t'Show only these fields, such as session_id,viewport.width' \
        '--query'\t'JMESPath expression to apply to the result' \
        '--template'\t'Liquid template for the result, for each item of a list: \'{{session_id}}\\t{{name}}\', @file' \
        '--timeout'\t'Time limit of the whole command, such as 30s' \
        '--debug'\t'Trace requests and print stack traces on stderr' \
        '--show-token'\t'Show the token and other secrets instead of masking them' \
        '-q'\t'Print no notices and no progress, and only the ids of records' \
        '--quiet'\t'Print no notices and no progress, and only the ids of records' \
        '-y'\t'Confirm every question' \
        '--yes'\t'Confirm every question' \
        '--no-input'\t'Never prompt; a missing value is an error' \
        '--no-color'\t'Disable colours' \
        '-h'\t'Show this help' \
        '--help'\t'Show this help' \
        '--context'\t'Context to use instead of the current one' \
        '--base-url'\t'Base URL of the service' \
        '--project'\t'Project id or name' \
        '--insecure-http'\t'Send the token over plain http to a host that is not this machine'
    set valued -o --output --fields --query --template --timeout --context --base-url --project
    set kinds 'words json jsonl yaml csv table env text' 'words json jsonl yaml csv table env text' 'other' 'other' 'source' 'other' 'other' 'other' 'other'
    switch "$argv[1]"
        case ''
            set next \
                'browsers'\t'Browser sessions' \
                'profiles'\t'Saved cookies and storage that sessions start from' \
                'proxies'\t'Proxies that sessions use' \
                'credentials'\t'Stored values for login forms, and one-time codes' \
                'extensions'\t'Stored extensions' \
                'apps'\t'Automation code that the service runs' \
                'deployments'\t'Uploads of apps' \
                'invoke'\t'Invoke an action of an app' \
                'invocations'\t'Runs of an app\'s actions' \
                'projects'\t'Projects, which separate resources from each other' \
                'org'\t'Your organization: plan and features' \
                'auth'\t'Your identity at the service, and connections that keep profiles logged in' \
                'api-keys'\t'Keys that programs call the service with' \
                'local'\t'The service on this machine' \
                'context'\t'Named services with their tokens' \
                'config'\t'Settings and where each value comes from' \
                'login'\t'Store a token for a service' \
                'logout'\t'Remove a stored token' \
                'whoami'\t'Show who you are, and where you act' \
                'api'\t'Make any call of the service' \
                'wait'\t'Wait for a state of a record' \
                'batch'\t'Run many commands in one process' \
                'openapi'\t'Print the API as an OpenAPI 3.1 document' \
                'completion'\t'Print the completion script of a shell' \
                'schema'\t'Print the JSON Schemas of a command' \
                'version'\t'Print the version of this program'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '-V'\t'Print the version' \
                '--version'\t'Print the version'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'api'
            set -a flags \
                '-F'\t'Field of the query or the JSON body; a.b=1 is nested, a[]=1 a list' \
                '--field'\t'Field of the query or the JSON body; a.b=1 is nested, a[]=1 a list' \
                '-H'\t'Header of the request' \
                '--header'\t'Header of the request' \
                '--input'\t'Body as it stands: text, -, @file or env:NAME' \
                '-i'\t'Print the status line and headers first' \
                '--include'\t'Print the status line and headers first' \
                '--out'\t'Write the answer to a file; - is stdout' \
                '--force'\t'Replace the file if it exists' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued -F --field -H --header --input --out --print
            set -a kinds 'other' 'other' 'other' 'other' 'source' 'file' 'words curl'
            set arguments 'other' 'other'
        case 'api-keys'
            set next \
                'create'\t'Create an API key' \
                'list'\t'List API keys' \
                'get'\t'Show an API key' \
                'update'\t'Rename an API key' \
                'rotate'\t'Replace an API key by a new one' \
                'delete'\t'Revoke an API key'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'api-keys create'
            set -a flags \
                '--name'\t'Name; several keys may have the same' \
                '--days-to-expire'\t'Lifetime in days; it never expires when omitted or null' \
                '--project-id'\t'Id of the project it is for, instead of the project in effect' \
                '--expires-in'\t'Lifetime such as 90d, in whole days; the same as --days-to-expire' \
                '--out-file'\t'Write the key to this file (mode 0600) instead of stdout' \
                '--force'\t'Replace the file if it exists' \
                '--organization'\t'For the whole organization, whatever project is in effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --days-to-expire --project-id --expires-in --out-file --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'file' 'source' 'words curl'
            set arguments 'other'
        case 'api-keys delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'api-keys get'
            set -a flags \
                '--include-deleted'\t'Also a deleted key, which is 404 otherwise' \
                '--no-include-deleted'\t'Not: Also a deleted key, which is 404 otherwise' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'api-keys list'
            set -a flags \
                '--status'\t'Only keys of this status' \
                '--name'\t'Only this name; case-insensitive' \
                '--search'\t'Part of a name, or a whole id; case-insensitive' \
                '--sort-by'\t'Order of the list' \
                '--sort-direction'\t'Direction of the order' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --status --name --search --sort-by --sort-direction --limit --offset --watch --print
            set -a kinds 'words active deleted all' 'other' 'other' 'words created_at name expires_at' 'words asc desc' 'other' 'other' 'other' 'words curl'
        case 'api-keys rotate'
            set -a flags \
                '--days-to-expire'\t'Lifetime of the new key in days; that of the old key when omitted, never when null' \
                '--never-expires'\t'The new key has no end' \
                '--grace'\t'Time for which the old key still works, in whole days (expire_in_days); 0d ends it at once' \
                '--expires-in'\t'Lifetime such as 90d, in whole days; the same as --days-to-expire' \
                '--out-file'\t'Write the key to this file (mode 0600) instead of stdout' \
                '--force'\t'Replace the file if it exists' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --days-to-expire --grace --expires-in --out-file --input --print
            set -a kinds 'other' 'other' 'other' 'file' 'source' 'words curl'
            set arguments 'other'
        case 'api-keys update'
            set -a flags \
                '--name'\t'Name; several keys may have the same' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'apps'
            set next \
                'init'\t'Write an example app' \
                'deploy'\t'Deploy an app' \
                'list'\t'List apps and their versions' \
                'delete'\t'Delete an app'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --print --watch
            set -a kinds 'words curl' 'other'
        case 'apps delete'
            set -a flags \
                '--app-version'\t'Only this version' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-version --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'apps deploy'
            set -a flags \
                '--app-version'\t'Version; "latest" when omitted' \
                '--region'\t'Region of its invocations' \
                '--force'\t'Replace an existing version' \
                '--no-force'\t'Not: Replace an existing version' \
                '--env'\t'Variable of its invocations' \
                '--env-file'\t'Variables from a file of KEY=VALUE lines; - is stdin; --env overrides it' \
                '--root'\t'Folder to pack; that of the entry, or the named one, by default' \
                '--include-modules'\t'Also pack node_modules' \
                '--no-follow'\t'Print the deployment at once, before it runs or fails' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-version --region --env --env-file --root --progress --print
            set -a kinds 'other' 'words aws.us-east-1a' 'other' 'file' 'file' 'words auto plain none' 'words curl'
            set arguments 'file'
        case 'apps init'
            set -a flags \
                '--force'\t'Write into a folder that has files'
            set arguments 'file'
        case 'apps list'
            set -a flags \
                '--app-name'\t'Only this app' \
                '--app-version'\t'Only this version' \
                '--search'\t'Part of an app\'s name, or a whole id' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-name --app-version --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'auth'
            set next \
                'context'\t'Show the identity and the scope of the token' \
                'status'\t'Check the tokens of all contexts' \
                'token'\t'Print the token in use' \
                'connections'\t'Connections that keep a profile logged in to a domain'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--all'\t'Get every page, as one list'
            set -a valued --watch --print --input
            set -a kinds 'other' 'words curl' 'source'
        case 'auth connections'
            set next \
                'create'\t'Create an auth connection, which keeps a profile logged in to a domain' \
                'list'\t'List auth connections' \
                'get'\t'Show an auth connection' \
                'update'\t'Change an auth connection' \
                'explain'\t'Explain the state of an auth connection, and what to do next' \
                'login'\t'Log the profile of an auth connection in' \
                'watch'\t'Follow the login of an auth connection until it has ended' \
                'submit'\t'Submit the input that a login waits for' \
                'cancel'\t'Cancel the login of an auth connection' \
                'check'\t'Check now whether the profile of an auth connection is logged in' \
                'timeline'\t'List the logins and health checks of an auth connection' \
                'delete'\t'Delete an auth connection; its profile and credential stay'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'auth connections cancel'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'auth connections check'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'auth connections create'
            set -a flags \
                '--domain'\t'Domain to log in to: a host name, without scheme, port and path' \
                '--profile-name'\t'Profile to keep logged in; it is created when there is none of this name' \
                '--allowed-domain'\t'Further host, with its subdomains, where credentials may be entered' \
                '--auto-reauth'\t'Log in again when a scheduled health check finds the session expired' \
                '--no-auto-reauth'\t'Not: Log in again when a scheduled health check finds the session expired' \
                '--health-check-interval'\t'Time between health checks, not below the minimum of the plan' \
                '--health-checks'\t'Check on schedule whether the profile is logged in' \
                '--no-health-checks'\t'Not: Check on schedule whether the profile is logged in' \
                '--login-url'\t'Login page, which skips the search for it' \
                '--record-session'\t'Record the sessions' \
                '--no-record-session'\t'Not: Record the sessions' \
                '--save-credentials'\t'Save what was entered after each successful login; one-time codes are never saved' \
                '--no-save-credentials'\t'Not: Save what was entered after each successful login; one-time codes are never saved' \
                '--stealth'\t'Hide signs of automation in its sessions' \
                '--no-stealth'\t'Not: Hide signs of automation in its sessions' \
                '--proxy-id'\t'Stored proxy of its sessions, by id' \
                '--proxy-name'\t'Stored proxy of its sessions, by name' \
                '--proxy-mode'\t'No proxy, or the default of the service' \
                '--credential'\t'Stored credential to log in with' \
                '--credential-provider'\t'External credential provider, beside --credential-path or --credential-auto' \
                '--credential-path'\t'Item of the provider, as the provider writes its path' \
                '--credential-auto'\t'Let the provider look the item up by the domain' \
                '--telemetry'\t'Telemetry of its sessions; on starts from the default categories' \
                '--telemetry-category'\t'One category of telemetry, such as console=on' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --domain --profile-name --allowed-domain --health-check-interval --login-url --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --telemetry --telemetry-category --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'other' 'words direct default' 'other' 'other' 'file' 'words on off' 'words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' 'source' 'words curl'
            set arguments 'other'
        case 'auth connections delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'auth connections explain'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'auth connections get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'auth connections list'
            set -a flags \
                '--domain'\t'Only connections of this domain' \
                '--profile-name'\t'Only connections of this profile' \
                '--search'\t'Part of a domain, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --domain --profile-name --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'auth connections login'
            set -a flags \
                '--record-session'\t'Record the session of this login' \
                '--no-record-session'\t'Not: Record the session of this login' \
                '--field'\t'Answer to a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be' \
                '--choice'\t'Choice to select when it is offered, by its id, label or kind (sms, google); the first that fits is used' \
                '--attach'\t'Follow the login that is running, and start none' \
                '--wait'\t'Follow the login until it ends; --no-wait prints what started and ends' \
                '--no-wait'\t'Not: Follow the login until it ends; --no-wait prints what started and ends' \
                '--wait-for-person'\t'Without a terminal: keep following while a person answers at the hosted page, instead of ending with 9' \
                '--hosted'\t'Print the address of the hosted page, where a person logs in, and end' \
                '--open'\t'Open the hosted page in the default browser' \
                '--plain'\t'Lines also at a terminal, instead of the live view' \
                '--stealth'\t'Hide signs of automation in its sessions' \
                '--no-stealth'\t'Not: Hide signs of automation in its sessions' \
                '--proxy-id'\t'Stored proxy of its sessions, by id' \
                '--proxy-name'\t'Stored proxy of its sessions, by name' \
                '--proxy-mode'\t'No proxy, or the default of the service' \
                '--telemetry'\t'Telemetry of its sessions; on starts from the default categories' \
                '--telemetry-category'\t'One category of telemetry, such as console=on' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --field --choice --proxy-id --proxy-name --proxy-mode --telemetry --telemetry-category --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'words direct default' 'words on off' 'words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' 'source' 'words curl'
            set arguments 'other'
        case 'auth connections submit'
            set -a flags \
                '--interaction'\t'Pause that is answered; the current one when omitted' \
                '--choice'\t'Choice to select, by its id, label or kind (sms, google)' \
                '--field'\t'Value of a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --interaction --choice --field --input --print
            set -a kinds 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'auth connections timeline'
            set -a flags \
                '--type'\t'Only entries of this type' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --type --limit --offset --watch --print
            set -a kinds 'words login reauth health_check' 'other' 'other' 'other' 'words curl'
            set arguments 'other'
        case 'auth connections update'
            set -a flags \
                '--allowed-domain'\t'Host, with its subdomains, where credentials may be entered; replaces the list' \
                '--clear-allowed-domains'\t'Allow every host' \
                '--auto-reauth'\t'Log in again when a scheduled health check finds the session expired' \
                '--no-auto-reauth'\t'Not: Log in again when a scheduled health check finds the session expired' \
                '--health-check-interval'\t'Time between health checks, not below the minimum of the plan' \
                '--health-checks'\t'Check on schedule whether the profile is logged in' \
                '--no-health-checks'\t'Not: Check on schedule whether the profile is logged in' \
                '--login-url'\t'Login page, which skips the search for it' \
                '--clear-login-url'\t'Search for the login page again' \
                '--record-session'\t'Record the sessions' \
                '--no-record-session'\t'Not: Record the sessions' \
                '--save-credentials'\t'Save what was entered after each successful login; one-time codes are never saved' \
                '--no-save-credentials'\t'Not: Save what was entered after each successful login; one-time codes are never saved' \
                '--stealth'\t'Hide signs of automation in its sessions' \
                '--no-stealth'\t'Not: Hide signs of automation in its sessions' \
                '--proxy-id'\t'Stored proxy of its sessions, by id' \
                '--proxy-name'\t'Stored proxy of its sessions, by name' \
                '--proxy-mode'\t'No proxy, or the default of the service' \
                '--credential'\t'Stored credential to log in with' \
                '--credential-provider'\t'External credential provider, beside --credential-path or --credential-auto' \
                '--credential-path'\t'Item of the provider, as the provider writes its path' \
                '--credential-auto'\t'Let the provider look the item up by the domain' \
                '--telemetry'\t'Telemetry of its sessions; on starts from the default categories' \
                '--telemetry-category'\t'One category of telemetry, such as console=on' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --allowed-domain --health-check-interval --login-url --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --telemetry --telemetry-category --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words direct default' 'other' 'other' 'file' 'words on off' 'words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' 'source' 'words curl'
            set arguments 'other'
        case 'auth connections watch'
            set -a flags \
                '--max-reconnects'\t'Maximum number of reconnections in a row without progress' \
                '--idle-timeout'\t'Silence after which a connection counts as dead' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --max-reconnects --idle-timeout --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'other'
        case 'auth context'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'auth status'
        case 'auth token'
            set -a flags \
                '--reveal'\t'Print it at a terminal too'
        case 'batch'
            set -a flags \
                '-c'\t'Commands that run at the same time, at most 64; 1 runs them in their order' \
                '--concurrency'\t'Commands that run at the same time, at most 64; 1 runs them in their order' \
                '--unordered'\t'Print each result as it comes, not in the order of the lines' \
                '--stop-on-error'\t'Start nothing new after a failure' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued -c --concurrency --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'file'
        case 'browsers'
            set next \
                'create'\t'Create a browser session' \
                'list'\t'List browser sessions' \
                'get'\t'Show a browser session' \
                'update'\t'Change a running session' \
                'delete'\t'End sessions' \
                'view'\t'Watch a session and take over its mouse and keyboard' \
                'run'\t'Run a command with a session of its own' \
                'curl'\t'Send an HTTP request through the session\'s browser' \
                'process'\t'Processes of a session' \
                'fs'\t'Files of a session' \
                'computer'\t'Mouse, keyboard and screen of a session' \
                'playwright'\t'Playwright code against a session' \
                'extensions'\t'Extensions of a running browser'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'browsers computer'
            set next \
                'screenshot'\t'Take a screenshot of the session\'s screen' \
                'click'\t'Click at a point' \
                'move'\t'Move the mouse to a point' \
                'drag'\t'Drag the mouse along points' \
                'scroll'\t'Scroll at a point' \
                'press'\t'Press keys' \
                'type'\t'Type text' \
                'cursor'\t'Hide or show the mouse pointer' \
                'mouse-position'\t'Show the position of the mouse' \
                'clipboard'\t'Clipboard of a session' \
                'batch'\t'Run several actions in a row'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
        case 'browsers computer batch'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other' 'source'
        case 'browsers computer click'
            set -a flags \
                '--button'\t'Mouse button' \
                '--click-type'\t'Press only, release only, or both' \
                '--num-clicks'\t'Clicks in a row' \
                '--hold-key'\t'Keys to hold down meanwhile, such as Shift or Ctrl' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --button --click-type --num-clicks --hold-key --input --print
            set -a kinds 'words left right middle back forward' 'words down up click' 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers computer clipboard'
            set next \
                'read'\t'Print the text on the session\'s clipboard' \
                'write'\t'Write text to the session\'s clipboard'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME'
            set -a valued --print --input
            set -a kinds 'words curl' 'source'
        case 'browsers computer clipboard read'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'browsers computer clipboard write'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other' 'source'
        case 'browsers computer cursor'
            set -a flags \
                '--hide'\t'Hide the pointer' \
                '--show'\t'Show the pointer' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other'
        case 'browsers computer drag'
            set -a flags \
                '--button'\t'Mouse button' \
                '--delay'\t'Milliseconds between press and movement' \
                '--smooth'\t'Move gradually, as a hand does' \
                '--no-smooth'\t'Not: Move gradually, as a hand does' \
                '--duration-ms'\t'Milliseconds a smooth movement takes' \
                '--steps-per-segment'\t'Steps from point to point when not smooth' \
                '--step-delay-ms'\t'Milliseconds per step when not smooth' \
                '--hold-key'\t'Keys to hold down meanwhile, such as Shift or Ctrl' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --button --delay --duration-ms --steps-per-segment --step-delay-ms --hold-key --input --print
            set -a kinds 'words left middle right' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other'
            set repeated 1
        case 'browsers computer mouse-position'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'browsers computer move'
            set -a flags \
                '--hold-key'\t'Keys to hold down meanwhile, such as Shift or Ctrl' \
                '--smooth'\t'Move gradually, as a hand does' \
                '--no-smooth'\t'Not: Move gradually, as a hand does' \
                '--duration-ms'\t'Milliseconds a smooth movement takes' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --hold-key --duration-ms --input --print
            set -a kinds 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers computer press'
            set -a flags \
                '--duration'\t'Milliseconds each key is held' \
                '--hold-key'\t'Keys to hold down meanwhile, such as Shift or Ctrl' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --duration --hold-key --input --print
            set -a kinds 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other'
            set repeated 1
        case 'browsers computer screenshot'
            set -a flags \
                '--region'\t'Part of the screen, in pixels' \
                '--out'\t'Write the PNG to a file; - is stdout' \
                '--force'\t'Replace the file if it exists' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --region --out --input --print
            set -a kinds 'other' 'file' 'source' 'words curl'
            set arguments 'other'
        case 'browsers computer scroll'
            set -a flags \
                '--delta-x'\t'Wheel units; more than 0 is right' \
                '--delta-y'\t'Wheel units; more than 0 is down' \
                '--hold-key'\t'Keys to hold down meanwhile, such as Shift or Ctrl' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --delta-x --delta-y --hold-key --input --print
            set -a kinds 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers computer type'
            set -a flags \
                '--delay'\t'Milliseconds between keystrokes' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --delay --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other' 'source'
        case 'browsers create'
            set -a flags \
                '--name'\t'Name, unique among the active sessions of the project' \
                '--tag'\t'Key-value pairs' \
                '--headless'\t'Run without a window: no live view and no replays' \
                '--no-headless'\t'Not: Run without a window: no live view and no replays' \
                '--stealth'\t'Hide signs of automation' \
                '--no-stealth'\t'Not: Hide signs of automation' \
                '--gpu'\t'Attach a GPU' \
                '--no-gpu'\t'Not: Attach a GPU' \
                '--kiosk-mode'\t'Hide the browser\'s tabs and address bar: the page fills the screen' \
                '--no-kiosk-mode'\t'Not: Hide the browser\'s tabs and address bar: the page fills the screen' \
                '--memory'\t'Memory of the browser\'s machine' \
                '--region'\t'Region of the browser' \
                '--timeout-seconds'\t'Seconds without a request or a connected client after which the session ends' \
                '--viewport'\t'Size of the screen, or of a headless page; 1920x1080 when omitted' \
                '--start-url'\t'Page to open first; a failure does not fail the session' \
                '--profile'\t'Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name' \
                '--proxy'\t'Stored proxy for all that its browser sends, by id or name as for --profile; none is none' \
                '--extension'\t'Stored extension to load, by id or name as for --profile' \
                '--invocation-id'\t'Invocation the session belongs to' \
                '--save-profile-changes'\t'Save the profile when the session ends (profile.save_changes)' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --tag --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --input --print
            set -a kinds 'other' 'other' 'words 8GiB 16GiB' 'words us-east eu-west' 'other' 'other' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'browsers curl'
            set -a flags \
                '-X'\t'HTTP method; POST when there is data' \
                '--method'\t'HTTP method; POST when there is data' \
                '--response-encoding'\t'How the body travels; base64, which keeps every byte, unless the result is printed as JSON' \
                '--request-timeout'\t'Limit of the request (timeout_ms)' \
                '-H'\t'Header, merged over the browser\'s own; @file for a list' \
                '--header'\t'Header, merged over the browser\'s own; @file for a list' \
                '-d'\t'Request body: text, -, @file or env:NAME' \
                '--data'\t'Request body: text, -, @file or env:NAME' \
                '-i'\t'Print the status line and headers before the body' \
                '--include'\t'Print the status line and headers before the body' \
                '-I'\t'Send HEAD and print the status line and headers' \
                '--head'\t'Send HEAD and print the status line and headers' \
                '--fail'\t'Exit 22 without a body when the target answers 400 or more' \
                '--fail-with-body'\t'Exit 22 with the body when the target answers 400 or more' \
                '--out'\t'Write the body to a file; - is stdout' \
                '--force'\t'Replace the file if it exists' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued -X --method --response-encoding --request-timeout -H --header -d --data --out --input --print
            set -a kinds 'words GET HEAD POST PUT PATCH DELETE OPTIONS' 'words GET HEAD POST PUT PATCH DELETE OPTIONS' 'words utf8 base64' 'other' 'source' 'source' 'source' 'source' 'file' 'source' 'words curl'
            set arguments 'other' 'other'
        case 'browsers delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
            set repeated 1
        case 'browsers extensions'
            set next \
                'upload'\t'Load extensions into a running browser'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
        case 'browsers extensions upload'
            set -a flags \
                '--name'\t'Name in the session, one for each extension in their order; that of its folder or file by default' \
                '--include-all'\t'Also pack .git, node_modules and files of editors' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'other' 'file'
            set repeated 1
        case 'browsers fs'
            set next \
                'list'\t'List a folder of a session' \
                'ls'\t'List a folder of a session' \
                'info'\t'Show a file or folder of a session' \
                'read'\t'Read a file of a session' \
                'write'\t'Write a file of a session' \
                'upload'\t'Upload files to a session' \
                'upload-zip'\t'Upload a zip archive and extract it in a session' \
                'download'\t'Download a file of a session' \
                'download-dir'\t'Download a folder of a session as a zip archive' \
                'mkdir'\t'Create a folder in a session' \
                'rm'\t'Delete files or folders of a session' \
                'mv'\t'Move or rename a file or folder of a session' \
                'chmod'\t'Change the permissions of a file or folder of a session' \
                'watch'\t'Print the changes in a folder of a session as they happen'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME'
            set -a valued --watch --print --input
            set -a kinds 'other' 'words curl' 'source'
        case 'browsers fs chmod'
            set -a flags \
                '--owner'\t'New owner' \
                '--group'\t'New group' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --owner --group --input --print
            set -a kinds 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers fs download'
            set -a flags \
                '--out'\t'File to write, - for stdout; the name of the remote file when omitted' \
                '--force'\t'Replace the file if it exists' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --out --progress --print
            set -a kinds 'file' 'words auto plain none' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs download-dir'
            set -a flags \
                '--out'\t'Zip file to write, - for stdout' \
                '--extract'\t'New folder to extract it to instead' \
                '--force'\t'Replace the file if it exists' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --out --extract --progress --print
            set -a kinds 'file' 'file' 'words auto plain none' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs info'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs list'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs ls'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs mkdir'
            set -a flags \
                '--mode'\t'Permissions, octal' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --mode --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs mv'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers fs read'
            set -a flags \
                '--out'\t'File to write; stdout when omitted or -' \
                '--force'\t'Replace the file if it exists' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --out --progress --print
            set -a kinds 'file' 'words auto plain none' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs rm'
            set -a flags \
                '-r'\t'Delete folders too, with everything in them' \
                '--recursive'\t'Delete folders too, with everything in them' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other' 'other'
            set repeated 1
        case 'browsers fs upload'
            set -a flags \
                '--dest'\t'Path in the session; a folder if it ends with / or there are several files (dest_path)' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --dest --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'other' 'file'
            set repeated 1
        case 'browsers fs upload-zip'
            set -a flags \
                '--dest'\t'Folder in the session (dest_path)' \
                '--include-all'\t'Include .git, node_modules and files left by editors' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --dest --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'other' 'file'
        case 'browsers fs watch'
            set -a flags \
                '-r'\t'Watch its subfolders too' \
                '--recursive'\t'Watch its subfolders too' \
                '--no-recursive'\t'Not: Watch its subfolders too' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other' 'other'
        case 'browsers fs write'
            set -a flags \
                '--mode'\t'Permissions, octal' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --mode --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers get'
            set -a flags \
                '--include-deleted'\t'Show the session even when it has ended' \
                '--no-include-deleted'\t'Not: Show the session even when it has ended' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'browsers list'
            set -a flags \
                '--status'\t'Sessions to list, by status' \
                '--search'\t'Part of a name, or a whole session id; case-insensitive' \
                '--tag'\t'Only sessions with all of these tags' \
                '--region'\t'Only sessions of this region' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --status --search --tag --region --limit --offset --watch --print
            set -a kinds 'words active deleted all' 'other' 'other' 'words us-east eu-west' 'other' 'other' 'other' 'words curl'
        case 'browsers playwright'
            set next \
                'execute'\t'Run Playwright code against the session'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
        case 'browsers playwright execute'
            set -a flags \
                '--timeout-sec'\t'Time limit in seconds' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --timeout-sec --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other' 'source'
        case 'browsers process'
            set next \
                'exec'\t'Run a command in the session and wait for it' \
                'spawn'\t'Start a command in the session and leave it running' \
                'list'\t'List the processes of a session' \
                'status'\t'Show the state of a process' \
                'output'\t'Print the output of a process' \
                'stdin'\t'Write to the standard input of a process' \
                'kill'\t'Send a signal to a process and its children' \
                'resize'\t'Change the size of a process\'s terminal'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'browsers process exec'
            set -a flags \
                '--cwd'\t'Working directory, absolute' \
                '--env'\t'Environment variables' \
                '--as-user'\t'User to run as' \
                '--as-root'\t'Run as root' \
                '--no-as-root'\t'Not: Run as root' \
                '--timeout-sec'\t'Time limit in seconds' \
                '-t'\t'Allocate a terminal of the size of this one' \
                '--tty'\t'Allocate a terminal of the size of this one' \
                '-i'\t'Send stdin to the command; the default with -t at a terminal' \
                '--stdin'\t'Send stdin to the command; the default with -t at a terminal' \
                '-n'\t'Do not send stdin, and hide the note about it' \
                '--no-stdin'\t'Do not send stdin, and hide the note about it' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --cwd --env --as-user --timeout-sec --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
            set rest 1
        case 'browsers process kill'
            set -a flags \
                '--signal'\t'Signal' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --signal --input --print
            set -a kinds 'words TERM KILL INT HUP' 'source' 'words curl'
            set arguments 'other' 'other'
        case 'browsers process list'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'browsers process output'
            set -a flags \
                '-f'\t'Follow the output until the process ends, then exit with its code' \
                '--follow'\t'Follow the output until the process ends, then exit with its code' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other' 'other'
        case 'browsers process resize'
            set -a flags \
                '--rows'\t'Rows' \
                '--cols'\t'Columns' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --rows --cols --input --print
            set -a kinds 'other' 'other' 'source' 'words curl'
            set arguments 'other' 'other'
        case 'browsers process spawn'
            set -a flags \
                '--cwd'\t'Working directory, absolute' \
                '--env'\t'Environment variables' \
                '--as-user'\t'User to run as' \
                '--as-root'\t'Run as root' \
                '--no-as-root'\t'Not: Run as root' \
                '--timeout-sec'\t'Time limit in seconds' \
                '-t'\t'Give the process a terminal' \
                '--tty'\t'Give the process a terminal' \
                '--no-tty'\t'Not: Give the process a terminal' \
                '--rows'\t'Rows of the terminal' \
                '--cols'\t'Columns of the terminal' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --cwd --env --as-user --timeout-sec --rows --cols --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
            set rest 1
        case 'browsers process status'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other' 'other'
        case 'browsers process stdin'
            set -a flags \
                '--keep-open'\t'Do not end the input of the process after a pipe or file' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other' 'other' 'other'
        case 'browsers run'
            set -a flags \
                '--name'\t'Name, unique among the active sessions of the project' \
                '--tag'\t'Key-value pairs' \
                '--headless'\t'Run without a window: no live view and no replays' \
                '--no-headless'\t'Not: Run without a window: no live view and no replays' \
                '--stealth'\t'Hide signs of automation' \
                '--no-stealth'\t'Not: Hide signs of automation' \
                '--gpu'\t'Attach a GPU' \
                '--no-gpu'\t'Not: Attach a GPU' \
                '--kiosk-mode'\t'Hide the browser\'s tabs and address bar: the page fills the screen' \
                '--no-kiosk-mode'\t'Not: Hide the browser\'s tabs and address bar: the page fills the screen' \
                '--memory'\t'Memory of the browser\'s machine' \
                '--region'\t'Region of the browser' \
                '--timeout-seconds'\t'Seconds without a request or a connected client after which the session ends' \
                '--viewport'\t'Size of the screen, or of a headless page; 1920x1080 when omitted' \
                '--start-url'\t'Page to open first; a failure does not fail the session' \
                '--profile'\t'Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name' \
                '--proxy'\t'Stored proxy for all that its browser sends, by id or name as for --profile; none is none' \
                '--extension'\t'Stored extension to load, by id or name as for --profile' \
                '--invocation-id'\t'Invocation the session belongs to' \
                '--save-profile-changes'\t'Save the profile when the session ends (profile.save_changes)' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --tag --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --input --print
            set -a kinds 'other' 'other' 'words 8GiB 16GiB' 'words us-east eu-west' 'other' 'other' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set rest 1
        case 'browsers update'
            set -a flags \
                '--name'\t'New name; an empty one clears it' \
                '--clear-name'\t'Remove the name' \
                '--tag'\t'Tags that replace all of them' \
                '--clear-tags'\t'Remove all tags' \
                '--profile'\t'Saved profile to load into a session that has none; its browser restarts' \
                '--proxy'\t'Another proxy, by id or name, or none; open connections are cut, and the browser restarts unless only the server differs' \
                '--viewport'\t'New size of the screen, or of a headless page' \
                '--save-profile-changes'\t'Save the profile when the session ends (profile.save_changes)' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --tag --profile --proxy --viewport --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'browsers view'
            set -a flags \
                '--read-only'\t'Link to watch only; local service only' \
                '--open'\t'Open the link in the default browser; the default at a terminal' \
                '--no-open'\t'Not: Open the link in the default browser; the default at a terminal' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'completion'
            set arguments 'words bash zsh fish powershell'
        case 'config'
            set next \
                'get'\t'Show one stored value' \
                'set'\t'Store a value for every command' \
                'unset'\t'Remove a stored value' \
                'list'\t'List the stored values' \
                'path'\t'Show where settings and state are kept' \
                'explain'\t'Show which flag, variable or file each value comes from'
        case 'config explain'
        case 'config get'
            set arguments 'other'
        case 'config list'
        case 'config path'
        case 'config set'
            set arguments 'other' 'other'
        case 'config unset'
            set arguments 'other'
        case 'context'
            set next \
                'list'\t'List the contexts' \
                'use'\t'Choose the context that commands use' \
                'unbind'\t'Remove the context of a directory' \
                'show'\t'Show one context' \
                'add'\t'Add a context without a token' \
                'remove'\t'Remove a context and its token' \
                'rename'\t'Give a context another name'
        case 'context add'
            set arguments 'other'
        case 'context list'
        case 'context remove'
            set -a flags \
                '--forget'\t'Leave its keychain entry where it is, for a keychain that is gone'
            set arguments 'other'
        case 'context rename'
            set arguments 'other' 'other'
        case 'context show'
            set arguments 'other'
        case 'context unbind'
            set arguments 'file'
        case 'context use'
            set -a flags \
                '--here'\t'Only in this directory and below it' \
                '--shared'\t'Write .browserctl.json here, for everyone who works in this directory'
            set arguments 'other'
        case 'credentials'
            set next \
                'create'\t'Store a credential' \
                'list'\t'List credentials' \
                'get'\t'Show a credential without its values' \
                'update'\t'Change a credential' \
                'totp'\t'Show the current one-time code of a credential' \
                'delete'\t'Delete a credential'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'credentials create'
            set -a flags \
                '--name'\t'Name, unique in the project' \
                '--domain'\t'Host name of the site, such as shop.example.com' \
                '--sso-provider'\t'Provider of the single sign-on, such as google' \
                '--value'\t'Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself' \
                '--ask'\t'Ask for this value at the terminal, without showing it' \
                '--totp-secret'\t'Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)' \
                '--ask-totp-secret'\t'Ask for the secret of one-time codes at the terminal' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --domain --sso-provider --value --ask --totp-secret --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'credentials delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'credentials get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'credentials list'
            set -a flags \
                '--domain'\t'Only this host name; case-insensitive' \
                '--search'\t'Part of a name or host name, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --domain --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'credentials totp'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'credentials update'
            set -a flags \
                '--name'\t'New name, unique in the project' \
                '--remove-value'\t'Remove this value' \
                '--sso-provider'\t'Provider of the single sign-on' \
                '--clear-sso-provider'\t'Remove the provider of the single sign-on' \
                '--value'\t'Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself' \
                '--ask'\t'Ask for this value at the terminal, without showing it' \
                '--totp-secret'\t'Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)' \
                '--ask-totp-secret'\t'Ask for the secret of one-time codes at the terminal' \
                '--clear-totp'\t'Remove the secret of one-time codes' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --remove-value --sso-provider --value --ask --totp-secret --input --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'deployments'
            set next \
                'list'\t'List deployments' \
                'get'\t'Show a deployment' \
                'tail'\t'Follow a deployment' \
                'logs'\t'Follow a deployment' \
                'delete'\t'Stop a deployment'
            set -a flags \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'deployments delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'deployments get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'deployments list'
            set -a flags \
                '--app-name'\t'Only of this app' \
                '--app-version'\t'Only of this version; needs the app\'s name' \
                '--search'\t'Part of an app\'s name, or a whole id' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-name --app-version --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'deployments logs'
            set -a flags \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now (5m)' \
                '--no-follow'\t'Print the log so far and stop; exit 0 while it runs' \
                '--timestamps'\t'Print the time before each message' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --since --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'deployments tail'
            set -a flags \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now (5m)' \
                '--no-follow'\t'Print the log so far and stop; exit 0 while it runs' \
                '--timestamps'\t'Print the time before each message' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --since --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'extensions'
            set next \
                'upload'\t'Store an extension' \
                'list'\t'List stored extensions' \
                'get'\t'Show a stored extension' \
                'download'\t'Download a stored extension' \
                'delete'\t'Delete a stored extension'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --print --watch
            set -a kinds 'words curl' 'other'
        case 'extensions delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'extensions download'
            set -a flags \
                '--out'\t'File to write; the extension\'s name and .zip in this folder by default; - is stdout' \
                '--force'\t'Replace the file if it exists' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --out --progress --print
            set -a kinds 'file' 'words auto plain none' 'words curl'
            set arguments 'other'
        case 'extensions get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'extensions list'
            set -a flags \
                '--name'\t'Only this name; case-insensitive' \
                '--search'\t'Part of a name, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'extensions upload'
            set -a flags \
                '--name'\t'Name, unique in the project; that of its folder or file by default' \
                '--include-all'\t'Also pack .git, node_modules and files of editors' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'file'
        case 'invocations'
            set next \
                'list'\t'List invocations' \
                'get'\t'Show an invocation' \
                'tail'\t'Follow the log of an invocation until it has ended' \
                'logs'\t'Follow the log of an invocation until it has ended' \
                'wait'\t'Wait until an invocation has ended' \
                'cancel'\t'Cancel an invocation and end its browsers' \
                'browsers'\t'List the browsers of an invocation'
            set -a flags \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'invocations browsers'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'invocations cancel'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'invocations get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'invocations list'
            set -a flags \
                '--app-name'\t'Only of this app' \
                '--action-name'\t'Only of this action' \
                '--app-version'\t'Only of this version' \
                '--status'\t'Only in this state' \
                '--deployment-id'\t'Only of this deployment' \
                '--search'\t'Part of an app\'s or action\'s name, or a whole id' \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now such as 5m' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-name --action-name --app-version --status --deployment-id --search --since --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'words queued running succeeded failed' 'other' 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'invocations logs'
            set -a flags \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now (5m)' \
                '--no-follow'\t'Print the log so far and stop; exit 0 while it runs' \
                '--filter'\t'Only messages with this in them, case-insensitive' \
                '--timestamps'\t'Print the time before each message' \
                '--raw'\t'Messages exactly as written, also at a terminal, and no notices' \
                '--plain'\t'Lines also at a terminal, instead of the live view' \
                '--checkpoint'\t'Save the position in this file; the next run resumes from it' \
                '--max-reconnects'\t'Maximum number of reconnections in a row without progress' \
                '--idle-timeout'\t'Silence after which a connection counts as dead' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --since --filter --checkpoint --max-reconnects --idle-timeout --print
            set -a kinds 'other' 'other' 'file' 'other' 'other' 'words curl'
            set arguments 'other'
        case 'invocations tail'
            set -a flags \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now (5m)' \
                '--no-follow'\t'Print the log so far and stop; exit 0 while it runs' \
                '--filter'\t'Only messages with this in them, case-insensitive' \
                '--timestamps'\t'Print the time before each message' \
                '--raw'\t'Messages exactly as written, also at a terminal, and no notices' \
                '--plain'\t'Lines also at a terminal, instead of the live view' \
                '--checkpoint'\t'Save the position in this file; the next run resumes from it' \
                '--max-reconnects'\t'Maximum number of reconnections in a row without progress' \
                '--idle-timeout'\t'Silence after which a connection counts as dead' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --since --filter --checkpoint --max-reconnects --idle-timeout --print
            set -a kinds 'other' 'other' 'file' 'other' 'other' 'words curl'
            set arguments 'other'
        case 'invocations wait'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'invoke'
            set -a flags \
                '--app-version'\t'Version of it' \
                '-p'\t'Input as JSON, at most 4.5 MB' \
                '--payload'\t'Input as JSON, at most 4.5 MB' \
                '--async-timeout-seconds'\t'Time limit of the invocation' \
                '--async'\t'Print the invocation and leave it running' \
                '-f'\t'Show its log while it runs; --no-follow only waits for the result' \
                '--follow'\t'Show its log while it runs; --no-follow only waits for the result' \
                '--no-follow'\t'Not: Show its log while it runs; --no-follow only waits for the result' \
                '--plain'\t'Lines also at a terminal, instead of the live view' \
                '--timestamps'\t'Print the time before each line of the log' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --app-version -p --payload --async-timeout-seconds --input --print
            set -a kinds 'other' 'source' 'source' 'other' 'source' 'words curl'
            set arguments 'other' 'other'
        case 'local'
            set next \
                'setup'\t'Find a browser for the local service, or install one' \
                'start'\t'Start the local service' \
                'stop'\t'Stop the local service and end its sessions' \
                'status'\t'Show the local service' \
                'logs'\t'Show the log of the local service' \
                'reset'\t'Stop the local service and delete all it has stored' \
                'seed-profile'\t'Make a profile of the local service out of cookies' \
                'support'\t'Show what the local service does, records, or does not support' \
                'chaos'\t'Fault injection in the local service' \
                'clock'\t'Clock of the local service'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --print --watch
            set -a kinds 'words curl' 'other'
        case 'local chaos'
            set next \
                'set'\t'Turn on fault injection in the local service' \
                'show'\t'Show the injected faults and how often each occurred' \
                'off'\t'Turn off fault injection in the local service'
        case 'local chaos off'
        case 'local chaos set'
            set arguments 'other'
        case 'local chaos show'
        case 'local clock'
            set next \
                'show'\t'Show the clock of the local service' \
                'set'\t'Set the clock of the local service' \
                'advance'\t'Advance the clock of the local service' \
                'reset'\t'Return the clock of the local service to the time of this machine'
        case 'local clock advance'
            set arguments 'other'
        case 'local clock reset'
        case 'local clock set'
            set arguments 'other'
        case 'local clock show'
        case 'local logs'
            set -a flags \
                '-f'\t'Print new records as they come, until Ctrl-C' \
                '--follow'\t'Print new records as they come, until Ctrl-C' \
                '-n'\t'Last lines to show' \
                '--lines'\t'Last lines to show' \
                '--level'\t'Only records of this level and more severe ones' \
                '--since'\t'Start at: an RFC 3339 time, or a duration back from now (5m)'
            set -a valued -n --lines --level --since
            set -a kinds 'other' 'other' 'words debug info warn error fatal' 'other'
        case 'local reset'
        case 'local seed-profile'
            set -a flags \
                '--name'\t'Name of the profile' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --print
            set -a kinds 'other' 'words curl'
            set arguments 'file'
        case 'local setup'
            set -a flags \
                '--browser'\t'Chromium, Chrome or Edge to use' \
                '--check'\t'Only look; install nothing'
            set -a valued --browser
            set -a kinds 'file'
        case 'local start'
            set -a flags \
                '--port'\t'Port on 127.0.0.1; a restart keeps the last one' \
                '--browser'\t'Chromium, Chrome or Edge to use' \
                '--foreground'\t'Stay in this terminal, for supervisors and containers' \
                '--idle-stop'\t'Stop after this time without a session; 0s is never' \
                '--projects'\t'Projects beside the default one; a restart keeps the last choice' \
                '--screen'\t'Private displays for sessions (auto: where possible); a restart keeps the last choice' \
                '--plan'\t'Plan, the minimum of health_check_interval; a restart keeps the last choice' \
                '--demo-site'\t'Serve a web site to try logins on; a restart keeps the last choice' \
                '--no-demo-site'\t'Not: Serve a web site to try logins on; a restart keeps the last choice' \
                '--chaos'\t'Fault injection, such as latency=200ms,error=5%,drop-stream=10%,cut-download=1%; see local chaos set'
            set -a valued --port --browser --idle-stop --projects --screen --plan --chaos
            set -a kinds 'other' 'file' 'other' 'words enabled disabled' 'words auto real headless' 'words enterprise startup hobbyist free' 'other'
        case 'local status'
        case 'local stop'
        case 'local support'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'login'
            set -a flags \
                '--store'\t'Place of the token: file, keychain, command or env; the context\'s own, or file, when omitted' \
                '--token-stdin'\t'Read the token from stdin' \
                '--token-env'\t'Variable that holds the token, for --store env' \
                '--skip-check'\t'Store it without checking it with the service'
            set -a valued --store --token-env
            set -a kinds 'words file keychain command env' 'other'
            set rest 1
        case 'logout'
            set -a flags \
                '--all-contexts'\t'Remove the tokens of all contexts' \
                '--forget'\t'Drop only the reference to a keychain entry, for a keychain that is gone; the entry stays in it'
        case 'openapi'
            set -a flags \
                '--out'\t'Write it to this file; - is stdout' \
                '--force'\t'Replace the file if it exists'
            set -a valued --out
            set -a kinds 'file'
        case 'org'
            set next \
                'entitlements'\t'Show the plan of the organization and what it includes' \
                'limits'\t'Limits of the organization'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME'
            set -a valued --watch --print --input
            set -a kinds 'other' 'words curl' 'source'
        case 'org entitlements'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'org limits'
            set next \
                'get'\t'Show the limits of the organization' \
                'set'\t'Change the default limits of projects'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME'
            set -a valued --watch --print --input
            set -a kinds 'other' 'words curl' 'source'
        case 'org limits get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'org limits set'
            set -a flags \
                '--default-project-max-concurrent-sessions'\t'Sessions of a project without a limit of its own; 0 removes the limit' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --default-project-max-concurrent-sessions --input --print
            set -a kinds 'other' 'source' 'words curl'
        case 'profiles'
            set next \
                'create'\t'Create an empty profile' \
                'list'\t'List profiles' \
                'get'\t'Show a profile' \
                'update'\t'Rename a profile' \
                'download'\t'Download the saved data of a profile' \
                'inspect'\t'Summarise the content of a profile, without values' \
                'import'\t'Create a profile of the local service from a file or a browser\'s folder' \
                'delete'\t'Delete a profile and its saved data'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'profiles create'
            set -a flags \
                '--name'\t'Name, unique in the project' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'profiles delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'profiles download'
            set -a flags \
                '--format'\t'Archive format; the stored one when omitted' \
                '--out'\t'File to write; named after the profile in this folder by default; - is stdout' \
                '--extract'\t'Unpack it into this new folder instead of saving it' \
                '--force'\t'Replace the file if it exists' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --format --out --extract --progress --print
            set -a kinds 'words tar.zst tar' 'file' 'file' 'words auto plain none' 'words curl'
            set arguments 'other'
        case 'profiles get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'profiles import'
            set -a flags \
                '--name'\t'Name, unique in the project; the file\'s own by default' \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --progress --print
            set -a kinds 'other' 'words auto plain none' 'words curl'
            set arguments 'file'
        case 'profiles inspect'
            set -a flags \
                '--progress'\t'Progress, on stderr: a bar at a terminal, or a line for each 10%' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --progress --print
            set -a kinds 'words auto plain none' 'words curl'
            set arguments 'file'
        case 'profiles list'
            set -a flags \
                '--name'\t'Only this name; case-insensitive' \
                '--search'\t'Part of a name, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'profiles update'
            set -a flags \
                '--name'\t'New name, unique in the project' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'projects'
            set next \
                'create'\t'Create a project' \
                'list'\t'List projects' \
                'get'\t'Show a project' \
                'update'\t'Rename a project' \
                'archive'\t'Archive a project' \
                'unarchive'\t'Restore an archived project' \
                'delete'\t'Delete an empty project' \
                'use'\t'Choose the project that commands of this context work in' \
                'limits'\t'How much may run in a project at the same time'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'projects archive'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'projects create'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --input --print
            set -a kinds 'source' 'words curl'
            set arguments 'other'
        case 'projects delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'projects get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'projects limits'
            set next \
                'get'\t'Show the limits of a project' \
                'set'\t'Change the limits of a project'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME'
            set -a valued --watch --print --input
            set -a kinds 'other' 'words curl' 'source'
        case 'projects limits get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'projects limits set'
            set -a flags \
                '--max-concurrent-sessions'\t'Sessions at the same time; 0 removes the limit' \
                '--max-concurrent-invocations'\t'Running and queued invocations at the same time; 0 removes the limit' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --max-concurrent-sessions --max-concurrent-invocations --input --print
            set -a kinds 'other' 'other' 'source' 'words curl'
            set arguments 'other'
        case 'projects list'
            set -a flags \
                '--name'\t'Only this name; case-insensitive' \
                '--search'\t'Part of a name, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'projects unarchive'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'projects update'
            set -a flags \
                '--name'\t'Name, unique in the organization, without / and %; kept exactly as given' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'projects use'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'proxies'
            set next \
                'create'\t'Create a proxy' \
                'list'\t'List proxies' \
                'get'\t'Show a proxy without its secrets' \
                'update'\t'Rename a proxy' \
                'check'\t'Test whether a proxy works' \
                'delete'\t'Delete a proxy'
            set -a flags \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes'
            set -a valued --input --print --watch
            set -a kinds 'source' 'words curl' 'other'
        case 'proxies check'
            set -a flags \
                '--url'\t'Page to request through the proxy' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --url --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'proxies create'
            set -a flags \
                '--type'\t'Kind of proxy' \
                '--name'\t'Name; several proxies may share one' \
                '--protocol'\t'Protocol between the browser and the proxy' \
                '--bypass-host'\t'Host to reach without the proxy; *.host is every host below it' \
                '--host'\t'Host name or IP address of the proxy' \
                '--port'\t'Port of the proxy' \
                '--username'\t'User of the proxy' \
                '--ca-bundle'\t'Certificate authorities that the proxy and the session\'s browser trust' \
                '--country'\t'Country, for types other than custom' \
                '--state'\t'State, for residential and mobile' \
                '--city'\t'City, for residential and mobile' \
                '--zip'\t'ZIP code in the US, for residential' \
                '--asn'\t'Autonomous system, for residential' \
                '--password'\t'Password of the proxy' \
                '--password-stdin'\t'Read the password from stdin' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --type --name --protocol --bypass-host --host --port --username --ca-bundle --country --state --city --zip --asn --password --input --print
            set -a kinds 'words datacenter isp residential mobile custom' 'other' 'words http https' 'other' 'other' 'other' 'other' 'source' 'other' 'other' 'other' 'other' 'other' 'source' 'source' 'words curl'
            set arguments 'other'
        case 'proxies delete'
            set -a flags \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --print
            set -a kinds 'words curl'
            set arguments 'other'
        case 'proxies get'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
            set arguments 'other'
        case 'proxies list'
            set -a flags \
                '--name'\t'Only this name; case-insensitive' \
                '--search'\t'Part of a name, or a whole id; case-insensitive' \
                '--limit'\t'Items of one page' \
                '--offset'\t'Items to skip' \
                '--all'\t'Get every page, as one list' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --search --limit --offset --watch --print
            set -a kinds 'other' 'other' 'other' 'other' 'other' 'words curl'
        case 'proxies update'
            set -a flags \
                '--name'\t'New name; several proxies may share one' \
                '--input'\t'JSON body, which flags override: -, @file or env:NAME' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --name --input --print
            set -a kinds 'other' 'source' 'words curl'
            set arguments 'other'
        case 'schema'
            set arguments 'other'
            set repeated 1
        case 'version'
        case 'wait'
            set next \
                'browser'\t'Wait until a session has ended, or a field has a value' \
                'invocation'\t'Wait until a field of an invocation has a value' \
                'deployment'\t'Wait until a deployment is deleted, or a field has a value' \
                'connection'\t'Wait until an auth connection is deleted, or a field has a value'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
        case 'wait browser'
            set -a flags \
                '--for'\t'Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --for --watch --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'other'
        case 'wait connection'
            set -a flags \
                '--for'\t'Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --for --watch --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'other'
        case 'wait deployment'
            set -a flags \
                '--for'\t'Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --for --watch --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'other'
        case 'wait invocation'
            set -a flags \
                '--for'\t'Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --for --watch --print
            set -a kinds 'other' 'other' 'words curl'
            set arguments 'other'
        case 'whoami'
            set -a flags \
                '--watch'\t'Repeat the command at this interval and show what changes' \
                '--dry-run'\t'Print the request instead of sending it' \
                '--print'\t'Print the request as a curl command' \
                '--retry-unsafe'\t'Also retry calls that may already have had an effect'
            set -a valued --watch --print
            set -a kinds 'other' 'words curl'
    end
end

# Offers the values of a kind; $argv[2] stands before them in the word, $argv[3] is what is typed of the value.
function __browserctl_values --argument-names kind before typed
    switch "$kind"
        case 'words *'
            for word in (string split ' ' -- "$kind")[2..-1]
                printf '%s%s\n' "$before" "$word"
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
        case create
            set -a names add
        case delete
            set -a names remove
        case get
            set -a names show
        case ls
            set -a names list
        case rm
            set -a names delete remove
        case show
            set -a names get
    end
    for name in $names
        if contains -- "$name" $argv[2..-1]
            printf '%s\n' "$name"
            return 0
        end
    end
    return 1
end

# Offers files; $argv[1] stands before them in the word.
function __browserctl_files --argument-names before typed
    for file in (complete -C "'' $typed")
        printf '%s%s\n' "$before" "$file"
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
        else if test -z "$path" -a $help = 0; and test "$word" = help
            set help 1
        else if test $count = 0; and set -l verb (__browserctl_verb "$word" (string replace -r -- \t'.*' '' $next))
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
        printf '%s\n' $flags
    else
        if test $count = 0 -a $dashes = 0
            if set -q next[1]
                printf '%s\n' $next
            end
            if test -z "$path" -a $help = 0
                printf '%s\n' 'help'\t'Show help on a command or a topic'
            else if test -z "$path"
                printf '%s\n' 'exit-codes'\t'Every exit code and what it means' 'environment'\t'Variables the program reads'
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

complete -c browserctl -f -a '(__browserctl_complete)'
