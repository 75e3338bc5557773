# fish completion for browserctl, printed by `browserctl completion fish`. Do not edit.

# Path of the program that has installed this script; without one, the first browserctl in an absolute directory of PATH
# is asked for records.
set -g __browserctl_installed ''

# Rows of flags and of command words; cells are separated by tabs, and - stands for none. A flag: forms, * if it may be
# repeated, value, summary. Command words: the words that may follow, numbers of their flags, "rest" for a command line
# behind --, * if the last argument may be repeated, summary, and name and value of each argument.
set -g __browserctl_flags '--output -o	-	words json jsonl yaml csv table env text	Format of the result' \
'--fields	-	other	Show only these fields, such as session_id,viewport.width' \
'--query	-	other	JMESPath expression to apply to the result' \
'--template	-	source	Liquid template for the result, for each item of a list: \'{{session_id}}\\t{{name}}\', @file' \
'--timeout	-	other	Time limit of the whole command, such as 30s' \
'--debug	-	-	Trace requests and print stack traces on stderr' \
'--show-token	-	-	Show the token and other secrets instead of masking them' \
'--quiet -q	-	-	Print no notices and no progress, and only the ids of records' \
'--yes -y	-	-	Confirm every question' \
'--no-input	-	-	Never prompt; a missing value is an error' \
'--no-color	-	-	Disable colours' \
'--help -h	-	-	Show this help' \
'--context	-	records contexts	Context to use instead of the current one' \
'--base-url	-	other	Base URL of the service' \
'--project	-	records projects	Project id or name' \
'--insecure-http	-	-	Send the token over plain http to a host that is not this machine' \
'--input	-	source	JSON body, which flags override: -, @file or env:NAME' \
'--dry-run	-	-	Print the request instead of sending it' \
'--print	-	words curl fetch powershell	Print the request as code: a curl command, a module with fetch, or PowerShell 7' \
'--retry-unsafe	-	-	Also retry calls that may already have had an effect' \
'--all	-	-	Get every page, as one list' \
'--watch	-	other	Repeat the command at this interval and show what changes' \
'--version -V	-	-	Print the version' \
'--field -F	*	source	Field; a.b=1 sets a nested field, a[]=1 adds to a list; true, false, null and numbers keep their type; @file and @- send a file or stdin as a form, @@x is the text @x' \
'--raw-field -f	*	other	Field whose value is always text' \
'--header -H	*	other	Header of the request' \
'--input	-	source	Whole body: text, -, @file or env:NAME; sent as JSON, or as bytes where the call takes a file, unless -H sets a content type' \
'--paginate	-	-	Get every page of a list, as one list; with -o jsonl each page as it comes' \
'--include -i	-	-	Print the status line and headers first; with --paginate, before each page' \
'--out	-	file	Write the answer to a file; - is stdout' \
'--force	-	-	Replace the file if it exists' \
'--name	-	other	Name; several keys may have the same' \
'--days-to-expire	-	other	Lifetime in days, null for no end; the key ends with the calling key when omitted' \
'--project-id	-	records projects.id	Id of the project it is for, instead of the project in effect' \
'--expires-in	-	other	Lifetime such as 90d, in whole days; the same as --days-to-expire' \
'--out-file	-	file	Write the key to this file (mode 0600) instead of stdout' \
'--organization	-	-	For the whole organization, whatever project is in effect' \
'--include-deleted --no-include-deleted	-	-	Also a deleted key, which is 404 otherwise' \
'--status	-	words active deleted all	Only keys of this status' \
'--name	-	records api_keys.name	Only this name; case-insensitive' \
'--search	-	other	Part of the name of a key, its creator or its project, or the start of an id or masked key' \
'--sort-by	-	words created_at name expires_at	Order of the list' \
'--sort-direction	-	words asc desc	Direction of the order' \
'--limit	-	other	Items of one page' \
'--offset	-	other	Items to skip' \
'--days-to-expire	-	other	Lifetime of the new key in days, null for no end; that of the old key when omitted' \
'--never-expires	-	-	The new key has no end' \
'--grace	-	other	Time for which the old key still works, in whole days (expire_in_days); 0d ends it at once' \
'--app-version	-	records apps/versions	Only this version' \
'--app-version	-	other	Version; "latest" when omitted' \
'--region	-	words aws.us-east-1a	Region of its invocations' \
'--force --no-force	-	-	Replace an existing version' \
'--env	*	other	Variable of its invocations' \
'--env-file	-	file	Variables from a file of KEY=VALUE lines; - is stdin; --env overrides it' \
'--root	-	file	Directory to pack; that of the entry, or the named one, by default' \
'--include-modules	-	-	Also pack node_modules' \
'--no-follow	-	-	Print the deployment at once, before it runs or fails' \
'--progress	-	words auto plain none	Progress, on stderr: a bar at a terminal, or a line for each 10%' \
'--ref	-	other	Branch, tag, or all 40 digits of a commit' \
'--entrypoint	-	file	Entry file, from the directory of --path' \
'--path	-	other	Directory of the app in the repository; its root by default' \
'--repo-token	-	other	Token that may read the repository; SOURCE is @FILE, env:NAME or - (stdin), never the token itself' \
'--from-template	-	records app-templates	App to write; --template NAME too' \
'--force	-	-	Write into a directory that has files' \
'--app-name	-	records apps.app_name	Only this app' \
'--app-version	-	records apps.version	Only this version' \
'--search	-	other	Part of an app\'s name, or a whole id' \
'--follow -f	-	-	Print new lines as they come, until Ctrl-C' \
'--lines -n	-	other	Last lines to show' \
'--since	-	other	Start at: an RFC 3339 time, or a duration back from now (5m)' \
'--action	-	records apps/actions	Only invocations of this action, and no deployments' \
'--app-version	-	records apps/versions	Only of this version' \
'--timestamps	-	-	Print the time before each message' \
'--type	-	words s3	Kind of storage' \
'--format	-	words jsonl.gz	Format of the files' \
'--region	-	other	AWS region of the bucket' \
'--bucket	-	other	Bucket that gets the files' \
'--prefix	-	other	Start of the names of the files' \
'--role-arn	-	other	ARN of a role in your account that may write to the bucket' \
'--kms-key	-	other	Key that encrypts the files' \
'--clear-kms-key	-	-	Encrypt without a key of yours' \
'--status	-	words active paused	active exports; paused does not' \
'--since	-	other	Entries from this time on: RFC 3339, a day, or a duration back from now; 24h before --until by default' \
'--until	-	other	Entries before this time; now by default' \
'--method	-	words GET HEAD POST PUT PATCH DELETE OPTIONS	Only this HTTP method' \
'--exclude-method	*	words GET HEAD POST PUT PATCH DELETE OPTIONS	Not this HTTP method' \
'--service	-	other	Only requests to this service' \
'--auth-strategy	-	other	Only callers authenticated in this way' \
'--search	-	other	Part of a path, user id, email, client address or status; case-insensitive' \
'--user-id	*	other	User whose entries the search finds too' \
'--format	-	words jsonl jsonl.gz	Form of the chunk' \
'--out	-	file	File to write; audit-log.jsonl.gz or audit-log.jsonl in this directory by default; - is stdout' \
'--auth-strategy	-	records audit-logs.auth_strategy	Only callers authenticated in this way' \
'--domain	-	other	Domain to log in to: a host name, without scheme, port and path' \
'--profile-name	-	records profiles.name	Profile to keep logged in; it is created when there is none of this name' \
'--allowed-domain	*	other	Further host, with its subdomains, where credentials may be entered' \
'--allow-any-domain	-	-	Enter credentials at any domain' \
'--health-check-interval	-	other	Time between health checks, not below the minimum of the plan' \
'--login-url	-	other	Login page, which skips the search for it' \
'--auto-reauth --no-auto-reauth	-	-	Log in again when a scheduled health check finds the session expired' \
'--health-checks --no-health-checks	-	-	Check on schedule whether the profile is logged in' \
'--record-session --no-record-session	-	-	Record the sessions' \
'--save-credentials --no-save-credentials	-	-	Save what was entered after each successful login; one-time codes are never saved' \
'--stealth --no-stealth	-	-	Hide signs of automation in its sessions' \
'--proxy-id	-	records proxies.id	Stored proxy of its sessions, by id' \
'--proxy-name	-	records proxies.name	Stored proxy of its sessions, by name' \
'--proxy-mode	-	words direct default	No proxy, or the default of the service' \
'--credential	-	records credentials.name	Stored credential to log in with' \
'--credential-provider	-	records credential_providers.name	External credential provider, beside --credential-path or --credential-auto' \
'--credential-path	-	file	Item of the provider, as the provider writes its path' \
'--credential-auto	-	-	Let the provider look the item up by the domain' \
'--telemetry	-	words on off	Telemetry of its sessions; on starts from the default categories' \
'--telemetry-category	*	words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off	One category of telemetry, such as console=on' \
'--telemetry-export	-	records telemetry/destinations	Telemetry destination to which its sessions export their events' \
'--domain	-	records auth/connections.domain	Only connections of this domain' \
'--profile-name	-	records profiles.name	Only connections of this profile' \
'--search	-	other	Part of a domain or profile name, or a whole id; case-insensitive' \
'--record-session --no-record-session	-	-	Record the session of this login' \
'--field	*	other	Answer to a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be' \
'--choice	*	other	Choice to select when it is offered, by its id, label or kind (sms, google); the first that fits is used' \
'--attach	-	-	Follow the login that is running, and start none' \
'--wait --no-wait	-	-	Follow the login until it ends; --no-wait prints what started and ends' \
'--wait-for-person	-	-	Without a terminal: keep following while a person answers at the hosted page, instead of ending with 9' \
'--hosted	-	-	Print the address of the hosted page, where a person logs in, and end' \
'--open	-	-	Open the hosted page in the default browser' \
'--plain	-	-	Lines also at a terminal, instead of the live view' \
'--plan-id	-	other	Id of the only one to delete' \
'--out	-	file	Write the PNG to a file; - is stdout' \
'--interaction	-	other	Pause that is answered; the current one when omitted' \
'--choice	-	other	Choice to select, by its id, label or kind (sms, google)' \
'--field	*	other	Value of a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be' \
'--type	-	words login reauth health_check	Only entries of this type' \
'--allowed-domain	*	other	Host, with its subdomains, where credentials may be entered; replaces the list' \
'--clear-allowed-domains	-	-	Enter credentials at any domain' \
'--clear-login-url	-	-	Search for the login page again' \
'--max-reconnects	-	other	Maximum number of reconnections in a row without progress' \
'--idle-timeout	-	other	Silence after which a connection counts as dead' \
'--reveal	-	-	Print it at a terminal too' \
'--concurrency -c	-	other	Commands that run at the same time, at most 64; 1 runs them in their order' \
'--allow	*	words secrets service settings	Also run lines that print secrets (secrets), change how the local service runs (service), or change settings (settings)' \
'--unordered	-	-	Print each result as it comes, not in the order of the lines' \
'--stop-on-error	-	-	Start nothing new after a failure' \
'--secret	-	source	Value that is never printed, for fill and type' \
'--wait	-	other	Wait until it can be operated; at most 60s' \
'--force	-	-	Skip the comparison of name and row, and what is in front' \
'--button	-	words left right middle back forward	Mouse button' \
'--click-type	-	words down up click	Press only, release only, or both' \
'--num-clicks	-	other	Clicks in a row' \
'--hold-key	*	other	Keys to hold down meanwhile, such as Shift or Ctrl' \
'--hide	-	-	Hide the pointer' \
'--show	-	-	Show the pointer' \
'--button	-	words left middle right	Mouse button' \
'--delay	-	other	Milliseconds between press and movement' \
'--smooth --no-smooth	-	-	Move gradually, as a hand does' \
'--duration-ms	-	other	Milliseconds a smooth movement takes' \
'--steps-per-segment	-	other	Steps from point to point when not smooth' \
'--step-delay-ms	-	other	Milliseconds per step when not smooth' \
'--duration	-	other	Time each key is held' \
'--region	-	other	Part of the screen, in pixels' \
'--delta-x	-	other	Wheel units; more than 0 is right' \
'--delta-y	-	other	Wheel units; more than 0 is down' \
'--delay	-	other	Milliseconds between keystrokes' \
'--level	-	words error warning info debug	Messages of this level and more severe ones' \
'--find	-	other	Only messages with this text; case-insensitive' \
'--since	-	other	Start at: an RFC 3339 time, or a duration back from now such as 5m' \
'--max-tokens	-	other	Budget in tokens, estimated; 1000, and the newest messages stay' \
'--new	-	-	Only messages since the last look in this session' \
'--name	-	other	Only cookies of this name' \
'--domain	-	other	Cookies of this domain and those below it, on any page' \
'--path	-	other	Cookies of exactly this path' \
'--all-sites --no-all-sites	-	-	Cookies of all sites; only those that the page in front gets by default' \
'--values	-	-	Print values too' \
'--domain	-	other	Domain that gets the cookie, with the hosts below it' \
'--path	-	other	Path below which pages get it; / by default' \
'--expires	-	other	End: an RFC 3339 time, or a duration from now such as 30d; with the browser when omitted' \
'--secure --no-secure	-	-	Only for https' \
'--http-only --no-http-only	-	-	Not for scripts of the page' \
'--same-site	-	words strict lax none	Requests of other sites that carry it' \
'--secret	-	source	Value that is never printed' \
'--name	-	other	Name, unique among the active sessions of the project' \
'--tag	*	other	Key-value pairs' \
'--headless --no-headless	-	-	Run without a window: no live view and no replays' \
'--stealth --no-stealth	-	-	Hide signs of automation' \
'--gpu --no-gpu	-	-	Attach a GPU' \
'--kiosk-mode --no-kiosk-mode	-	-	Hide the browser\'s tabs and address bar: the page fills the screen' \
'--memory	-	words 8GiB 16GiB	Memory of the browser\'s machine' \
'--region	-	words us-east us-west eu-west ap-southeast	Region of the browser' \
'--timeout-seconds	-	other	Seconds without a request or a connected client after which the session ends' \
'--viewport	-	other	Size of the screen, or of a headless page; 1920x1080 when omitted' \
'--start-url	-	other	Page to open first; a failure does not fail the session' \
'--profile	-	records profiles	Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name' \
'--proxy	-	records proxies none	Stored proxy for all that its browser sends, by id or name as for --profile; none is none' \
'--extension	*	records extensions	Stored extension to load, by id or name as for --profile' \
'--vault	*	records vaults	Vault whose items the session may use, by id or name as for --profile' \
'--invocation-id	-	records invocations	Invocation the session belongs to' \
'--save-profile-changes	-	-	Save the profile when the session ends (profile.save_changes)' \
'--pool	-	records browser_pools	Take a browser from this pool instead; only its name, tags, start page and telemetry can be chosen' \
'--acquire-timeout	-	other	Time to wait for an idle browser of the pool; the time to fill it when left out' \
'--private-host	*	other	Host that the browser reaches directly, such as one of a VPN; replaces the private ranges' \
'--allowed-host	*	other	Host that the browser may reach, all others are refused; *.host is every host below it' \
'--proxy-route	*	other	Proxy, by id or name, for these hosts alone; *.host is every host below it' \
'--chrome-policy	-	source	Enterprise policies of the browser, as a JSON object: @file, - or env:NAME' \
'--telemetry	-	words on off	Capture telemetry; on starts from the default categories' \
'--telemetry-category	*	words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off	One category of telemetry, such as network=on' \
'--telemetry-exclude	*	other	CDP method that telemetry leaves out, such as Page.captureScreenshot' \
'--telemetry-export	-	records telemetry/destinations	Telemetry destination to which the events are exported' \
'--method -X	-	words GET HEAD POST PUT PATCH DELETE OPTIONS	HTTP method; POST when there is data' \
'--response-encoding	-	words utf8 base64	How the body travels; base64, which keeps every byte, unless the result is printed as JSON' \
'--request-timeout	-	other	Limit of the request (timeout_ms)' \
'--header -H	*	source	Header, merged over the browser\'s own; @file for a list' \
'--data -d	-	source	Request body: text, -, @file or env:NAME' \
'--include -i	-	-	Print the status line and headers before the body' \
'--head -I	-	-	Send HEAD and print the status line and headers' \
'--fail	-	-	Exit 22 without a body when the target answers 400 or more' \
'--fail-with-body	-	-	Exit 22 with the body when the target answers 400 or more' \
'--write-out -w	-	source	Print this after the body, with curl\'s variables such as %{http_code}; @file' \
'--dump-header -D	-	file	Write the status line and headers to a file; - is stdout, before the body' \
'--out	-	file	Write the body to a file; - is stdout' \
'--force	-	-	Replace files that exist' \
'--name	*	other	Name in the session, one for each extension in their order; that of its directory or file by default' \
'--include-all	-	-	Also pack .git, node_modules and files of editors' \
'--out	-	file	File to write; stdout when omitted or -' \
'--owner	-	other	New owner' \
'--group	-	other	New group' \
'--out	-	file	File to write, - for stdout; the same as the target, but never put into a directory' \
'--out	-	file	Zip file to write, - for stdout' \
'--extract	-	file	New directory to extract it to instead' \
'--mode	-	other	Permissions, octal' \
'--recursive -r	-	-	Delete directories too, with everything in them' \
'--dest	-	other	Path in the session in place of the last word; a directory if it ends with / or there are several files (dest_path)' \
'--dest	-	other	Directory in the session, absolute or below /home/user (dest_path)' \
'--include-all	-	-	Include .git, node_modules and files left by editors' \
'--recursive -r --no-recursive	-	-	Watch its subdirectories too' \
'--include-deleted --no-include-deleted	-	-	Show the session even when it has ended' \
'--ref	-	other	Only this element' \
'--out	-	file	Write it to a file; - is stdout' \
'--for	-	other	Seconds from now during which the session does not end; 0 for its idle limit alone' \
'--status	-	words active deleted all	Sessions to list, by status' \
'--search	-	other	Part of a name, or a whole session id; case-insensitive' \
'--tag	*	other	Only sessions with all of these tags' \
'--region	-	words us-east us-west eu-west ap-southeast	Only sessions of this region' \
'--path	-	file	File of the machine to follow, absolute' \
'--process	-	other	Program of the machine to follow' \
'--follow --no-follow	-	-	Wait for new lines until the session ends' \
'--timestamps	-	-	Print the time before each line' \
'--failed --no-failed	-	-	Only requests that failed, or with a status from 400 on' \
'--type	-	words document stylesheet script image font media xhr fetch websocket ping other	Only this kind of resource' \
'--method	-	other	Only this method; those without a known one are left out' \
'--status	-	other	Only this status: 404, or 5xx' \
'--find	-	other	Only addresses with this text; case-insensitive' \
'--max-tokens	-	other	Budget in tokens, estimated; 1000, and the newest requests stay' \
'--new	-	-	Only requests since the last look in this session' \
'--open --no-open	-	-	Open the live view in the default browser; the default at a terminal' \
'--paper	-	words a3 a4 a5 legal letter tabloid	Size of the paper; a4 by default' \
'--landscape --no-landscape	-	-	Landscape format' \
'--no-background --no-no-background	-	-	Leave out colours and pictures of backgrounds' \
'--scale	-	other	Scale; 1 by default' \
'--pages	-	other	Pages to print, such as 1-3,5' \
'--out	-	file	Write the PDF to a file; - is stdout' \
'--timeout-sec	-	other	Time limit in seconds' \
'--executor	-	other	Executor that runs the code, with a tab of its own; a new name creates it. Calls of one run in turn, those of different ones at the same time' \
'--close-tab --no-close-tab	-	-	Close its tab too' \
'--cwd	-	other	Working directory, absolute' \
'--env	*	other	Environment variables' \
'--as-user	-	other	User to run as' \
'--as-root --no-as-root	-	-	Run as root' \
'--tty -t	-	-	Allocate a terminal of the size of this one' \
'--stdin -i	-	-	Send stdin to the command; the default with -t at a terminal' \
'--no-stdin -n	-	-	Do not send stdin, and hide the note about it' \
'--signal	-	words TERM KILL INT HUP	Signal' \
'--follow -f	-	-	Follow the output until the process ends, then exit with its code' \
'--rows	-	other	Rows' \
'--cols	-	other	Columns' \
'--tty -t --no-tty	-	-	Give the process a terminal' \
'--rows	-	other	Rows of the terminal' \
'--cols	-	other	Columns of the terminal' \
'--keep-open	-	-	Do not end the input of the process after a pipe or file' \
'--max-tokens	-	other	Budget of a part in tokens, estimated; 2000 by default' \
'--part	-	other	Part of the text, from 1' \
'--whole --no-whole	-	-	All text of the page, with its navigation' \
'--links --no-links	-	-	Links with their addresses' \
'--out	-	file	Write all parts to a file, and print the first line alone' \
'--timeout-sec	-	other	Time limit in seconds, after which the REPL ends and its variables are lost' \
'--reset --no-reset	-	-	Start a new REPL before the code' \
'--out	-	file	File to write; the id and .mp4 in this directory by default; - is stdout' \
'--framerate	-	other	Pictures per second; above 20 the session needs a GPU' \
'--max-duration	-	other	Seconds after which the recording stops by itself' \
'--audio --no-audio	-	-	Record the sound too' \
'--full-page --no-full-page	-	-	The whole page, also what is out of view' \
'--marks --no-marks	-	-	Draw each control\'s reference beside it' \
'--max-tokens	-	other	Budget in tokens, estimated; 1500, and 500 with find' \
'--interactive --no-interactive	-	-	Leave out texts' \
'--find	-	other	Only lines with this text, or that match /PATTERN/, wherever they are on the page' \
'--under	-	other	Only the part of the page around this reference' \
'--depth	-	other	Maximum depth of containers' \
'--delta --no-delta	-	-	Only what has changed since the last snapshot or act' \
'--rows	-	other	Rows of the longest list or table, such as 100-120' \
'--out	-	file	Write everything to a file, and print its first line alone' \
'--session --no-session	-	-	sessionStorage of the tab in place of localStorage' \
'--origin	-	other	Origin of a frame that is on the page; that of the page by default' \
'--category	*	words control connection system captcha console network page interaction screenshot platform monitor	Only events of this category' \
'--since	-	other	Start at: an RFC 3339 time, or a duration back from now such as 1h; 5m by default' \
'--until	-	other	End before: an RFC 3339 time, or a duration back from now' \
'--order	-	words asc desc	Oldest or newest first' \
'--limit	-	other	Events of one page' \
'--offset	-	other	Cursor of the next page, as the page before gave it' \
'--replay	-	-	Start with the oldest event that is kept' \
'--name	-	other	New name; an empty one clears it' \
'--clear-name	-	-	Remove the name' \
'--tag	*	other	Tags that replace all of them' \
'--clear-tags	-	-	Remove all tags' \
'--profile	-	records profiles	Saved profile to load into a session that has none; its browser restarts' \
'--proxy	-	records proxies none	Another proxy, by id or name, or none; open connections are cut, and the browser restarts unless only the server differs' \
'--start-url	-	other	Page to open after the change' \
'--viewport	-	other	New size of the screen, or of a headless page' \
'--clear-allowed-hosts	-	-	Let the browser reach every host, for good' \
'--clear-telemetry-export	-	-	Export no telemetry any more' \
'--force	-	-	Change the size also while a live view or a recording is active' \
'--read-only	-	-	Link to watch only; local service only' \
'--open --no-open	-	-	Open the link in the default browser; the default at a terminal' \
'--text	-	other	The page shows this text, or a line matches /PATTERN/' \
'--gone	-	other	The page does not show this text, or /PATTERN/, or this reference' \
'--ref	-	other	The element can be operated: it is enabled, visible and at rest' \
'--url	-	other	The address has this text, or matches /PATTERN/' \
'--loaded --no-loaded	-	-	The page has loaded and does not change' \
'--within	-	other	Time limit of the wait; 30s by default, at most 1h' \
'--replace --no-replace	-	-	Replace all tools of the namespace' \
'--exclude-custom --no-exclude-custom	-	-	Leave out custom tools' \
'--search	-	other	Part of a website\'s address; case-insensitive' \
'--sort-by	-	words target analysis_status recommended_config last_requested_at success_rate	Field that orders them' \
'--sort-order	-	words asc desc	Direction of the order' \
'--country	*	other	Country in which a proxy may be, such as US; the service chooses when left out' \
'--intent	-	other	Purpose in a sentence or two, which the analysis tries out; only for https' \
'--only	*	other	Only these operations: an id, an area, or a pattern such as profiles.*' \
'--include	*	words organization costly service	Also operations that cost money, or change the organization or the local service' \
'--page	-	other	Page with a login form that browsers of the service can open; a local service gets one' \
'--junit	-	file	Also write a JUnit report to this file' \
'--forget	-	-	Leave its keychain entry where it is, for a keychain that is gone' \
'--here	-	-	Only in this directory and below it' \
'--shared	-	-	Write .browserctl.json here, for everyone who works in this directory' \
'--name	-	other	Name, unique in the organization' \
'--provider-type	-	words onepassword bitwarden pass vault program	Kind of provider; a hosted service has only onepassword' \
'--cache-ttl-seconds	-	other	Seconds for which a list of its items is used again; values are never kept' \
'--provider-token	-	other	Token for the provider; SOURCE is @FILE, env:NAME or - (stdin), never the token itself' \
'--search	-	other	Part of a name, or a whole id; case-insensitive' \
'--enabled --no-enabled	-	-	false keeps logins from using it' \
'--priority	-	other	Lower is first' \
'--name	-	other	Name, unique in the project' \
'--domain	-	other	Host name of the site, such as shop.example.com' \
'--sso-provider	-	other	Provider of the single sign-on, such as google' \
'--value	*	other	Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself' \
'--ask	*	other	Ask for this value at the terminal, without showing it' \
'--totp-secret	-	other	Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)' \
'--ask-totp-secret	-	-	Ask for the secret of one-time codes at the terminal' \
'--domain	-	records credentials.domain	Only this host name; case-insensitive' \
'--search	-	other	Part of a name or host name, or a whole id; case-insensitive' \
'--name	-	other	New name, unique in the project' \
'--remove-value	*	records credentials/values	Remove this value' \
'--sso-provider	-	other	Provider of the single sign-on' \
'--clear-sso-provider	-	-	Remove the provider of the single sign-on' \
'--clear-totp	-	-	Remove the secret of one-time codes' \
'--app-name	-	records apps.app_name	Only of this app' \
'--app-version	-	records apps.version	Only of this version; needs the app\'s name' \
'--no-follow	-	-	Print the log so far and stop; exit 0 while it runs' \
'--fix	-	-	Make the repairs that are always safe, and list them' \
'--local	-	-	Check the local service instead of the one that commands use' \
'--only	*	words program settings environment network service local browser machine	Check only this area' \
'--all	-	-	Explain every code' \
'--out	-	file	File to write; the extension\'s name and .zip in this directory by default; - is stdout' \
'--os	-	words linux mac win	System that the extension is for' \
'--name	-	records extensions.name	Only this name; case-insensitive' \
'--name	-	other	Name, unique in the project; that of its directory or file by default' \
'--action-name	-	records invocations.action_name	Only of this action' \
'--app-version	-	records invocations.version	Only of this version' \
'--status	-	words queued running succeeded failed	Only in this state' \
'--deployment-id	-	records deployments	Only of this deployment' \
'--search	-	other	Part of an app\'s or action\'s name, or a whole id' \
'--filter	-	other	Only messages with this in them, case-insensitive' \
'--raw	-	-	Messages exactly as written, also at a terminal, and no notices' \
'--checkpoint	-	file	Save the position in this file; the next run resumes from it' \
'--app-version	-	records apps/versions	Version of it' \
'--payload -p	-	source	Input as JSON, at most 4.5 MB' \
'--async-timeout-seconds	-	other	Time limit of the invocation' \
'--async	-	-	Print the invocation and leave it running' \
'--follow -f --no-follow	-	-	Show its log while it runs; --no-follow only waits for the result' \
'--timestamps	-	-	Print the time before each line of the log' \
'--follow -f	-	-	Print new records as they come, until Ctrl-C' \
'--level	-	words debug info warn error fatal	Only records of this level and more severe ones' \
'--name	-	other	Name of the profile' \
'--browser	-	file	Chromium, Chrome or Edge to use' \
'--check	-	-	Only look; install nothing' \
'--port	-	other	Port on 127.0.0.1; a restart keeps the last one' \
'--foreground	-	-	Stay in this terminal, for supervisors and containers' \
'--idle-stop	-	other	Stop after this time without a session; 0s is never' \
'--projects	-	words enabled disabled	Projects beside the default one; a restart keeps the last choice' \
'--screen	-	words auto real headless	Private displays for sessions (auto: where possible); a restart keeps the last choice' \
'--plan	-	words enterprise startup hobbyist free	Plan, the minimum of health_check_interval; a restart keeps the last choice' \
'--demo-site --no-demo-site	-	-	Serve a web site to try logins on; a restart keeps the last choice' \
'--chaos	-	other	Fault injection, such as latency=200ms,error=5%,drop-stream=10%,cut-download=1%; see local chaos set' \
'--check	-	-	Only name what is stored; remove nothing' \
'--store	-	words file keychain command env	Place of the token: file, keychain, command or env; the context\'s own, or file, when omitted' \
'--token-stdin	-	-	Read the token from stdin' \
'--token-env	-	other	Variable that holds the token, for --store env' \
'--web	-	-	Log in with the browser of this machine (OAuth)' \
'--device	-	-	Log in with a browser on any device, by a code (OAuth)' \
'--client-id	-	other	Client id at the authorization server; one is registered when omitted' \
'--callback-port	-	other	Port on 127.0.0.1 to which the browser returns; a free one when omitted' \
'--skip-check	-	-	Store it without checking it with the service' \
'--all-contexts	-	-	Remove the tokens of all contexts' \
'--forget	-	-	Drop only the reference to a keychain entry, for a keychain that is gone; the entry stays in it' \
'--http	-	other	Serve over HTTP on a loopback address of this machine instead; port 0 is any free one' \
'--token	-	source	Token that HTTP clients send: env:NAME, @file or -; by default a new one, printed on stderr' \
'--read-only	-	-	Only what changes nothing: snapshots, screenshots, lists and logs' \
'--allow	*	words secrets service settings	Also run commands that print secrets (secrets), change how the local service runs (service), or change settings (settings)' \
'--dry-run	-	-	Show the change instead of making it' \
'--target	-	words claude-code claude-desktop codex cursor gemini vscode windsurf zed	Client to set up' \
'--target	-	words claude-code claude-desktop codex cursor gemini vscode windsurf zed	Client to change' \
'--out	-	file	Write it to this file; - is stdout' \
'--default-project-max-concurrent-sessions	-	other	Sessions of a project without a limit of its own; 0 removes the limit' \
'--acquire-timeout	-	other	Time to wait for an idle browser; the time to fill the pool when left out' \
'--start-url	-	other	Page to open; a failure does not fail the call' \
'--size	-	other	Browsers to keep, idle or acquired' \
'--fill-rate	-	other	Percent of the size that is replaced per minute; 0 replaces nothing' \
'--timeout-seconds	-	other	Seconds without use after which an acquired browser ends' \
'--refresh-on-profile-update --no-refresh-on-profile-update	-	-	Replace idle browsers when the profile is saved; true when omitted, with a profile' \
'--start-url	-	other	Page that a new browser opens first; a failure does not stop it' \
'--profile	-	records profiles	Saved profile that the browsers start from; they never save it. 24 lower-case letters and digits are an id, anything else a name' \
'--proxy-id	-	records proxies.id	Id of a stored proxy for all traffic' \
'--force --no-force	-	-	Delete it also while browsers are acquired, and end these' \
'--name	-	records browser_pools.name	Only this name; case-insensitive' \
'--region	-	words us-east us-west eu-west ap-southeast	Only pools of this region' \
'--reuse --no-reuse	-	-	Keep the browser with its state; false ends it for a new one' \
'--name	-	other	New name' \
'--extension	*	records extensions	Stored extension to load, by id or name as for --profile; replaces all of them' \
'--clear-extensions	-	-	Load no extensions' \
'--clear-start-url	-	-	Open no page first' \
'--clear-profile	-	-	Start without a profile' \
'--clear-proxy	-	-	Use no proxy' \
'--discard-all-idle --no-discard-all-idle	-	-	Replace the idle browsers now, by new ones with the new settings' \
'--format	-	words tar.zst tar	Archive format; the stored one when omitted' \
'--out	-	file	File to write; named after the profile in this directory by default; - is stdout' \
'--extract	-	file	Unpack it into this new directory instead of saving it' \
'--name	-	other	Name, unique in the project; the file\'s own by default' \
'--browser	-	words chrome chromium edge brave	Browser whose cookies are taken; the only one here when omitted' \
'--browser-profile	-	other	Its profile, by directory or name; the only one, or Default, when omitted' \
'--user-data-dir	-	file	Directory of its profiles, when it is not the usual one' \
'--domain	*	other	Only cookies of this domain and its subdomains' \
'--name	-	other	Name of the new profile; of the browser\'s when omitted' \
'--dry-run	-	-	Show what would be taken instead of taking it' \
'--name	-	records profiles.name	Only this name; case-insensitive' \
'--search	-	other	Part of a name, case-insensitive, or of an id' \
'--max-concurrent-sessions	-	other	Sessions at the same time; 0 removes the limit' \
'--max-concurrent-invocations	-	other	Running and queued invocations at the same time; 0 removes the limit' \
'--name	-	records projects.name	Only this name; case-insensitive' \
'--name	-	other	Name, unique in the organization, without / and %; kept exactly as given' \
'--url	-	other	Page to request through the proxy' \
'--type	-	words datacenter isp residential mobile custom	Kind of proxy' \
'--name	-	other	Name; several proxies may share one' \
'--protocol	-	words http https	Protocol between the browser and the proxy' \
'--bypass-host	*	other	Host to reach without the proxy; *.host is every host below it' \
'--host	-	other	Host name or IP address of the proxy' \
'--port	-	other	Port of the proxy' \
'--username	-	other	User of the proxy' \
'--ca-bundle	-	source	Certificate authorities that the proxy and the session\'s browser trust' \
'--country	-	other	Country, for types other than custom' \
'--state	-	other	State, for residential and mobile' \
'--city	-	other	City, for residential and mobile' \
'--zip	-	other	ZIP code in the US, for residential' \
'--asn	-	other	Autonomous system, for residential' \
'--password	-	source	Password of the proxy' \
'--password-stdin	-	-	Read the password from stdin' \
'--name	-	records proxies.name	Only this name; case-insensitive' \
'--search	-	other	Part of a name or address, or a whole id; case-insensitive' \
'--name	-	other	New name; several proxies may share one' \
'--result	*	other	Result; several in the order of the answer' \
'--limit	-	other	First results, when none is named' \
'--timeout-ms	-	other	Time limit of all texts together' \
'--content-source	-	words auto provider browser	Origin of the texts; auto prefers a browser' \
'--content-format	-	words markdown text	Form of the texts' \
'--content-max-chars	-	other	Maximum characters of each text' \
'--content-max-age-hours	-	other	Maximum age of a stored text; 0 fetches it anew' \
'--content-browser	-	records browsers.session_id	Session id that fetches the texts; needs --content-source browser' \
'--content-mode	-	words curl render	Plain request, or a page in a tab of its own' \
'--provider	-	words brave exa perplexity context parallel valyu octen you tavily serpapi	Only this provider' \
'--max-results	-	other	Results at most; a provider may have a lower limit' \
'--recency	-	words hour day week month year	Age of the pages at most' \
'--start-date	-	other	First date of publication, such as 2026-01-31' \
'--end-date	-	other	Last date of publication' \
'--include-domain	*	other	Host names that results may have, with their subdomains' \
'--exclude-domain	*	other	Host names that results must not have' \
'--country	-	other	Country of the searcher, as an ISO 3166 code' \
'--language	-	other	Language of the searcher, as a BCP 47 tag' \
'--safe-search	-	words off moderate strict	Filter for adult pages' \
'--strict-params --no-strict-params	-	-	Refuse what the provider cannot do exactly, in place of a warning' \
'--include-raw --no-include-raw	-	-	Include the answer as the provider sent it' \
'--timeout-ms	-	other	Time limit of the whole search' \
'--provider	*	words brave exa perplexity context parallel valyu octen you tavily serpapi	Use this provider; more than one are tried in their order' \
'--texts	-	-	Return the texts of the results too; the further flags for texts imply it' \
'--target	-	words agents claude-code codex	Agents to set up; agents is the directory that many share' \
'--directory	-	file	Another directory of skills' \
'--agents-md	-	-	Also the line in AGENTS.md of this directory; alone, only that line' \
'--name	-	other	Name, unique in the organization; not in the form of an id' \
'--endpoint	-	other	Base URL of the collector, without the path of a signal such as /v1/traces' \
'--description	-	other	Purpose, for people' \
'--header	*	other	Header of each delivery; a secret VALUE is better @FILE, env:NAME or - (stdin)' \
'--name	-	records telemetry/destinations.name	Only this name; case-insensitive' \
'--search	-	other	Part of a name or endpoint, or a whole id; case-insensitive' \
'--name	-	other	New name; refused while an auth connection selects the destination by its name' \
'--remove-header	*	other	Remove this header' \
'--provider	-	words link agentcard	Payment provider' \
'--client-id	-	other	Client at the provider' \
'--client-secret	-	other	Secret of the client; SOURCE is @FILE, env:NAME or - (stdin), never the secret itself' \
'--publishable-key	-	other	Public key of link, which renews its grants' \
'--name	-	other	Name, unique in the project; it cannot be changed' \
'--after	-	other	Id of the last event that is known' \
'--wait	-	other	Wait for a further event at most this long, in seconds' \
'--expand	*	words payment_methods	Ask the provider for this too' \
'--wait	-	other	Wait for a person at most this long, in seconds' \
'--type	-	words wallet card credential credential_account	Type of the item' \
'--field	*	other	Field of a credential, in the order of the website; TYPE is text, email, password or totp' \
'--visible	*	other	Field whose value may be shown, such as a user name' \
'--optional	*	other	Field that may stay without a value' \
'--website	-	other	Name of the website, the title of the page for the person' \
'--value	*	other	Value of a field; SOURCE is @FILE, env:NAME or - (stdin), never the value itself' \
'--session	-	records browsers.session_id	Session id, not its name' \
'--page-url	-	other	Whole address of the page; needed for a card' \
'--timeout-ms	-	other	Time limit of `fill`' \
'--tool-ref	-	other	Tool for `webmcp_invoke`' \
'--timeout-sec	-	other	Time limit of `webmcp_invoke`' \
'--goal	-	other	Purpose, for `1pw_create_access_request`' \
'--keyword	*	other	Words of the wanted entries' \
'--reason	-	other	Reason for the person' \
'--fill	*	other	Field of the item for the input that a CSS selector finds, in order' \
'--item-version	-	other	Version of the credential that is changed; another one is refused' \
'--item-id	-	other	Id that the item must have' \
'--clear	*	other	Remove the value of this field' \
'--for	*	words deleted memory=1GiB memory=2GiB memory=6GiB memory=8GiB memory=16GiB region=us-east region=us-west region=eu-west region=ap-southeast	Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
'--for	*	words deleted status=AUTHENTICATED status=NEEDS_AUTH can_reauth_reason=external_credential can_reauth_reason=cua_has_credential can_reauth_reason=has_credential can_reauth_reason=viable_plans_found can_reauth_reason=no_requirements_recorded can_reauth_reason=requirements_satisfiable can_reauth_reason=no_prior_successful_login can_reauth_reason=no_credential can_reauth_reason=no_viable_plans can_reauth_reason=viable_plans_require_external_action can_reauth_reason=requires_external_action can_reauth_reason=requires_totp_without_secret can_reauth_reason=requires_sms_code can_reauth_reason=requires_email_code can_reauth_reason=requires_customer_input flow_status=IN_PROGRESS flow_status=SUCCESS flow_status=FAILED flow_status=EXPIRED flow_status=CANCELED flow_step=DISCOVERING flow_step=AWAITING_INPUT flow_step=AWAITING_EXTERNAL_ACTION flow_step=SUBMITTING flow_step=COMPLETED flow_type=LOGIN flow_type=REAUTH	Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
'--for	*	words deleted status=queued status=in_progress status=running status=failed status=stopped region=aws.us-east-1a source_type=file source_type=github	Field of the record, such as status or profile.name, and its value; any of several ends the wait' \
'--for	*	words status=queued status=running status=succeeded status=failed	Field of the record, such as status or profile.name, and its value; any of several ends the wait'
set -g __browserctl_nodes 'browserctl	browsers pools profiles proxies credentials credential-providers extensions telemetry config-registry vaults vault-provider-configs search apps deployments invocations projects audit-logs org auth api-keys local context config wait import completion mcp skill invoke logs login logout whoami api batch openapi doctor explain conformance deprecations schema version	17 18 19 20 21 22 23	-	-	-' \
'browserctl api	-	24 25 26 27 28 29 30 31 18 19 20	-	-	Call any operation of the service	method	words GET POST PUT PATCH DELETE HEAD	path	other' \
'browserctl api-keys	create list get update rotate delete	17 18 19 20 21 22	-	-	Keys that programs call the service with' \
'browserctl api-keys create	-	32 33 34 35 36 31 37 17 18 19 20	-	-	Create an API key	name	other' \
'browserctl api-keys delete	-	18 19 20	-	-	Revoke an API key	id	records api_keys' \
'browserctl api-keys get	-	38 22 18 19 20	-	-	Show an API key	id	records api_keys' \
'browserctl api-keys list	-	39 40 41 42 43 44 45 21 22 18 19 20	-	-	List API keys' \
'browserctl api-keys rotate	-	46 47 48 35 36 31 17 18 19 20	-	-	Replace an API key with a new one	id	records api_keys' \
'browserctl api-keys update	-	32 17 18 19 20	-	-	Rename an API key	id	records api_keys' \
'browserctl apps	init deploy deploy-repo list delete logs	18 19 20 21 22	-	-	Automation code that the service runs' \
'browserctl apps delete	-	49 18 19 20	-	-	Delete an app	app	records apps.app_name' \
'browserctl apps deploy	-	50 51 52 53 54 55 56 57 58 18 19 20	-	-	Deploy an app	entry|dir	file' \
'browserctl apps deploy-repo	-	50 51 52 53 59 60 61 62 54 57 18 19 20	-	-	Deploy an app from a git repository	url	other' \
'browserctl apps init	-	63 64	-	-	Write an example app	dir	file' \
'browserctl apps list	-	65 66 67 44 45 21 22 18 19 20	-	-	List apps and their versions' \
'browserctl apps logs	-	68 69 70 71 72 73 18 19 20	-	-	Show the log of an app: its recent invocations and deployments	app	records apps.app_name' \
'browserctl audit-logs	list export destinations	21 22 18 19 20 17	-	-	Requests to the service: who, what, and the answer' \
'browserctl audit-logs destinations	create list get update test delete	17 18 19 20 21 22	-	-	Buckets to which the audit log is exported' \
'browserctl audit-logs destinations create	-	74 75 76 77 78 79 80 17 18 19 20	-	-	Create a destination for the audit log' \
'browserctl audit-logs destinations delete	-	18 19 20	-	-	Delete a destination for the audit log	id	records audit-logs/export/destinations' \
'browserctl audit-logs destinations get	-	22 18 19 20	-	-	Show a destination for the audit log	id	records audit-logs/export/destinations' \
'browserctl audit-logs destinations list	-	44 45 21 22 18 19 20	-	-	List destinations for the audit log' \
'browserctl audit-logs destinations test	-	18 19 20	-	-	Test whether the audit log can be exported	id	records audit-logs/export/destinations' \
'browserctl audit-logs destinations update	-	76 77 78 79 80 81 82 17 18 19 20	-	-	Change, pause or resume an export of the audit log	id	records audit-logs/export/destinations' \
'browserctl audit-logs export	-	83 84 85 86 87 88 89 90 91 92 31 18 19 20	-	-	Save entries of the audit log as a file' \
'browserctl audit-logs list	-	83 84 85 86 87 93 89 90 44 21 22 18 19 20	-	-	List entries of the audit log' \
'browserctl auth	context status token connections	22 18 19 20 17 21	-	-	Your identity at the service, and connections that keep profiles logged in' \
'browserctl auth connections	create list get update explain login watch submit cancel check timeline screenshot delete plans	17 18 19 20 21 22	-	-	Connections that keep a profile logged in to a domain' \
'browserctl auth connections cancel	-	18 19 20	-	-	Cancel the login of an auth connection	id	records auth/connections' \
'browserctl auth connections check	-	18 19 20	-	-	Check now whether the profile of an auth connection is logged in	id	records auth/connections' \
'browserctl auth connections create	-	94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 17 18 19 20	-	-	Create an auth connection, which keeps a profile logged in to a domain	domain	other' \
'browserctl auth connections delete	-	18 19 20	-	-	Delete an auth connection; its profile and credential stay	id	records auth/connections' \
'browserctl auth connections explain	-	22 18 19 20	-	-	Explain the state of an auth connection, and what to do next	id	records auth/connections' \
'browserctl auth connections get	-	22 18 19 20	-	-	Show an auth connection	id	records auth/connections' \
'browserctl auth connections list	-	115 116 117 44 45 21 22 18 19 20	-	-	List auth connections' \
'browserctl auth connections login	-	118 119 120 121 122 123 124 125 126 104 105 106 107 112 113 114 17 18 19 20	-	-	Log in the profile of an auth connection	id	records auth/connections' \
'browserctl auth connections plans	list show delete	22 18 19 20	-	-	Logins that a person has shown, which the service replays' \
'browserctl auth connections plans delete	-	127 18 19 20	-	-	Delete the plans of an auth connection, or one of them	id	records auth/connections	plan	other' \
'browserctl auth connections plans list	-	22 18 19 20	-	-	List the logins of an auth connection that a person has shown	id	records auth/connections' \
'browserctl auth connections plans show	-	22 18 19 20	-	-	Show the steps of a login that a person has shown	id	records auth/connections	plan	other' \
'browserctl auth connections screenshot	-	128 31 18 19 20	-	-	Save the screenshot of a failed login	id	records auth/connections	login	other' \
'browserctl auth connections submit	-	129 130 131 17 18 19 20	-	-	Submit the input that a login waits for	id	records auth/connections' \
'browserctl auth connections timeline	-	132 44 45 21 22 18 19 20	-	-	List the logins and health checks of an auth connection	id	records auth/connections' \
'browserctl auth connections update	-	133 134 98 99 135 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 17 18 19 20	-	-	Change an auth connection	id	records auth/connections' \
'browserctl auth connections watch	-	136 137 18 19 20	-	-	Follow the login of an auth connection until it has ended	id	records auth/connections' \
'browserctl auth context	-	22 18 19 20	-	-	Show the identity and the scope of the token' \
'browserctl auth status	-	-	-	-	Check the tokens of all contexts' \
'browserctl auth token	-	138	-	-	Print the token in use' \
'browserctl batch	-	139 140 141 142 18 19 20	-	-	Run many commands in one process	file	file' \
'browserctl browsers	create list get update keep open use unbind delete view run snapshot act wait-for read html screenshot pdf goto back forward reload console network curl repl tabs dialog cookies storage process fs computer playwright webmcp extensions replays telemetry logs	17 18 19 20 21 22	-	-	Browser sessions' \
'browserctl browsers act	-	143 144 145 18 19 20	-	*	Operate an element of the page by its reference	id	records browsers	verb	words click dblclick fill type select check uncheck hover press scroll upload drag -	ref	other	value	other' \
'browserctl browsers back	-	18 19 20	-	-	Show the page before this one	id	records browsers' \
'browserctl browsers computer	screenshot click move drag scroll press type cursor mouse-position batch clipboard	17 18 19 20	-	-	Mouse, keyboard and screen of a session' \
'browserctl browsers computer batch	-	17 18 19 20	-	-	Run several actions in a row	id	records browsers	actions	source' \
'browserctl browsers computer click	-	146 147 148 149 17 18 19 20	-	-	Click at a point	id	records browsers	x	other	y	other' \
'browserctl browsers computer clipboard	read write	18 19 20 17	-	-	Clipboard of a session' \
'browserctl browsers computer clipboard read	-	18 19 20	-	-	Print the text on the session\'s clipboard	id	records browsers' \
'browserctl browsers computer clipboard write	-	17 18 19 20	-	-	Write text to the session\'s clipboard	id	records browsers	text	source' \
'browserctl browsers computer cursor	-	150 151 17 18 19 20	-	-	Hide or show the mouse pointer	id	records browsers' \
'browserctl browsers computer drag	-	152 153 154 155 156 157 149 17 18 19 20	-	*	Drag the mouse along points	id	records browsers	x,y	other' \
'browserctl browsers computer mouse-position	-	18 19 20	-	-	Show the position of the mouse	id	records browsers' \
'browserctl browsers computer move	-	149 154 155 17 18 19 20	-	-	Move the mouse to a point	id	records browsers	x	other	y	other' \
'browserctl browsers computer press	-	158 149 17 18 19 20	-	*	Press keys	id	records browsers	key	other' \
'browserctl browsers computer screenshot	-	159 128 31 17 18 19 20	-	-	Take a screenshot of the session\'s screen	id	records browsers' \
'browserctl browsers computer scroll	-	160 161 149 17 18 19 20	-	-	Scroll at a point	id	records browsers	x	other	y	other' \
'browserctl browsers computer type	-	162 17 18 19 20	-	-	Type text	id	records browsers	text	source' \
'browserctl browsers console	-	163 164 165 166 167 17 18 19 20	-	-	Show the messages in the console of the page in front	id	records browsers' \
'browserctl browsers cookies	list get set delete clear	18 19 20	-	-	Cookies of a page and its browser' \
'browserctl browsers cookies clear	-	168 169 170 171 18 19 20	-	-	Delete the cookies that the page in front gets	id	records browsers' \
'browserctl browsers cookies delete	-	169 170 171 18 19 20	-	-	Delete the cookies of a name	id	records browsers	name	other' \
'browserctl browsers cookies get	-	169 170 171 18 19 20	-	-	Print the value of a cookie	id	records browsers	name	other' \
'browserctl browsers cookies list	-	169 170 171 172 18 19 20	-	-	List the cookies that the page in front gets	id	records browsers' \
'browserctl browsers cookies set	-	173 174 175 176 177 178 179 18 19 20	-	-	Set a cookie	id	records browsers	name	other	value	other' \
'browserctl browsers create	-	180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 197 198 107 199 200 201 202 203 204 205 206 17 18 19 20	-	-	Create a browser session	name	other' \
'browserctl browsers curl	-	207 208 209 210 211 212 213 214 215 216 217 218 219 17 18 19 20	-	-	Send an HTTP request through the session\'s browser	id	records browsers	url	other' \
'browserctl browsers delete	-	18 19 20	-	*	End sessions	id_or_name	records browsers' \
'browserctl browsers dialog	accept dismiss	18 19 20	-	-	JavaScript dialogs of a page' \
'browserctl browsers dialog accept	-	18 19 20	-	-	Accept the open dialog	id	records browsers	text	other' \
'browserctl browsers dialog dismiss	-	18 19 20	-	-	Dismiss the open dialog	id	records browsers' \
'browserctl browsers extensions	upload	18 19 20	-	-	Extensions of a running browser' \
'browserctl browsers extensions upload	-	220 221 58 18 19 20	-	*	Load extensions into a running browser	id	records browsers	dir|zip	file' \
'browserctl browsers forward	-	18 19 20	-	-	Show the page after this one	id	records browsers' \
'browserctl browsers fs	list ls info read cat write cp upload upload-zip download download-dir mkdir rm mv chmod watch	22 18 19 20 17	-	-	Files of a session' \
'browserctl browsers fs cat	-	222 31 58 18 19 20	-	-	Read a file of a session	id	records browsers	path	other' \
'browserctl browsers fs chmod	-	223 224 17 18 19 20	-	-	Change the permissions of a file or directory of a session	id	records browsers	mode	other	path	other' \
'browserctl browsers fs cp	-	31 58 18 19 20	-	-	Copy a file or a directory to a session, or from one	source	records browsers	target	records browsers' \
'browserctl browsers fs download	-	225 31 58 18 19 20	-	-	Download a file or a directory of a session	id	records browsers	path	other	target	file' \
'browserctl browsers fs download-dir	-	226 227 31 58 18 19 20	-	-	Download a directory of a session as a zip archive	id	records browsers	path	other' \
'browserctl browsers fs info	-	22 18 19 20	-	-	Show a file or directory of a session	id	records browsers	path	other' \
'browserctl browsers fs list	-	22 18 19 20	-	-	List a directory of a session	id	records browsers	path	other' \
'browserctl browsers fs ls	-	22 18 19 20	-	-	List a directory of a session	id	records browsers	path	other' \
'browserctl browsers fs mkdir	-	228 17 18 19 20	-	-	Create a directory in a session	id	records browsers	path	other' \
'browserctl browsers fs mv	-	17 18 19 20	-	-	Move or rename a file or directory of a session	id	records browsers	from	other	to	other' \
'browserctl browsers fs read	-	222 31 58 18 19 20	-	-	Read a file of a session	id	records browsers	path	other' \
'browserctl browsers fs rm	-	229 18 19 20	-	*	Delete files or directories of a session	id	records browsers	path	other' \
'browserctl browsers fs upload	-	230 58 18 19 20	-	*	Upload files to a session	id	records browsers	file	file' \
'browserctl browsers fs upload-zip	-	231 232 58 18 19 20	-	-	Upload a zip archive and extract it in a session	id	records browsers	zip|dir	file' \
'browserctl browsers fs watch	-	233 17 18 19 20	-	-	Print the changes in a directory of a session as they happen	id	records browsers	path	other' \
'browserctl browsers fs write	-	228 58 18 19 20	-	-	Write a file of a session	id	records browsers	path	other	content	other' \
'browserctl browsers get	-	234 22 18 19 20	-	-	Show a browser session	id_or_name	records browsers' \
'browserctl browsers goto	-	18 19 20	-	-	Show a page in the tab that is in front	id	records browsers	url	other' \
'browserctl browsers html	-	235 236 31 18 19 20	-	-	Get the HTML of the page as it is now, or of an element	id	records browsers' \
'browserctl browsers keep	-	237 17 18 19 20	-	-	Keep a session alive while nothing uses it	id	records browsers' \
'browserctl browsers list	-	238 239 240 241 44 45 21 22 18 19 20	-	-	List browser sessions' \
'browserctl browsers logs	tail	18 19 20	-	-	Logs of a session\'s machine' \
'browserctl browsers logs tail	-	242 243 244 245 18 19 20	-	-	Follow a log of a session\'s machine	id	records browsers' \
'browserctl browsers network	-	246 247 248 249 250 165 251 252 17 18 19 20	-	-	Show the requests of the page in front	id	records browsers' \
'browserctl browsers open	-	180 181 182 183 184 185 186 187 188 189 191 192 193 194 195 196 107 199 200 203 204 205 206 253 17 18 19 20	-	-	Create a session to use by hand: open its live view, and make it the current one	url	other' \
'browserctl browsers pdf	-	254 255 256 257 258 259 31 18 19 20	-	-	Print the page as a PDF	id	records browsers' \
'browserctl browsers playwright	execute executors	17 18 19 20 22	-	-	Playwright code against a session' \
'browserctl browsers playwright execute	-	260 261 17 18 19 20	-	-	Run Playwright code against the session	id	records browsers	code	source' \
'browserctl browsers playwright executors	list delete	22 18 19 20	-	-	Tabs in which Playwright code of a session runs in parallel' \
'browserctl browsers playwright executors delete	-	262 18 19 20	-	-	Delete a Playwright executor	id	records browsers	name	other' \
'browserctl browsers playwright executors list	-	22 18 19 20	-	-	List the Playwright executors of a session	id	records browsers' \
'browserctl browsers process	exec spawn list status output stdin kill resize	17 18 19 20 22	-	-	Processes of a session' \
'browserctl browsers process exec	-	263 264 265 266 260 267 268 269 17 18 19 20	rest	-	Run a command in the session and wait for it	id	records browsers' \
'browserctl browsers process kill	-	270 17 18 19 20	-	-	Send a signal to a process and its children	id	records browsers	process_id	records browsers/processes' \
'browserctl browsers process list	-	22 18 19 20	-	-	List the processes of a session	id	records browsers' \
'browserctl browsers process output	-	271 18 19 20	-	-	Print the output of a process	id	records browsers	process_id	records browsers/processes' \
'browserctl browsers process resize	-	272 273 17 18 19 20	-	-	Change the size of a process\'s terminal	id	records browsers	process_id	records browsers/processes' \
'browserctl browsers process spawn	-	263 264 265 266 260 274 275 276 17 18 19 20	rest	-	Start a command in the session and leave it running	id	records browsers' \
'browserctl browsers process status	-	22 18 19 20	-	-	Show the state of a process	id	records browsers	process_id	records browsers/processes' \
'browserctl browsers process stdin	-	277 17 18 19 20	-	-	Write to the standard input of a process	id	records browsers	process_id	records browsers/processes	text	other' \
'browserctl browsers read	-	278 279 235 280 281 282 31 18 19 20	-	-	Read the main text of the page as Markdown	id	records browsers' \
'browserctl browsers reload	-	18 19 20	-	-	Load the page again	id	records browsers' \
'browserctl browsers repl	-	283 284 17 18 19 20	-	-	Evaluate JavaScript in the REPL of the session	id	records browsers	code	source' \
'browserctl browsers replays	list start stop download	22 18 19 20 17	-	-	Recordings of a session as videos' \
'browserctl browsers replays download	-	285 31 58 18 19 20	-	-	Download a recording as a video	id	records browsers	replay_id	records browsers/replays' \
'browserctl browsers replays list	-	22 18 19 20	-	-	List the recordings of a session	id	records browsers' \
'browserctl browsers replays start	-	286 287 288 17 18 19 20	-	-	Start recording a session	id	records browsers' \
'browserctl browsers replays stop	-	18 19 20	-	-	Stop a recording	id	records browsers	replay_id	records browsers/replays' \
'browserctl browsers run	-	180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 107 199 200 203 204 205 206 17 18 19 20	rest	-	Run a command with a session of its own' \
'browserctl browsers screenshot	-	235 289 290 128 31 18 19 20	-	-	Take a picture of the page, of all of it, or of an element	id	records browsers' \
'browserctl browsers snapshot	-	291 292 293 294 295 296 297 298 31 17 18 19 20	-	-	Show the page as lines with references, within a budget of tokens	id	records browsers' \
'browserctl browsers storage	list get set delete clear	18 19 20	-	-	localStorage and sessionStorage of a page' \
'browserctl browsers storage clear	-	299 300 18 19 20	-	-	Delete all keys in the localStorage of the page in front	id	records browsers' \
'browserctl browsers storage delete	-	299 300 18 19 20	-	-	Delete a key in the localStorage of the page in front	id	records browsers	key	other' \
'browserctl browsers storage get	-	299 300 18 19 20	-	-	Print the value of a key in the localStorage of the page in front	id	records browsers	key	other' \
'browserctl browsers storage list	-	299 300 172 18 19 20	-	-	List the keys in the localStorage of the page in front	id	records browsers' \
'browserctl browsers storage set	-	299 300 179 18 19 20	-	-	Set a key in the localStorage of the page in front	id	records browsers	key	other	value	other' \
'browserctl browsers tabs	list new activate close	22 18 19 20	-	-	Tabs of a browser' \
'browserctl browsers tabs activate	-	18 19 20	-	-	Bring a tab to the front	id	records browsers	number	other' \
'browserctl browsers tabs close	-	18 19 20	-	-	Close a tab	id	records browsers	number	other' \
'browserctl browsers tabs list	-	22 18 19 20	-	-	List the tabs of the browser	id	records browsers' \
'browserctl browsers tabs new	-	18 19 20	-	-	Open a tab in front	id	records browsers	url	other' \
'browserctl browsers telemetry	list tail	21 22 18 19 20	-	-	Captured events of a session' \
'browserctl browsers telemetry list	-	301 302 303 304 305 306 21 22 18 19 20	-	-	List captured telemetry events of a session	id	records browsers' \
'browserctl browsers telemetry tail	-	307 301 136 137 18 19 20	-	-	Follow the telemetry events of a session	id	records browsers' \
'browserctl browsers unbind	-	-	-	-	Choose no session for a directory any more	dir	file' \
'browserctl browsers update	-	308 309 310 311 312 313 314 315 196 107 200 316 203 204 205 206 317 318 17 18 19 20	-	-	Change a running session	id_or_name	records browsers' \
'browserctl browsers use	-	18 19 20	-	-	Choose the session that commands in this directory take	id_or_name	records browsers' \
'browserctl browsers view	-	319 320 18 19 20	-	-	Watch a session and take over its mouse and keyboard	id_or_name	records browsers' \
'browserctl browsers wait-for	-	321 322 323 324 325 326 18 19 20	-	-	Wait until the page shows something	id	records browsers' \
'browserctl browsers webmcp	list invoke custom-tools	22 18 19 20 17	-	-	Tools that pages offer to agents' \
'browserctl browsers webmcp custom-tools	list add remove	22 18 19 20 17	-	-	Tools of your own in the pages of a session' \
'browserctl browsers webmcp custom-tools add	-	327 17 18 19 20	-	-	Add custom WebMCP tools to a session	id	records browsers	namespace	other	source	source' \
'browserctl browsers webmcp custom-tools list	-	22 18 19 20	-	-	List the custom WebMCP tools of a session	id	records browsers' \
'browserctl browsers webmcp custom-tools remove	-	18 19 20	-	-	Remove a custom WebMCP tool from a session	id	records browsers	tool_id	other' \
'browserctl browsers webmcp invoke	-	260 17 18 19 20	-	-	Call a WebMCP tool of a page	id	records browsers	tool	other	input	other' \
'browserctl browsers webmcp list	-	328 22 18 19 20	-	-	List the WebMCP tools that the open pages offer	id	records browsers' \
'browserctl completion	install uninstall	-	-	-	Print the completion script of a shell	shell	words bash zsh fish powershell' \
'browserctl completion install	-	-	-	-	Set up completion for your shell	shell	words bash zsh fish powershell' \
'browserctl completion uninstall	-	-	-	-	Remove what completion install has written	shell	words bash zsh fish powershell' \
'browserctl config	get set unset list path explain	-	-	-	Settings and where each value comes from' \
'browserctl config explain	-	-	-	-	Show which flag, variable or file each value comes from' \
'browserctl config get	-	-	-	-	Show one stored value	key	words output timeout no_input pager' \
'browserctl config list	-	-	-	-	List the stored values' \
'browserctl config path	-	-	-	-	Show where settings and state are kept' \
'browserctl config set	-	-	-	-	Store a value for every command	key	words output timeout no_input pager	value	other' \
'browserctl config unset	-	-	-	-	Remove a stored value	key	words output timeout no_input pager' \
'browserctl config-registry	list lookup resolve analyses	21 22 18 19 20 17	-	-	Browser and proxy settings that work with a website' \
'browserctl config-registry analyses	list get cancel	21 22 18 19 20	-	-	Analyses that find out such settings' \
'browserctl config-registry analyses cancel	-	18 19 20	-	-	Cancel an analysis	id	records config-registry/analyses' \
'browserctl config-registry analyses get	-	22 18 19 20	-	-	Show an analysis and its result	id	records config-registry/analyses' \
'browserctl config-registry analyses list	-	329 44 45 21 22 18 19 20	-	-	List analyses of websites' \
'browserctl config-registry list	-	329 330 331 44 45 21 22 18 19 20	-	-	List analysed websites with their recommendations' \
'browserctl config-registry lookup	-	332 17 18 19 20	-	-	Show what is known to work with a website	url	other' \
'browserctl config-registry resolve	-	332 333 17 18 19 20	-	-	Find out what works with a website, by an analysis	url	other' \
'browserctl conformance	-	334 335 336 337 31	-	-	Compare a service with the declared API, operation by operation	url	other' \
'browserctl context	list use unbind show add remove rename	-	-	-	Named services with their tokens' \
'browserctl context add	-	-	-	-	Add a context without a token	name	other' \
'browserctl context list	-	-	-	-	List the contexts' \
'browserctl context remove	-	338	-	-	Remove a context and its token	name	records contexts' \
'browserctl context rename	-	-	-	-	Rename a context	name	records contexts	new-name	other' \
'browserctl context show	-	-	-	-	Show one context	name	records contexts' \
'browserctl context unbind	-	-	-	-	Remove the context of a directory	dir	file' \
'browserctl context use	-	339 340	-	-	Choose the context that commands use	name	records contexts' \
'browserctl credential-providers	create list get update items test delete	17 18 19 20 21 22	-	-	Password managers and programs that logins read their values from' \
'browserctl credential-providers create	-	341 342 343 344 17 18 19 20	rest	-	Add a credential provider	name	other' \
'browserctl credential-providers delete	-	18 19 20	-	-	Remove a credential provider	id	records credential_providers' \
'browserctl credential-providers get	-	22 18 19 20	-	-	Show a credential provider	id	records credential_providers' \
'browserctl credential-providers items	-	22 18 19 20	-	-	List the items of a credential provider	id	records credential_providers' \
'browserctl credential-providers list	-	345 44 45 21 22 18 19 20	-	-	List credential providers' \
'browserctl credential-providers test	-	18 19 20	-	-	Test the connection to a credential provider	id	records credential_providers' \
'browserctl credential-providers update	-	341 346 347 343 344 17 18 19 20	rest	-	Change a credential provider	id	records credential_providers' \
'browserctl credentials	create list get update totp delete	17 18 19 20 21 22	-	-	Stored values for login forms, and one-time codes' \
'browserctl credentials create	-	348 349 350 351 352 353 354 17 18 19 20	-	-	Store a credential	name	other' \
'browserctl credentials delete	-	18 19 20	-	-	Delete a credential	id_or_name	records credentials' \
'browserctl credentials get	-	22 18 19 20	-	-	Show a credential without its values	id_or_name	records credentials' \
'browserctl credentials list	-	355 356 44 45 21 22 18 19 20	-	-	List credentials' \
'browserctl credentials totp	-	22 18 19 20	-	-	Show the current one-time code of a credential	id_or_name	records credentials' \
'browserctl credentials update	-	357 358 359 360 351 352 353 354 361 17 18 19 20	-	-	Change a credential	id_or_name	records credentials' \
'browserctl deployments	list get tail logs delete	21 22 18 19 20	-	-	Uploads of apps' \
'browserctl deployments delete	-	18 19 20	-	-	Stop a deployment	id	records deployments' \
'browserctl deployments get	-	22 18 19 20	-	-	Show a deployment	id	records deployments' \
'browserctl deployments list	-	362 363 67 44 45 21 22 18 19 20	-	-	List deployments' \
'browserctl deployments logs	-	70 364 73 18 19 20	-	-	Follow a deployment	id	records deployments' \
'browserctl deployments tail	-	70 364 73 18 19 20	-	-	Follow a deployment	id	records deployments' \
'browserctl deprecations	-	-	-	-	List what is deprecated in the API, until when, and what replaces it' \
'browserctl doctor	-	365 366 367	-	-	Find out why something does not work, and how to fix it' \
'browserctl explain	-	368	-	*	Explain an exit code, an error code, a network error or a state	code	words 0 1 2 3 4 5 6 7 8 9 10 11 22 70 130 bad_request cannot_delete_current_key command_not_found command_not_executable command_too_long cwd_not_found no_terminal unauthorized forbidden forbidden_host forbidden_origin not_found browser_deleted process_not_found process_not_running tool_not_found projects_disabled project_not_found method_not_allowed request_timeout timeout conflict browser_restarted dialog_open last_active_project input_busy page_closed page_crashed picker_open project_not_empty resource_in_use stdin_closed too_many_executors gone output_too_large payload_too_large uri_too_long range_not_satisfiable project_limit_reached too_many_invocations too_many_processes too_many_watches headers_too_large client_gone container_failed disk_full internal_error profile_damaged profile_not_saved not_supported_locally network_error credential_provider_failed chrome_store_failed response_too_large browser_start_failed chaos_error not_enough_memory shutting_down clipboard_not_responding outcome_unknown page_not_responding stdin_stalled changed_ref covered disabled moving no_dialog no_option no_tab not_kept not_loaded not_received not_visible page_too_large readonly stale_ref unknown_ref wrong_kind no_pages bad_cookie no_cell no_cookie no_item no_storage storage_full client_settings confirmation_needed not_in_mcp read_only already_running ambiguous_context ambiguous_name bad_answer bad_checkpoint bad_line batch_failed browser_profile_missing browser_not_opened browser_unusable changed check_unknown chromium_missing command_not_started condition_unreachable context_changed curl_option damaged directory_file_invalid directory_file_refused duplicate encrypted fill_failed foreign_file insecure_http invalid_extension invalid_profile is_directory keychain_unavailable line_too_long local_not_running local_only locked logged_out login_needs_person login_refused newer_state no_command no_context no_data no_home no_hosted_page no_live_view no_log no_login_running no_service no_token not_accepted not_an_archive not_answering not_bound not_conformant not_in_batch not_installed not_ok not_set not_stopped nothing_to_import oauth_ended oauth_failed other_version pool_empty port_forbidden port_taken project_archived proxy_unavailable ratio result_too_large screen_missing tool_failed script_failed settings_damaged settings_foreign settings_invalid shell_syntax start_failed state_unknown stream_broken terminal_only token_at_terminal token_command_failed too_large too_many_entries unexpected_redirect unknown_context unknown_state unsafe_entry unsupported variable_not_set invalid_input exit_code written_bytes log_unreadable browser_session_terminated credentials_invalid domain_not_allowed input_required login_failed login_page_unreachable no_login_form service_stopped unsupported_auth_method external_credential cua_has_credential has_credential viable_plans_found no_requirements_recorded requirements_satisfiable no_prior_successful_login no_credential no_viable_plans viable_plans_require_external_action requires_external_action requires_totp_without_secret requires_sms_code requires_email_code requires_customer_input AUTHENTICATED NEEDS_AUTH IN_PROGRESS SUCCESS FAILED EXPIRED CANCELED DISCOVERING AWAITING_INPUT AWAITING_EXTERNAL_ACTION SUBMITTING COMPLETED active deleted running exited queued succeeded failed in_progress stopped archived available unavailable' \
'browserctl extensions	upload list get download download-web-store delete	18 19 20 21 22	-	-	Stored extensions' \
'browserctl extensions delete	-	18 19 20	-	-	Delete a stored extension	id_or_name	records extensions' \
'browserctl extensions download	-	369 31 58 18 19 20	-	-	Download a stored extension	id_or_name	records extensions' \
'browserctl extensions download-web-store	-	370 369 31 58 18 19 20	-	-	Download an extension from the Chrome Web Store	url	other' \
'browserctl extensions get	-	22 18 19 20	-	-	Show a stored extension	id_or_name	records extensions' \
'browserctl extensions list	-	371 345 44 45 21 22 18 19 20	-	-	List stored extensions' \
'browserctl extensions upload	-	372 221 58 18 19 20	-	-	Store an extension	dir|zip	file' \
'browserctl import	curl	-	-	-	Requests from other tools as commands' \
'browserctl import curl	-	-	-	-	Turn a curl command into the command that makes the same call	line	other' \
'browserctl invocations	list get tail logs wait cancel browsers	21 22 18 19 20	-	-	Runs of an app\'s actions' \
'browserctl invocations browsers	-	22 18 19 20	-	-	List the browsers of an invocation	id	records invocations' \
'browserctl invocations cancel	-	18 19 20	-	-	Cancel an invocation and end its browsers	id	records invocations' \
'browserctl invocations get	-	22 18 19 20	-	-	Show an invocation	id	records invocations' \
'browserctl invocations list	-	362 373 374 375 376 377 165 44 45 21 22 18 19 20	-	-	List invocations' \
'browserctl invocations logs	-	70 364 378 73 379 126 380 136 137 18 19 20	-	-	Follow the log of an invocation until it has ended	id	records invocations' \
'browserctl invocations tail	-	70 364 378 73 379 126 380 136 137 18 19 20	-	-	Follow the log of an invocation until it has ended	id	records invocations' \
'browserctl invocations wait	-	18 19 20	-	-	Wait until an invocation has ended	id	records invocations' \
'browserctl invoke	-	381 382 383 384 385 126 386 17 18 19 20	-	-	Invoke an action of an app	app	records apps.app_name	action	records apps/actions' \
'browserctl local	setup start stop status logs reset uninstall seed-profile support chaos clock	22 18 19 20 17	-	-	The service on this machine' \
'browserctl local chaos	set show off	17 18 19 20 22	-	-	Fault injection in the local service' \
'browserctl local chaos off	-	18 19 20	-	-	Turn off fault injection in the local service' \
'browserctl local chaos set	-	17 18 19 20	-	-	Turn on fault injection in the local service	faults	other' \
'browserctl local chaos show	-	22 18 19 20	-	-	Show the injected faults and how often each occurred' \
'browserctl local clock	show set advance reset	22 18 19 20 17	-	-	Clock of the local service' \
'browserctl local clock advance	-	17 18 19 20	-	-	Advance the clock of the local service	duration	other' \
'browserctl local clock reset	-	18 19 20	-	-	Return the clock of the local service to the time of this machine' \
'browserctl local clock set	-	17 18 19 20	-	-	Set the clock of the local service	time	other' \
'browserctl local clock show	-	22 18 19 20	-	-	Show the clock of the local service' \
'browserctl local logs	-	387 69 388 70	-	-	Show the log of the local service' \
'browserctl local reset	-	-	-	-	Stop the local service and delete all it has stored' \
'browserctl local seed-profile	-	389 18 19 20	-	-	Create a profile of the local service from cookies	cookies	file' \
'browserctl local setup	-	390 391	-	-	Find a browser for the local service, or install one' \
'browserctl local start	-	392 390 393 394 395 396 397 398 399	-	-	Start the local service' \
'browserctl local status	-	22 18 19 20	-	-	Show the local service' \
'browserctl local stop	-	-	-	-	Stop the local service and end its sessions' \
'browserctl local support	-	22 18 19 20	-	-	Show what the local service does, records, or does not support' \
'browserctl local uninstall	-	400	-	-	Remove everything that this program has stored on this machine' \
'browserctl login	-	401 402 403 404 405 406 407 408	rest	-	Store a token for a service' \
'browserctl logout	-	409 410	-	-	Remove a stored token' \
'browserctl logs	-	68 69 70 71 72 73 18 19 20	-	-	Show the log of an app: its recent invocations and deployments	app	records apps.app_name' \
'browserctl mcp	install uninstall	411 412 413 414 415	-	-	Serve the commands to agents, over the Model Context Protocol' \
'browserctl mcp install	-	416 415	rest	-	Add the server to the settings of an MCP client' \
'browserctl mcp uninstall	-	417 415	-	-	Take the server out of the settings of an MCP client' \
'browserctl openapi	-	418 31	-	-	Print the API as an OpenAPI 3.1 document' \
'browserctl org	entitlements limits	22 18 19 20 17	-	-	Your organization: plan and features' \
'browserctl org entitlements	-	22 18 19 20	-	-	Show the plan of the organization and what it includes' \
'browserctl org limits	get set	22 18 19 20 17	-	-	Limits of the organization' \
'browserctl org limits get	-	22 18 19 20	-	-	Show the limits of the organization' \
'browserctl org limits set	-	419 17 18 19 20	-	-	Change the default limits of projects' \
'browserctl pools	create list get update delete acquire release flush	17 18 19 20 21 22	-	-	Pools of browsers that are ready to use' \
'browserctl pools acquire	-	420 180 421 181 203 204 17 18 19 20	-	-	Take a browser from a pool	id_or_name	records browser_pools	name	other' \
'browserctl pools create	-	348 422 182 183 185 189 193 423 424 425 426 427 428 187 203 204 199 17 18 19 20	-	-	Create a pool of browsers that are ready to use	name	other' \
'browserctl pools delete	-	429 17 18 19 20	-	-	Delete a browser pool and end its browsers	id_or_name	records browser_pools' \
'browserctl pools flush	-	18 19 20	-	-	Replace the idle browsers of a pool	id_or_name	records browser_pools' \
'browserctl pools get	-	22 18 19 20	-	-	Show a browser pool	id_or_name	records browser_pools' \
'browserctl pools list	-	430 345 431 44 45 21 22 18 19 20	-	-	List browser pools' \
'browserctl pools release	-	432 17 18 19 20	-	-	Give a browser back to its pool	id_or_name	records browser_pools	session	records browsers' \
'browserctl pools update	-	433 422 182 183 185 189 434 435 423 424 425 426 436 427 437 428 438 439 203 204 199 17 18 19 20	-	-	Change a browser pool	id_or_name	records browser_pools' \
'browserctl profiles	create list get update download inspect import import-local delete	17 18 19 20 21 22	-	-	Saved cookies and storage that sessions start from' \
'browserctl profiles create	-	348 17 18 19 20	-	-	Create an empty profile	name	other' \
'browserctl profiles delete	-	18 19 20	-	-	Delete a profile and its saved data	id_or_name	records profiles' \
'browserctl profiles download	-	440 441 442 31 58 18 19 20	-	-	Download the saved data of a profile	id_or_name	records profiles' \
'browserctl profiles get	-	22 18 19 20	-	-	Show a profile	id_or_name	records profiles' \
'browserctl profiles import	-	443 58 18 19 20	-	-	Create a profile of the local service from a file or a browser\'s directory	file|dir	file' \
'browserctl profiles import-local	-	444 445 446 447 448 449	-	-	Create a profile from the cookies of your own browser on this machine' \
'browserctl profiles inspect	-	58 18 19 20	-	-	Summarise the content of a profile, without values	profile|file	file' \
'browserctl profiles list	-	450 451 44 45 21 22 18 19 20	-	-	List profiles' \
'browserctl profiles update	-	357 17 18 19 20	-	-	Rename a profile	id_or_name	records profiles' \
'browserctl projects	create list get update archive unarchive delete use limits	17 18 19 20 21 22	-	-	Projects, which separate resources from each other' \
'browserctl projects archive	-	18 19 20	-	-	Archive a project	id_or_name	records projects' \
'browserctl projects create	-	17 18 19 20	-	-	Create a project	name	other' \
'browserctl projects delete	-	18 19 20	-	-	Delete an empty project	id_or_name	records projects' \
'browserctl projects get	-	22 18 19 20	-	-	Show a project	id_or_name	records projects' \
'browserctl projects limits	get set	22 18 19 20 17	-	-	How much may run in a project at the same time' \
'browserctl projects limits get	-	22 18 19 20	-	-	Show the limits of a project	id_or_name	records projects' \
'browserctl projects limits set	-	452 453 17 18 19 20	-	-	Change the limits of a project	id_or_name	records projects' \
'browserctl projects list	-	454 345 44 45 21 22 18 19 20	-	-	List projects' \
'browserctl projects unarchive	-	18 19 20	-	-	Restore an archived project	id_or_name	records projects' \
'browserctl projects update	-	455 17 18 19 20	-	-	Rename a project	id_or_name	records projects' \
'browserctl projects use	-	18 19 20	-	-	Choose the project that commands of this context work in	id_or_name	records projects' \
'browserctl proxies	create list get update check delete	17 18 19 20 21 22	-	-	Proxies that sessions use' \
'browserctl proxies check	-	456 17 18 19 20	-	-	Test whether a proxy works	id	records proxies' \
'browserctl proxies create	-	457 458 459 460 461 462 463 464 465 466 467 468 469 470 471 17 18 19 20	-	-	Create a proxy	name	other	url	other' \
'browserctl proxies delete	-	18 19 20	-	-	Delete a proxy	id	records proxies' \
'browserctl proxies get	-	22 18 19 20	-	-	Show a proxy without its secrets	id	records proxies' \
'browserctl proxies list	-	472 473 44 45 21 22 18 19 20	-	-	List proxies' \
'browserctl proxies update	-	474 17 18 19 20	-	-	Rename a proxy	id	records proxies' \
'browserctl schema	-	-	-	*	Print the JSON Schemas of a command	command	other' \
'browserctl search	run get contents providers	17 18 19 20 22	-	-	Search of the web' \
'browserctl search contents	-	475 476 477 478 479 480 481 482 483 17 18 19 20	-	-	Fetch the texts of results	id	other' \
'browserctl search get	-	22 18 19 20	-	-	Show a search again	id	other' \
'browserctl search providers	-	484 22 18 19 20	-	-	List search providers' \
'browserctl search run	-	485 486 487 488 489 490 491 492 493 494 495 496 497 498 478 479 480 481 482 483 17 18 19 20	-	-	Search the web	query	other' \
'browserctl skill	install uninstall	-	-	-	Print a guide for agents, which matches this version' \
'browserctl skill install	-	499 500 501	-	-	Put the guide where agents look for skills' \
'browserctl skill uninstall	-	499 500 501	-	-	Remove what skill install has written' \
'browserctl telemetry	destinations	17 18 19 20 21 22	-	-	Export of the events of sessions' \
'browserctl telemetry destinations	create list get update delete	17 18 19 20 21 22	-	-	Collectors to which sessions export their events over OTLP' \
'browserctl telemetry destinations create	-	502 503 504 505 17 18 19 20	-	-	Create a destination for telemetry	name	other' \
'browserctl telemetry destinations delete	-	18 19 20	-	-	Delete a destination for telemetry	id_or_name	records telemetry/destinations' \
'browserctl telemetry destinations get	-	22 18 19 20	-	-	Show a destination for telemetry	id_or_name	records telemetry/destinations' \
'browserctl telemetry destinations list	-	506 507 44 45 21 22 18 19 20	-	-	List destinations for telemetry' \
'browserctl telemetry destinations update	-	508 503 504 505 509 17 18 19 20	-	-	Change a destination for telemetry	id_or_name	records telemetry/destinations' \
'browserctl vault-provider-configs	create list get update delete	17 18 19 20 21 22	-	-	Own clients at payment providers, for the wallets of vaults' \
'browserctl vault-provider-configs create	-	341 510 511 512 513 17 18 19 20	-	-	Create a provider configuration for vaults	name	other' \
'browserctl vault-provider-configs delete	-	18 19 20	-	-	Delete a provider configuration for vaults	id_or_name	records vault-provider-configs' \
'browserctl vault-provider-configs get	-	22 18 19 20	-	-	Show a provider configuration for vaults	id_or_name	records vault-provider-configs' \
'browserctl vault-provider-configs list	-	44 45 21 22 18 19 20	-	-	List provider configurations for vaults' \
'browserctl vault-provider-configs update	-	341 512 513 17 18 19 20	-	-	Change a provider configuration for vaults	id_or_name	records vault-provider-configs' \
'browserctl vaults	create list get delete items	17 18 19 20 21 22	-	-	Vaults of logins and cards that sessions use without seeing them' \
'browserctl vaults create	-	514 17 18 19 20	-	-	Create a vault, or show the one with this name	name	other' \
'browserctl vaults delete	-	18 19 20	-	-	Delete a vault with its items	id_or_name	records vaults' \
'browserctl vaults get	-	22 18 19 20	-	-	Show a vault	id_or_name	records vaults' \
'browserctl vaults items	put list get update run events delete	17 18 19 20 22	-	-	Logins, wallets and cards in a vault' \
'browserctl vaults items delete	-	18 19 20	-	-	Delete an item of a vault	id_or_name	records vaults	key	records vaults/items' \
'browserctl vaults items events	-	515 516 22 18 19 20	-	-	List what happened to an item of a vault	id_or_name	records vaults	key	records vaults/items' \
'browserctl vaults items get	-	517 518 22 18 19 20	-	-	Show an item of a vault	id_or_name	records vaults	key	records vaults/items' \
'browserctl vaults items list	-	22 18 19 20	-	-	List the items of a vault	id_or_name	records vaults' \
'browserctl vaults items put	-	519 520 521 522 523 524 352 17 18 19 20	-	-	Create an item of a vault	id_or_name	records vaults	key	records vaults/items' \
'browserctl vaults items run	-	525 526 527 528 529 530 531 532 533 17 18 19 20	-	-	Run an operation of an item of a vault	id_or_name	records vaults	key	records vaults/items	operation	other' \
'browserctl vaults items update	-	534 535 524 352 536 523 17 18 19 20	-	-	Change an item of a vault	id_or_name	records vaults	key	records vaults/items' \
'browserctl vaults list	-	345 44 45 21 22 18 19 20	-	-	List vaults' \
'browserctl version	-	-	-	-	Print the version of this program' \
'browserctl wait	browser invocation deployment connection	18 19 20	-	-	Wait for a state of a record' \
'browserctl wait browser	-	537 18 19 20	-	-	Wait until a session has ended, or a field has a value	id_or_name	records browsers' \
'browserctl wait connection	-	538 18 19 20	-	-	Wait until an auth connection is deleted, or a field has a value	id	records auth/connections' \
'browserctl wait deployment	-	539 18 19 20	-	-	Wait until a deployment is deleted, or a field has a value	id	records deployments' \
'browserctl wait invocation	-	540 18 19 20	-	-	Wait until a field of an invocation has a value	id	records invocations' \
'browserctl whoami	-	22 18 19 20	-	-	Show who you are, and where you act'

# Sets next, rest, repeated, arguments and flags of its caller to what may follow the command words $argv[1].
function __browserctl_node --no-scope-shadowing
    set -l cells (string split \t -- (string match -- "$argv[1]"\t'*' $__browserctl_nodes))
    set next (string split -n ' ' -- (string replace -r '^-$' '' -- "$cells[2]"))
    set rest $cells[4]
    set repeated $cells[5]
    set flags $__browserctl_flags[1..16]
    if test "$cells[3]" != -
        set -a flags $__browserctl_flags[(string split ' ' -- $cells[3])]
    end
    set -e cells[1..6]
    set arguments $cells
end

# Sets forms and kind of its caller to those of the flag $argv[1].
function __browserctl_flag --no-scope-shadowing
    set -l cells (string match -r -- '^(?:[^\t]* )?'(string escape --style=regex -- "$argv[1]")'(?: [^\t]*)?\t.*' $flags)
    set cells (string split \t -- "$cells[1]")
    set forms (string split ' ' -- "$cells[1]")
    set kind $cells[3]
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

# Adds the value $argv[2] of the flag $argv[1] to the options of the call that asks for records.
function __browserctl_option --no-scope-shadowing
    if contains -- "$argv[1]" --context --project --base-url
        set -a options $argv[1] $argv[2]
    end
end

# Offers the forms of all flags that are not used up.
function __browserctl_offer_flags --no-scope-shadowing
    for form in $used
        set flags (string match -v -r -- "^$form( [^\t]*)?\t-\t.*" $flags)
    end
    string replace -rf '^(\S+)[^\t]*\t[^\t]*\t[^\t]*\t(.*)' '$1\t$2' -- $flags
    string replace -rf '^\S+ (-\w)\b[^\t]*\t[^\t]*\t[^\t]*\t(.*)' '$1\t$2' -- $flags
    string replace -rf '^(\S+)[^\t]* (--no-\S+)\t.*' '$2\tOpposite of $1' -- $flags
end

# Offers values of the kind $argv[1]; $argv[2] stands before them in the word, $argv[3] is what is typed of the value.
function __browserctl_values --no-scope-shadowing
    set -l words (string split ' ' -- $argv[1])
    set -l of $words[1]
    set -e words[1]
    switch "$of"
        case words
            for word in $words
                printf '%s%s\n' "$argv[2]" $word
            end
        case records
            __browserctl_records $words[1] "$argv[2]" "$argv[3]"
            set -e words[1]
            for word in $words
                printf '%s%s\n' "$argv[2]" $word
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
        printf '%s%s\n' "$before" "$file"
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
    set -l prefix (string unescape -- "$argv[3]"; or string unescape -- "$argv[3]'"; or string unescape -- "$argv[3]\"")
    set -l answers (__browserctl_ask $program __complete $argv[1] "$prefix" $options -- $parents)
    # Before -- a value with a dash would be a flag; fish inserts a ~ at the beginning of a word without a quote.
    set -l barred
    if test $dashes = 0 -a -z "$kind$argv[2]"
        set barred -
    end
    if test -z "$argv[2]"; and not string match -qr -- '^["\']' "$argv[3]"
        set barred "~$barred"
    end
    for answer in (string match -r -- '^(?![\t'"$barred"'])[^[:cntrl:]]+\t[^[:cntrl:]]*$' $answers)
        printf '%s%s\n' "$argv[2]" "$answer"
    end
end

# Prints what a program answers, within a bound of time and of lines. Fish itself cannot bound the time.
function __browserctl_ask
    set -lx PATH (string match -- '/*' $PATH)
    command sh -c '
        if command -v timeout > /dev/null; then exec timeout -s KILL 2 "$@"; fi
        "$@" & asked=$!
        (trap "kill \$pause; exit" TERM; sleep 2 & pause=$!; wait $pause && kill -KILL $asked) > /dev/null & guard=$!
        wait $asked
        kill $guard
    ' sh $argv 2>/dev/null </dev/null | command head -n 1000
end

function __browserctl_complete
    set -l line (commandline -opc)
    set -l typed $line
    set -e typed[1]
    set -l current (commandline -ct)
    set -l path browserctl
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
        else if test "$path" = browserctl -a -z "$help"; and contains -- "$word" help schema
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
            string replace -rf -- "^$path (\S+)\t(?:[^\t]*\t){4}([^\t]*).*" '$1\t$2' $__browserctl_nodes
            if test "$path" = browserctl -a -z "$help"
                printf '%s\n' 'help'\t'Show help on a command or a topic'
            else if test "$path" = browserctl -a "$help" = help
                printf '%s\n' 'flags'\t'Flags that every command has' 'output'\t'Formats of results: text, tables, JSON, YAML, CSV, variables' 'exit-codes'\t'Exit codes of the program' 'error-codes'\t'Error codes of the API, with their exit codes' 'environment'\t'Variables that the program reads' 'contexts'\t'Services, accounts and projects, and how one is chosen' 'scripting'\t'Use in scripts: ids, conditions, waiting, failures' 'ci'\t'Use in a CI pipeline: token, project, masked secrets' 'faults'\t'Fault injection, to test what you build on the API'
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

complete -c browserctl -f -a '(__browserctl_complete)'
