# bash completion for browserctl, printed by `browserctl completion bash`. Do not edit.

# Path of the program that has installed this script; without one, the first browserctl in an absolute directory of PATH
# is asked for records.
_browserctl_installed=''

# Rows of flags and of command words; cells are separated by tabs, and - stands for none. A flag: forms, * if it may be
# repeated, value. Command words: the words that may follow, numbers of their flags, "rest" for a command line behind --,
# * if the last argument may be repeated, -, and name and value of each argument.
_browserctl_flags=(
'--output -o	-	words json jsonl yaml csv table env text'
'--fields	-	other'
'--query	-	other'
'--template	-	source'
'--timeout	-	other'
'--debug	-	-'
'--show-token	-	-'
'--quiet -q	-	-'
'--yes -y	-	-'
'--no-input	-	-'
'--no-color	-	-'
'--help -h	-	-'
'--context	-	records contexts'
'--base-url	-	other'
'--project	-	records projects'
'--insecure-http	-	-'
'--input	-	source'
'--dry-run	-	-'
'--print	-	words curl fetch powershell'
'--retry-unsafe	-	-'
'--all	-	-'
'--watch	-	other'
'--version -V	-	-'
'--field -F	*	source'
'--raw-field -f	*	other'
'--header -H	*	other'
'--paginate	-	-'
'--include -i	-	-'
'--out	-	file'
'--force	-	-'
'--name	-	other'
'--days-to-expire	-	other'
'--project-id	-	records projects.id'
'--expires-in	-	other'
'--out-file	-	file'
'--organization	-	-'
'--include-deleted --no-include-deleted	-	-'
'--status	-	words active deleted all'
'--name	-	records api_keys.name'
'--search	-	other'
'--sort-by	-	words created_at name expires_at'
'--sort-direction	-	words asc desc'
'--limit	-	other'
'--offset	-	other'
'--never-expires	-	-'
'--grace	-	other'
'--app-version	-	records apps/versions'
'--app-version	-	other'
'--region	-	words aws.us-east-1a'
'--force --no-force	-	-'
'--env	*	other'
'--env-file	-	file'
'--root	-	file'
'--include-modules	-	-'
'--no-follow	-	-'
'--progress	-	words auto plain none'
'--ref	-	other'
'--entrypoint	-	file'
'--path	-	other'
'--repo-token	-	other'
'--from-template	-	records app-templates'
'--app-name	-	records apps.app_name'
'--app-version	-	records apps.version'
'--follow -f	-	-'
'--lines -n	-	other'
'--since	-	other'
'--action	-	records apps/actions'
'--timestamps	-	-'
'--type	-	words s3'
'--format	-	words jsonl.gz'
'--region	-	other'
'--bucket	-	other'
'--prefix	-	other'
'--role-arn	-	other'
'--kms-key	-	other'
'--clear-kms-key	-	-'
'--status	-	words active paused'
'--until	-	other'
'--method	-	words GET HEAD POST PUT PATCH DELETE OPTIONS'
'--exclude-method	*	words GET HEAD POST PUT PATCH DELETE OPTIONS'
'--service	-	other'
'--auth-strategy	-	other'
'--user-id	*	other'
'--format	-	words jsonl jsonl.gz'
'--auth-strategy	-	records audit-logs.auth_strategy'
'--domain	-	other'
'--profile-name	-	records profiles.name'
'--allowed-domain	*	other'
'--allow-any-domain	-	-'
'--health-check-interval	-	other'
'--login-url	-	other'
'--auto-reauth --no-auto-reauth	-	-'
'--health-checks --no-health-checks	-	-'
'--record-session --no-record-session	-	-'
'--save-credentials --no-save-credentials	-	-'
'--stealth --no-stealth	-	-'
'--proxy-id	-	records proxies.id'
'--proxy-name	-	records proxies.name'
'--proxy-mode	-	words direct default'
'--credential	-	records credentials.name'
'--credential-provider	-	records credential_providers.name'
'--credential-path	-	file'
'--credential-auto	-	-'
'--telemetry	-	words on off'
'--telemetry-category	*	words control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off'
'--telemetry-export	-	records telemetry/destinations'
'--domain	-	records auth/connections.domain'
'--field	*	other'
'--choice	*	other'
'--attach	-	-'
'--wait --no-wait	-	-'
'--wait-for-person	-	-'
'--hosted	-	-'
'--open	-	-'
'--plain	-	-'
'--plan-id	-	other'
'--interaction	-	other'
'--choice	-	other'
'--type	-	words login reauth health_check'
'--clear-allowed-domains	-	-'
'--clear-login-url	-	-'
'--max-reconnects	-	other'
'--idle-timeout	-	other'
'--reveal	-	-'
'--concurrency -c	-	other'
'--allow	*	words secrets service settings'
'--unordered	-	-'
'--stop-on-error	-	-'
'--secret	-	source'
'--wait	-	other'
'--button	-	words left right middle back forward'
'--click-type	-	words down up click'
'--num-clicks	-	other'
'--hold-key	*	other'
'--hide	-	-'
'--show	-	-'
'--button	-	words left middle right'
'--delay	-	other'
'--smooth --no-smooth	-	-'
'--duration-ms	-	other'
'--steps-per-segment	-	other'
'--step-delay-ms	-	other'
'--duration	-	other'
'--delta-x	-	other'
'--delta-y	-	other'
'--level	-	words error warning info debug'
'--find	-	other'
'--max-tokens	-	other'
'--new	-	-'
'--all-sites --no-all-sites	-	-'
'--values	-	-'
'--expires	-	other'
'--secure --no-secure	-	-'
'--http-only --no-http-only	-	-'
'--same-site	-	words strict lax none'
'--tag	*	other'
'--headless --no-headless	-	-'
'--gpu --no-gpu	-	-'
'--kiosk-mode --no-kiosk-mode	-	-'
'--memory	-	words 8GiB 16GiB'
'--region	-	words us-east us-west eu-west ap-southeast'
'--timeout-seconds	-	other'
'--viewport	-	other'
'--start-url	-	other'
'--profile	-	records profiles'
'--proxy	-	records proxies none'
'--extension	*	records extensions'
'--vault	*	records vaults'
'--invocation-id	-	records invocations'
'--save-profile-changes	-	-'
'--pool	-	records browser_pools'
'--acquire-timeout	-	other'
'--private-host	*	other'
'--allowed-host	*	other'
'--proxy-route	*	other'
'--chrome-policy	-	source'
'--telemetry-exclude	*	other'
'--method -X	-	words GET HEAD POST PUT PATCH DELETE OPTIONS'
'--response-encoding	-	words utf8 base64'
'--request-timeout	-	other'
'--header -H	*	source'
'--data -d	-	source'
'--head -I	-	-'
'--fail	-	-'
'--fail-with-body	-	-'
'--write-out -w	-	source'
'--dump-header -D	-	file'
'--name	*	other'
'--include-all	-	-'
'--owner	-	other'
'--group	-	other'
'--extract	-	file'
'--mode	-	other'
'--recursive -r	-	-'
'--dest	-	other'
'--recursive -r --no-recursive	-	-'
'--for	-	other'
'--path	-	file'
'--process	-	other'
'--follow --no-follow	-	-'
'--failed --no-failed	-	-'
'--type	-	words document stylesheet script image font media xhr fetch websocket ping other'
'--method	-	other'
'--status	-	other'
'--open --no-open	-	-'
'--paper	-	words a3 a4 a5 legal letter tabloid'
'--landscape --no-landscape	-	-'
'--no-background --no-no-background	-	-'
'--scale	-	other'
'--pages	-	other'
'--timeout-sec	-	other'
'--executor	-	other'
'--close-tab --no-close-tab	-	-'
'--cwd	-	other'
'--as-user	-	other'
'--as-root --no-as-root	-	-'
'--tty -t	-	-'
'--stdin -i	-	-'
'--no-stdin -n	-	-'
'--signal	-	words TERM KILL INT HUP'
'--rows	-	other'
'--cols	-	other'
'--tty -t --no-tty	-	-'
'--keep-open	-	-'
'--part	-	other'
'--whole --no-whole	-	-'
'--links --no-links	-	-'
'--reset --no-reset	-	-'
'--framerate	-	other'
'--max-duration	-	other'
'--audio --no-audio	-	-'
'--full-page --no-full-page	-	-'
'--marks --no-marks	-	-'
'--interactive --no-interactive	-	-'
'--under	-	other'
'--depth	-	other'
'--delta --no-delta	-	-'
'--session --no-session	-	-'
'--origin	-	other'
'--category	*	words control connection system captcha console network page interaction screenshot platform monitor'
'--order	-	words asc desc'
'--replay	-	-'
'--clear-name	-	-'
'--clear-tags	-	-'
'--clear-allowed-hosts	-	-'
'--clear-telemetry-export	-	-'
'--read-only	-	-'
'--text	-	other'
'--gone	-	other'
'--url	-	other'
'--loaded --no-loaded	-	-'
'--within	-	other'
'--replace --no-replace	-	-'
'--exclude-custom --no-exclude-custom	-	-'
'--sort-by	-	words target analysis_status recommended_config last_requested_at success_rate'
'--sort-order	-	words asc desc'
'--country	*	other'
'--intent	-	other'
'--only	*	other'
'--include	*	words organization costly service'
'--page	-	other'
'--junit	-	file'
'--forget	-	-'
'--here	-	-'
'--shared	-	-'
'--provider-type	-	words onepassword bitwarden pass vault program'
'--cache-ttl-seconds	-	other'
'--provider-token	-	other'
'--enabled --no-enabled	-	-'
'--priority	-	other'
'--sso-provider	-	other'
'--value	*	other'
'--ask	*	other'
'--totp-secret	-	other'
'--ask-totp-secret	-	-'
'--domain	-	records credentials.domain'
'--remove-value	*	records credentials/values'
'--clear-sso-provider	-	-'
'--clear-totp	-	-'
'--fix	-	-'
'--local	-	-'
'--only	*	words program settings environment network service local browser machine'
'--os	-	words linux mac win'
'--name	-	records extensions.name'
'--action-name	-	records invocations.action_name'
'--app-version	-	records invocations.version'
'--status	-	words queued running succeeded failed'
'--deployment-id	-	records deployments'
'--filter	-	other'
'--raw	-	-'
'--checkpoint	-	file'
'--payload -p	-	source'
'--async-timeout-seconds	-	other'
'--async	-	-'
'--follow -f --no-follow	-	-'
'--level	-	words debug info warn error fatal'
'--browser	-	file'
'--check	-	-'
'--port	-	other'
'--foreground	-	-'
'--idle-stop	-	other'
'--projects	-	words enabled disabled'
'--screen	-	words auto real headless'
'--plan	-	words enterprise startup hobbyist free'
'--demo-site --no-demo-site	-	-'
'--chaos	-	other'
'--store	-	words file keychain command env'
'--token-stdin	-	-'
'--token-env	-	other'
'--web	-	-'
'--device	-	-'
'--client-id	-	other'
'--callback-port	-	other'
'--skip-check	-	-'
'--all-contexts	-	-'
'--http	-	other'
'--token	-	source'
'--target	-	words claude-code claude-desktop codex cursor gemini vscode windsurf zed'
'--default-project-max-concurrent-sessions	-	other'
'--size	-	other'
'--fill-rate	-	other'
'--refresh-on-profile-update --no-refresh-on-profile-update	-	-'
'--name	-	records browser_pools.name'
'--reuse --no-reuse	-	-'
'--clear-extensions	-	-'
'--clear-start-url	-	-'
'--clear-profile	-	-'
'--clear-proxy	-	-'
'--discard-all-idle --no-discard-all-idle	-	-'
'--format	-	words tar.zst tar'
'--browser	-	words chrome chromium edge brave'
'--browser-profile	-	other'
'--user-data-dir	-	file'
'--domain	*	other'
'--name	-	records profiles.name'
'--max-concurrent-sessions	-	other'
'--max-concurrent-invocations	-	other'
'--name	-	records projects.name'
'--type	-	words datacenter isp residential mobile custom'
'--protocol	-	words http https'
'--bypass-host	*	other'
'--host	-	other'
'--username	-	other'
'--ca-bundle	-	source'
'--country	-	other'
'--state	-	other'
'--city	-	other'
'--zip	-	other'
'--asn	-	other'
'--password	-	source'
'--password-stdin	-	-'
'--name	-	records proxies.name'
'--result	*	other'
'--timeout-ms	-	other'
'--content-source	-	words auto provider browser'
'--content-format	-	words markdown text'
'--content-max-chars	-	other'
'--content-max-age-hours	-	other'
'--content-browser	-	records browsers.session_id'
'--content-mode	-	words curl render'
'--provider	-	words brave exa perplexity context parallel valyu octen you tavily serpapi'
'--max-results	-	other'
'--recency	-	words hour day week month year'
'--start-date	-	other'
'--end-date	-	other'
'--include-domain	*	other'
'--exclude-domain	*	other'
'--language	-	other'
'--safe-search	-	words off moderate strict'
'--strict-params --no-strict-params	-	-'
'--include-raw --no-include-raw	-	-'
'--provider	*	words brave exa perplexity context parallel valyu octen you tavily serpapi'
'--texts	-	-'
'--target	-	words agents claude-code codex'
'--directory	-	file'
'--agents-md	-	-'
'--endpoint	-	other'
'--description	-	other'
'--header	*	other'
'--name	-	records telemetry/destinations.name'
'--remove-header	*	other'
'--provider	-	words link agentcard'
'--client-secret	-	other'
'--publishable-key	-	other'
'--after	-	other'
'--expand	*	words payment_methods'
'--type	-	words wallet card credential credential_account'
'--visible	*	other'
'--optional	*	other'
'--website	-	other'
'--session	-	records browsers.session_id'
'--page-url	-	other'
'--tool-ref	-	other'
'--goal	-	other'
'--keyword	*	other'
'--reason	-	other'
'--fill	*	other'
'--item-version	-	other'
'--item-id	-	other'
'--clear	*	other'
'--for	*	words deleted memory=1GiB memory=2GiB memory=6GiB memory=8GiB memory=16GiB region=us-east region=us-west region=eu-west region=ap-southeast'
'--for	*	words deleted status=AUTHENTICATED status=NEEDS_AUTH can_reauth_reason=external_credential can_reauth_reason=cua_has_credential can_reauth_reason=has_credential can_reauth_reason=viable_plans_found can_reauth_reason=no_requirements_recorded can_reauth_reason=requirements_satisfiable can_reauth_reason=no_prior_successful_login can_reauth_reason=no_credential can_reauth_reason=no_viable_plans can_reauth_reason=viable_plans_require_external_action can_reauth_reason=requires_external_action can_reauth_reason=requires_totp_without_secret can_reauth_reason=requires_sms_code can_reauth_reason=requires_email_code can_reauth_reason=requires_customer_input flow_status=IN_PROGRESS flow_status=SUCCESS flow_status=FAILED flow_status=EXPIRED flow_status=CANCELED flow_step=DISCOVERING flow_step=AWAITING_INPUT flow_step=AWAITING_EXTERNAL_ACTION flow_step=SUBMITTING flow_step=COMPLETED flow_type=LOGIN flow_type=REAUTH'
'--for	*	words deleted status=queued status=in_progress status=running status=failed status=stopped region=aws.us-east-1a source_type=file source_type=github'
'--for	*	words status=queued status=running status=succeeded status=failed'
)
_browserctl_nodes=(
'browserctl	browsers pools profiles proxies credentials credential-providers extensions telemetry config-registry vaults vault-provider-configs search apps deployments invocations projects audit-logs org auth api-keys local context config wait import completion mcp skill invoke logs login logout whoami api batch openapi doctor explain conformance deprecations schema version	17 18 19 20 21 22 23	-	-	-'
'browserctl api	-	24 25 26 17 27 28 29 30 18 19 20	-	-	-	method	words GET POST PUT PATCH DELETE HEAD	path	other'
'browserctl api-keys	create list get update rotate delete	17 18 19 20 21 22	-	-	-'
'browserctl api-keys create	-	31 32 33 34 35 30 36 17 18 19 20	-	-	-	name	other'
'browserctl api-keys delete	-	18 19 20	-	-	-	id	records api_keys'
'browserctl api-keys get	-	37 22 18 19 20	-	-	-	id	records api_keys'
'browserctl api-keys list	-	38 39 40 41 42 43 44 21 22 18 19 20	-	-	-'
'browserctl api-keys rotate	-	32 45 46 34 35 30 17 18 19 20	-	-	-	id	records api_keys'
'browserctl api-keys update	-	31 17 18 19 20	-	-	-	id	records api_keys'
'browserctl apps	init deploy deploy-repo list delete logs	18 19 20 21 22	-	-	-'
'browserctl apps delete	-	47 18 19 20	-	-	-	app	records apps.app_name'
'browserctl apps deploy	-	48 49 50 51 52 53 54 55 56 18 19 20	-	-	-	entry|dir	file'
'browserctl apps deploy-repo	-	48 49 50 51 57 58 59 60 52 55 18 19 20	-	-	-	url	other'
'browserctl apps init	-	61 30	-	-	-	dir	file'
'browserctl apps list	-	62 63 40 43 44 21 22 18 19 20	-	-	-'
'browserctl apps logs	-	64 65 66 67 47 68 18 19 20	-	-	-	app	records apps.app_name'
'browserctl audit-logs	list export destinations	21 22 18 19 20 17	-	-	-'
'browserctl audit-logs destinations	create list get update test delete	17 18 19 20 21 22	-	-	-'
'browserctl audit-logs destinations create	-	69 70 71 72 73 74 75 17 18 19 20	-	-	-'
'browserctl audit-logs destinations delete	-	18 19 20	-	-	-	id	records audit-logs/export/destinations'
'browserctl audit-logs destinations get	-	22 18 19 20	-	-	-	id	records audit-logs/export/destinations'
'browserctl audit-logs destinations list	-	43 44 21 22 18 19 20	-	-	-'
'browserctl audit-logs destinations test	-	18 19 20	-	-	-	id	records audit-logs/export/destinations'
'browserctl audit-logs destinations update	-	71 72 73 74 75 76 77 17 18 19 20	-	-	-	id	records audit-logs/export/destinations'
'browserctl audit-logs export	-	66 78 79 80 81 82 40 83 84 29 30 18 19 20	-	-	-'
'browserctl audit-logs list	-	66 78 79 80 81 85 40 83 43 21 22 18 19 20	-	-	-'
'browserctl auth	context status token connections	22 18 19 20 17 21	-	-	-'
'browserctl auth connections	create list get update explain login watch submit cancel check timeline screenshot delete plans	17 18 19 20 21 22	-	-	-'
'browserctl auth connections cancel	-	18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections check	-	18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections create	-	86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 17 18 19 20	-	-	-	domain	other'
'browserctl auth connections delete	-	18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections explain	-	22 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections get	-	22 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections list	-	107 87 40 43 44 21 22 18 19 20	-	-	-'
'browserctl auth connections login	-	94 108 109 110 111 112 113 114 115 96 97 98 99 104 105 106 17 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections plans	list show delete	22 18 19 20	-	-	-'
'browserctl auth connections plans delete	-	116 18 19 20	-	-	-	id	records auth/connections	plan	other'
'browserctl auth connections plans list	-	22 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections plans show	-	22 18 19 20	-	-	-	id	records auth/connections	plan	other'
'browserctl auth connections screenshot	-	29 30 18 19 20	-	-	-	id	records auth/connections	login	other'
'browserctl auth connections submit	-	117 118 108 17 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections timeline	-	119 43 44 21 22 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections update	-	88 120 90 91 121 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 17 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth connections watch	-	122 123 18 19 20	-	-	-	id	records auth/connections'
'browserctl auth context	-	22 18 19 20	-	-	-'
'browserctl auth status	-	-	-	-	-'
'browserctl auth token	-	124	-	-	-'
'browserctl batch	-	125 126 127 128 18 19 20	-	-	-	file	file'
'browserctl browsers	create list get update keep open use unbind delete view run snapshot act wait-for read html screenshot pdf goto back forward reload console network curl repl tabs dialog cookies storage process fs computer playwright webmcp extensions replays telemetry logs	17 18 19 20 21 22	-	-	-'
'browserctl browsers act	-	129 130 30 18 19 20	-	*	-	id	records browsers	verb	words click dblclick fill type select check uncheck hover press scroll upload drag -	ref	other	value	other'
'browserctl browsers back	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers computer	screenshot click move drag scroll press type cursor mouse-position batch clipboard	17 18 19 20	-	-	-'
'browserctl browsers computer batch	-	17 18 19 20	-	-	-	id	records browsers	actions	source'
'browserctl browsers computer click	-	131 132 133 134 17 18 19 20	-	-	-	id	records browsers	x	other	y	other'
'browserctl browsers computer clipboard	read write	18 19 20 17	-	-	-'
'browserctl browsers computer clipboard read	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers computer clipboard write	-	17 18 19 20	-	-	-	id	records browsers	text	source'
'browserctl browsers computer cursor	-	135 136 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers computer drag	-	137 138 139 140 141 142 134 17 18 19 20	-	*	-	id	records browsers	x,y	other'
'browserctl browsers computer mouse-position	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers computer move	-	134 139 140 17 18 19 20	-	-	-	id	records browsers	x	other	y	other'
'browserctl browsers computer press	-	143 134 17 18 19 20	-	*	-	id	records browsers	key	other'
'browserctl browsers computer screenshot	-	71 29 30 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers computer scroll	-	144 145 134 17 18 19 20	-	-	-	id	records browsers	x	other	y	other'
'browserctl browsers computer type	-	138 17 18 19 20	-	-	-	id	records browsers	text	source'
'browserctl browsers console	-	146 147 66 148 149 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers cookies	list get set delete clear	18 19 20	-	-	-'
'browserctl browsers cookies clear	-	31 86 59 150 18 19 20	-	-	-	id	records browsers'
'browserctl browsers cookies delete	-	86 59 150 18 19 20	-	-	-	id	records browsers	name	other'
'browserctl browsers cookies get	-	86 59 150 18 19 20	-	-	-	id	records browsers	name	other'
'browserctl browsers cookies list	-	86 59 150 151 18 19 20	-	-	-	id	records browsers'
'browserctl browsers cookies set	-	86 59 152 153 154 155 129 18 19 20	-	-	-	id	records browsers	name	other	value	other'
'browserctl browsers create	-	31 156 157 96 158 159 160 161 162 163 164 165 166 167 168 169 170 171 172 99 173 174 175 176 104 105 177 106 17 18 19 20	-	-	-	name	other'
'browserctl browsers curl	-	178 179 180 181 182 28 183 184 185 186 187 29 30 17 18 19 20	-	-	-	id	records browsers	url	other'
'browserctl browsers delete	-	18 19 20	-	*	-	id_or_name	records browsers'
'browserctl browsers dialog	accept dismiss	18 19 20	-	-	-'
'browserctl browsers dialog accept	-	18 19 20	-	-	-	id	records browsers	text	other'
'browserctl browsers dialog dismiss	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers extensions	upload	18 19 20	-	-	-'
'browserctl browsers extensions upload	-	188 189 56 18 19 20	-	*	-	id	records browsers	dir|zip	file'
'browserctl browsers forward	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers fs	list ls info read cat write cp upload upload-zip download download-dir mkdir rm mv chmod watch	22 18 19 20 17	-	-	-'
'browserctl browsers fs cat	-	29 30 56 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs chmod	-	190 191 17 18 19 20	-	-	-	id	records browsers	mode	other	path	other'
'browserctl browsers fs cp	-	30 56 18 19 20	-	-	-	source	records browsers	target	records browsers'
'browserctl browsers fs download	-	29 30 56 18 19 20	-	-	-	id	records browsers	path	other	target	file'
'browserctl browsers fs download-dir	-	29 192 30 56 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs info	-	22 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs list	-	22 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs ls	-	22 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs mkdir	-	193 17 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs mv	-	17 18 19 20	-	-	-	id	records browsers	from	other	to	other'
'browserctl browsers fs read	-	29 30 56 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs rm	-	194 18 19 20	-	*	-	id	records browsers	path	other'
'browserctl browsers fs upload	-	195 56 18 19 20	-	*	-	id	records browsers	file	file'
'browserctl browsers fs upload-zip	-	195 189 56 18 19 20	-	-	-	id	records browsers	zip|dir	file'
'browserctl browsers fs watch	-	196 17 18 19 20	-	-	-	id	records browsers	path	other'
'browserctl browsers fs write	-	193 56 18 19 20	-	-	-	id	records browsers	path	other	content	other'
'browserctl browsers get	-	37 22 18 19 20	-	-	-	id_or_name	records browsers'
'browserctl browsers goto	-	18 19 20	-	-	-	id	records browsers	url	other'
'browserctl browsers html	-	57 29 30 18 19 20	-	-	-	id	records browsers'
'browserctl browsers keep	-	197 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers list	-	38 40 156 161 43 44 21 22 18 19 20	-	-	-'
'browserctl browsers logs	tail	18 19 20	-	-	-'
'browserctl browsers logs tail	-	198 199 200 68 18 19 20	-	-	-	id	records browsers'
'browserctl browsers network	-	201 202 203 204 147 66 148 149 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers open	-	31 156 157 96 158 159 160 161 162 163 165 166 167 168 169 170 99 173 174 104 105 177 106 205 17 18 19 20	-	-	-	url	other'
'browserctl browsers pdf	-	206 207 208 209 210 29 30 18 19 20	-	-	-	id	records browsers'
'browserctl browsers playwright	execute executors	17 18 19 20 22	-	-	-'
'browserctl browsers playwright execute	-	211 212 17 18 19 20	-	-	-	id	records browsers	code	source'
'browserctl browsers playwright executors	list delete	22 18 19 20	-	-	-'
'browserctl browsers playwright executors delete	-	213 18 19 20	-	-	-	id	records browsers	name	other'
'browserctl browsers playwright executors list	-	22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers process	exec spawn list status output stdin kill resize	17 18 19 20 22	-	-	-'
'browserctl browsers process exec	-	214 51 215 216 211 217 218 219 17 18 19 20	rest	-	-	id	records browsers'
'browserctl browsers process kill	-	220 17 18 19 20	-	-	-	id	records browsers	process_id	records browsers/processes'
'browserctl browsers process list	-	22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers process output	-	64 18 19 20	-	-	-	id	records browsers	process_id	records browsers/processes'
'browserctl browsers process resize	-	221 222 17 18 19 20	-	-	-	id	records browsers	process_id	records browsers/processes'
'browserctl browsers process spawn	-	214 51 215 216 211 223 221 222 17 18 19 20	rest	-	-	id	records browsers'
'browserctl browsers process status	-	22 18 19 20	-	-	-	id	records browsers	process_id	records browsers/processes'
'browserctl browsers process stdin	-	224 17 18 19 20	-	-	-	id	records browsers	process_id	records browsers/processes	text	other'
'browserctl browsers read	-	148 225 57 226 227 29 30 18 19 20	-	-	-	id	records browsers'
'browserctl browsers reload	-	18 19 20	-	-	-	id	records browsers'
'browserctl browsers repl	-	211 228 17 18 19 20	-	-	-	id	records browsers	code	source'
'browserctl browsers replays	list start stop download	22 18 19 20 17	-	-	-'
'browserctl browsers replays download	-	29 30 56 18 19 20	-	-	-	id	records browsers	replay_id	records browsers/replays'
'browserctl browsers replays list	-	22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers replays start	-	229 230 231 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers replays stop	-	18 19 20	-	-	-	id	records browsers	replay_id	records browsers/replays'
'browserctl browsers run	-	31 156 157 96 158 159 160 161 162 163 164 165 166 167 168 169 170 99 173 174 104 105 177 106 17 18 19 20	rest	-	-'
'browserctl browsers screenshot	-	57 232 233 29 30 18 19 20	-	-	-	id	records browsers'
'browserctl browsers snapshot	-	148 234 147 235 236 237 221 29 30 17 18 19 20	-	-	-	id	records browsers'
'browserctl browsers storage	list get set delete clear	18 19 20	-	-	-'
'browserctl browsers storage clear	-	238 239 18 19 20	-	-	-	id	records browsers'
'browserctl browsers storage delete	-	238 239 18 19 20	-	-	-	id	records browsers	key	other'
'browserctl browsers storage get	-	238 239 18 19 20	-	-	-	id	records browsers	key	other'
'browserctl browsers storage list	-	238 239 151 18 19 20	-	-	-	id	records browsers'
'browserctl browsers storage set	-	238 239 129 18 19 20	-	-	-	id	records browsers	key	other	value	other'
'browserctl browsers tabs	list new activate close	22 18 19 20	-	-	-'
'browserctl browsers tabs activate	-	18 19 20	-	-	-	id	records browsers	number	other'
'browserctl browsers tabs close	-	18 19 20	-	-	-	id	records browsers	number	other'
'browserctl browsers tabs list	-	22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers tabs new	-	18 19 20	-	-	-	id	records browsers	url	other'
'browserctl browsers telemetry	list tail	21 22 18 19 20	-	-	-'
'browserctl browsers telemetry list	-	240 66 78 241 43 44 21 22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers telemetry tail	-	242 240 122 123 18 19 20	-	-	-	id	records browsers'
'browserctl browsers unbind	-	-	-	-	-	dir	file'
'browserctl browsers update	-	31 243 156 244 165 166 164 163 170 99 174 245 104 105 177 106 246 30 17 18 19 20	-	-	-	id_or_name	records browsers'
'browserctl browsers use	-	18 19 20	-	-	-	id_or_name	records browsers'
'browserctl browsers view	-	247 205 18 19 20	-	-	-	id_or_name	records browsers'
'browserctl browsers wait-for	-	248 249 57 250 251 252 18 19 20	-	-	-	id	records browsers'
'browserctl browsers webmcp	list invoke custom-tools	22 18 19 20 17	-	-	-'
'browserctl browsers webmcp custom-tools	list add remove	22 18 19 20 17	-	-	-'
'browserctl browsers webmcp custom-tools add	-	253 17 18 19 20	-	-	-	id	records browsers	namespace	other	source	source'
'browserctl browsers webmcp custom-tools list	-	22 18 19 20	-	-	-	id	records browsers'
'browserctl browsers webmcp custom-tools remove	-	18 19 20	-	-	-	id	records browsers	tool_id	other'
'browserctl browsers webmcp invoke	-	211 17 18 19 20	-	-	-	id	records browsers	tool	other	input	other'
'browserctl browsers webmcp list	-	254 22 18 19 20	-	-	-	id	records browsers'
'browserctl completion	install uninstall	-	-	-	-	shell	words bash zsh fish powershell'
'browserctl completion install	-	-	-	-	-	shell	words bash zsh fish powershell'
'browserctl completion uninstall	-	-	-	-	-	shell	words bash zsh fish powershell'
'browserctl config	get set unset list path explain	-	-	-	-'
'browserctl config explain	-	-	-	-	-'
'browserctl config get	-	-	-	-	-	key	words output timeout no_input pager'
'browserctl config list	-	-	-	-	-'
'browserctl config path	-	-	-	-	-'
'browserctl config set	-	-	-	-	-	key	words output timeout no_input pager	value	other'
'browserctl config unset	-	-	-	-	-	key	words output timeout no_input pager'
'browserctl config-registry	list lookup resolve analyses	21 22 18 19 20 17	-	-	-'
'browserctl config-registry analyses	list get cancel	21 22 18 19 20	-	-	-'
'browserctl config-registry analyses cancel	-	18 19 20	-	-	-	id	records config-registry/analyses'
'browserctl config-registry analyses get	-	22 18 19 20	-	-	-	id	records config-registry/analyses'
'browserctl config-registry analyses list	-	40 43 44 21 22 18 19 20	-	-	-'
'browserctl config-registry list	-	40 255 256 43 44 21 22 18 19 20	-	-	-'
'browserctl config-registry lookup	-	257 17 18 19 20	-	-	-	url	other'
'browserctl config-registry resolve	-	257 258 17 18 19 20	-	-	-	url	other'
'browserctl conformance	-	259 260 261 262 30	-	-	-	url	other'
'browserctl context	list use unbind show add remove rename	-	-	-	-'
'browserctl context add	-	-	-	-	-	name	other'
'browserctl context list	-	-	-	-	-'
'browserctl context remove	-	263	-	-	-	name	records contexts'
'browserctl context rename	-	-	-	-	-	name	records contexts	new-name	other'
'browserctl context show	-	-	-	-	-	name	records contexts'
'browserctl context unbind	-	-	-	-	-	dir	file'
'browserctl context use	-	264 265	-	-	-	name	records contexts'
'browserctl credential-providers	create list get update items test delete	17 18 19 20 21 22	-	-	-'
'browserctl credential-providers create	-	31 266 267 268 17 18 19 20	rest	-	-	name	other'
'browserctl credential-providers delete	-	18 19 20	-	-	-	id	records credential_providers'
'browserctl credential-providers get	-	22 18 19 20	-	-	-	id	records credential_providers'
'browserctl credential-providers items	-	22 18 19 20	-	-	-	id	records credential_providers'
'browserctl credential-providers list	-	40 43 44 21 22 18 19 20	-	-	-'
'browserctl credential-providers test	-	18 19 20	-	-	-	id	records credential_providers'
'browserctl credential-providers update	-	31 269 270 267 268 17 18 19 20	rest	-	-	id	records credential_providers'
'browserctl credentials	create list get update totp delete	17 18 19 20 21 22	-	-	-'
'browserctl credentials create	-	31 86 271 272 273 274 275 17 18 19 20	-	-	-	name	other'
'browserctl credentials delete	-	18 19 20	-	-	-	id_or_name	records credentials'
'browserctl credentials get	-	22 18 19 20	-	-	-	id_or_name	records credentials'
'browserctl credentials list	-	276 40 43 44 21 22 18 19 20	-	-	-'
'browserctl credentials totp	-	22 18 19 20	-	-	-	id_or_name	records credentials'
'browserctl credentials update	-	31 277 271 278 272 273 274 275 279 17 18 19 20	-	-	-	id_or_name	records credentials'
'browserctl deployments	list get tail logs delete	21 22 18 19 20	-	-	-'
'browserctl deployments delete	-	18 19 20	-	-	-	id	records deployments'
'browserctl deployments get	-	22 18 19 20	-	-	-	id	records deployments'
'browserctl deployments list	-	62 63 40 43 44 21 22 18 19 20	-	-	-'
'browserctl deployments logs	-	66 55 68 18 19 20	-	-	-	id	records deployments'
'browserctl deployments tail	-	66 55 68 18 19 20	-	-	-	id	records deployments'
'browserctl deprecations	-	-	-	-	-'
'browserctl doctor	-	280 281 282	-	-	-'
'browserctl explain	-	21	-	*	-	code	words 0 1 2 3 4 5 6 7 8 9 10 11 22 70 130 bad_request cannot_delete_current_key command_not_found command_not_executable command_too_long cwd_not_found no_terminal unauthorized forbidden forbidden_host forbidden_origin not_found browser_deleted process_not_found process_not_running tool_not_found projects_disabled project_not_found method_not_allowed request_timeout timeout conflict browser_restarted dialog_open last_active_project input_busy page_closed page_crashed picker_open project_not_empty resource_in_use stdin_closed too_many_executors gone output_too_large payload_too_large uri_too_long range_not_satisfiable project_limit_reached too_many_invocations too_many_processes too_many_watches headers_too_large client_gone container_failed disk_full internal_error profile_damaged profile_not_saved not_supported_locally network_error credential_provider_failed chrome_store_failed response_too_large browser_start_failed chaos_error not_enough_memory shutting_down clipboard_not_responding outcome_unknown page_not_responding stdin_stalled changed_ref covered disabled moving no_dialog no_option no_tab not_kept not_loaded not_received not_visible page_too_large readonly stale_ref unknown_ref wrong_kind no_pages bad_cookie no_cell no_cookie no_item no_storage storage_full client_settings confirmation_needed not_in_mcp read_only already_running ambiguous_context ambiguous_name bad_answer bad_checkpoint bad_line batch_failed browser_profile_missing browser_not_opened browser_unusable changed check_unknown chromium_missing command_not_started condition_unreachable context_changed curl_option damaged directory_file_invalid directory_file_refused duplicate encrypted fill_failed foreign_file insecure_http invalid_extension invalid_profile is_directory keychain_unavailable line_too_long local_not_running local_only locked logged_out login_needs_person login_refused newer_state no_command no_context no_data no_home no_hosted_page no_live_view no_log no_login_running no_service no_token not_accepted not_an_archive not_answering not_bound not_conformant not_in_batch not_installed not_ok not_set not_stopped nothing_to_import oauth_ended oauth_failed other_version pool_empty port_forbidden port_taken project_archived proxy_unavailable ratio result_too_large screen_missing tool_failed script_failed settings_damaged settings_foreign settings_invalid shell_syntax start_failed state_unknown stream_broken terminal_only token_at_terminal token_command_failed too_large too_many_entries unexpected_redirect unknown_context unknown_state unsafe_entry unsupported variable_not_set invalid_input exit_code written_bytes log_unreadable browser_session_terminated credentials_invalid domain_not_allowed input_required login_failed login_page_unreachable no_login_form service_stopped unsupported_auth_method external_credential cua_has_credential has_credential viable_plans_found no_requirements_recorded requirements_satisfiable no_prior_successful_login no_credential no_viable_plans viable_plans_require_external_action requires_external_action requires_totp_without_secret requires_sms_code requires_email_code requires_customer_input AUTHENTICATED NEEDS_AUTH IN_PROGRESS SUCCESS FAILED EXPIRED CANCELED DISCOVERING AWAITING_INPUT AWAITING_EXTERNAL_ACTION SUBMITTING COMPLETED active deleted running exited queued succeeded failed in_progress stopped archived available unavailable'
'browserctl extensions	upload list get download download-web-store delete	18 19 20 21 22	-	-	-'
'browserctl extensions delete	-	18 19 20	-	-	-	id_or_name	records extensions'
'browserctl extensions download	-	29 30 56 18 19 20	-	-	-	id_or_name	records extensions'
'browserctl extensions download-web-store	-	283 29 30 56 18 19 20	-	-	-	url	other'
'browserctl extensions get	-	22 18 19 20	-	-	-	id_or_name	records extensions'
'browserctl extensions list	-	284 40 43 44 21 22 18 19 20	-	-	-'
'browserctl extensions upload	-	31 189 56 18 19 20	-	-	-	dir|zip	file'
'browserctl import	curl	-	-	-	-'
'browserctl import curl	-	-	-	-	-	line	other'
'browserctl invocations	list get tail logs wait cancel browsers	21 22 18 19 20	-	-	-'
'browserctl invocations browsers	-	22 18 19 20	-	-	-	id	records invocations'
'browserctl invocations cancel	-	18 19 20	-	-	-	id	records invocations'
'browserctl invocations get	-	22 18 19 20	-	-	-	id	records invocations'
'browserctl invocations list	-	62 285 286 287 288 40 66 43 44 21 22 18 19 20	-	-	-'
'browserctl invocations logs	-	66 55 289 68 290 115 291 122 123 18 19 20	-	-	-	id	records invocations'
'browserctl invocations tail	-	66 55 289 68 290 115 291 122 123 18 19 20	-	-	-	id	records invocations'
'browserctl invocations wait	-	18 19 20	-	-	-	id	records invocations'
'browserctl invoke	-	47 292 293 294 295 115 68 17 18 19 20	-	-	-	app	records apps.app_name	action	records apps/actions'
'browserctl local	setup start stop status logs reset uninstall seed-profile support chaos clock	22 18 19 20 17	-	-	-'
'browserctl local chaos	set show off	17 18 19 20 22	-	-	-'
'browserctl local chaos off	-	18 19 20	-	-	-'
'browserctl local chaos set	-	17 18 19 20	-	-	-	faults	other'
'browserctl local chaos show	-	22 18 19 20	-	-	-'
'browserctl local clock	show set advance reset	22 18 19 20 17	-	-	-'
'browserctl local clock advance	-	17 18 19 20	-	-	-	duration	other'
'browserctl local clock reset	-	18 19 20	-	-	-'
'browserctl local clock set	-	17 18 19 20	-	-	-	time	other'
'browserctl local clock show	-	22 18 19 20	-	-	-'
'browserctl local logs	-	64 65 296 66	-	-	-'
'browserctl local reset	-	-	-	-	-'
'browserctl local seed-profile	-	31 18 19 20	-	-	-	cookies	file'
'browserctl local setup	-	297 298	-	-	-'
'browserctl local start	-	299 297 300 301 302 303 304 305 306	-	-	-'
'browserctl local status	-	22 18 19 20	-	-	-'
'browserctl local stop	-	-	-	-	-'
'browserctl local support	-	22 18 19 20	-	-	-'
'browserctl local uninstall	-	298	-	-	-'
'browserctl login	-	307 308 309 310 311 312 313 314	rest	-	-'
'browserctl logout	-	315 263	-	-	-'
'browserctl logs	-	64 65 66 67 47 68 18 19 20	-	-	-	app	records apps.app_name'
'browserctl mcp	install uninstall	316 317 247 126 18	-	-	-'
'browserctl mcp install	-	318 18	rest	-	-'
'browserctl mcp uninstall	-	318 18	-	-	-'
'browserctl openapi	-	29 30	-	-	-'
'browserctl org	entitlements limits	22 18 19 20 17	-	-	-'
'browserctl org entitlements	-	22 18 19 20	-	-	-'
'browserctl org limits	get set	22 18 19 20 17	-	-	-'
'browserctl org limits get	-	22 18 19 20	-	-	-'
'browserctl org limits set	-	319 17 18 19 20	-	-	-'
'browserctl pools	create list get update delete acquire release flush	17 18 19 20 21 22	-	-	-'
'browserctl pools acquire	-	172 31 164 156 104 105 17 18 19 20	-	-	-	id_or_name	records browser_pools	name	other'
'browserctl pools create	-	31 320 157 96 159 163 167 321 162 322 164 165 97 161 104 105 173 17 18 19 20	-	-	-	name	other'
'browserctl pools delete	-	50 17 18 19 20	-	-	-	id_or_name	records browser_pools'
'browserctl pools flush	-	18 19 20	-	-	-	id_or_name	records browser_pools'
'browserctl pools get	-	22 18 19 20	-	-	-	id_or_name	records browser_pools'
'browserctl pools list	-	323 40 161 43 44 21 22 18 19 20	-	-	-'
'browserctl pools release	-	324 17 18 19 20	-	-	-	id_or_name	records browser_pools	session	records browsers'
'browserctl pools update	-	31 320 157 96 159 163 167 325 321 162 322 164 326 165 327 97 328 329 104 105 173 17 18 19 20	-	-	-	id_or_name	records browser_pools'
'browserctl profiles	create list get update download inspect import import-local delete	17 18 19 20 21 22	-	-	-'
'browserctl profiles create	-	31 17 18 19 20	-	-	-	name	other'
'browserctl profiles delete	-	18 19 20	-	-	-	id_or_name	records profiles'
'browserctl profiles download	-	330 29 192 30 56 18 19 20	-	-	-	id_or_name	records profiles'
'browserctl profiles get	-	22 18 19 20	-	-	-	id_or_name	records profiles'
'browserctl profiles import	-	31 56 18 19 20	-	-	-	file|dir	file'
'browserctl profiles import-local	-	331 332 333 334 31 18	-	-	-'
'browserctl profiles inspect	-	56 18 19 20	-	-	-	profile|file	file'
'browserctl profiles list	-	335 40 43 44 21 22 18 19 20	-	-	-'
'browserctl profiles update	-	31 17 18 19 20	-	-	-	id_or_name	records profiles'
'browserctl projects	create list get update archive unarchive delete use limits	17 18 19 20 21 22	-	-	-'
'browserctl projects archive	-	18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects create	-	17 18 19 20	-	-	-	name	other'
'browserctl projects delete	-	18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects get	-	22 18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects limits	get set	22 18 19 20 17	-	-	-'
'browserctl projects limits get	-	22 18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects limits set	-	336 337 17 18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects list	-	338 40 43 44 21 22 18 19 20	-	-	-'
'browserctl projects unarchive	-	18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects update	-	31 17 18 19 20	-	-	-	id_or_name	records projects'
'browserctl projects use	-	18 19 20	-	-	-	id_or_name	records projects'
'browserctl proxies	create list get update check delete	17 18 19 20 21 22	-	-	-'
'browserctl proxies check	-	250 17 18 19 20	-	-	-	id	records proxies'
'browserctl proxies create	-	339 31 340 341 342 299 343 344 345 346 347 348 349 350 351 17 18 19 20	-	-	-	name	other	url	other'
'browserctl proxies delete	-	18 19 20	-	-	-	id	records proxies'
'browserctl proxies get	-	22 18 19 20	-	-	-	id	records proxies'
'browserctl proxies list	-	352 40 43 44 21 22 18 19 20	-	-	-'
'browserctl proxies update	-	31 17 18 19 20	-	-	-	id	records proxies'
'browserctl schema	-	-	-	*	-	command	other'
'browserctl search	run get contents providers	17 18 19 20 22	-	-	-'
'browserctl search contents	-	353 43 354 355 356 357 358 359 360 17 18 19 20	-	-	-	id	other'
'browserctl search get	-	22 18 19 20	-	-	-	id	other'
'browserctl search providers	-	361 22 18 19 20	-	-	-'
'browserctl search run	-	362 363 364 365 366 367 345 368 369 370 371 354 372 373 355 356 357 358 359 360 17 18 19 20	-	-	-	query	other'
'browserctl skill	install uninstall	-	-	-	-'
'browserctl skill install	-	374 375 376	-	-	-'
'browserctl skill uninstall	-	374 375 376	-	-	-'
'browserctl telemetry	destinations	17 18 19 20 21 22	-	-	-'
'browserctl telemetry destinations	create list get update delete	17 18 19 20 21 22	-	-	-'
'browserctl telemetry destinations create	-	31 377 378 379 17 18 19 20	-	-	-	name	other'
'browserctl telemetry destinations delete	-	18 19 20	-	-	-	id_or_name	records telemetry/destinations'
'browserctl telemetry destinations get	-	22 18 19 20	-	-	-	id_or_name	records telemetry/destinations'
'browserctl telemetry destinations list	-	380 40 43 44 21 22 18 19 20	-	-	-'
'browserctl telemetry destinations update	-	31 377 378 379 381 17 18 19 20	-	-	-	id_or_name	records telemetry/destinations'
'browserctl vault-provider-configs	create list get update delete	17 18 19 20 21 22	-	-	-'
'browserctl vault-provider-configs create	-	31 382 312 383 384 17 18 19 20	-	-	-	name	other'
'browserctl vault-provider-configs delete	-	18 19 20	-	-	-	id_or_name	records vault-provider-configs'
'browserctl vault-provider-configs get	-	22 18 19 20	-	-	-	id_or_name	records vault-provider-configs'
'browserctl vault-provider-configs list	-	43 44 21 22 18 19 20	-	-	-'
'browserctl vault-provider-configs update	-	31 383 384 17 18 19 20	-	-	-	id_or_name	records vault-provider-configs'
'browserctl vaults	create list get delete items	17 18 19 20 21 22	-	-	-'
'browserctl vaults create	-	31 17 18 19 20	-	-	-	name	other'
'browserctl vaults delete	-	18 19 20	-	-	-	id_or_name	records vaults'
'browserctl vaults get	-	22 18 19 20	-	-	-	id_or_name	records vaults'
'browserctl vaults items	put list get update run events delete	17 18 19 20 22	-	-	-'
'browserctl vaults items delete	-	18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items'
'browserctl vaults items events	-	385 130 22 18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items'
'browserctl vaults items get	-	386 130 22 18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items'
'browserctl vaults items list	-	22 18 19 20	-	-	-	id_or_name	records vaults'
'browserctl vaults items put	-	387 108 388 389 390 272 273 17 18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items'
'browserctl vaults items run	-	391 392 354 393 211 394 395 396 397 17 18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items	operation	other'
'browserctl vaults items update	-	398 399 272 273 400 390 17 18 19 20	-	-	-	id_or_name	records vaults	key	records vaults/items'
'browserctl vaults list	-	40 43 44 21 22 18 19 20	-	-	-'
'browserctl version	-	-	-	-	-'
'browserctl wait	browser invocation deployment connection	18 19 20	-	-	-'
'browserctl wait browser	-	401 18 19 20	-	-	-	id_or_name	records browsers'
'browserctl wait connection	-	402 18 19 20	-	-	-	id	records auth/connections'
'browserctl wait deployment	-	403 18 19 20	-	-	-	id	records deployments'
'browserctl wait invocation	-	404 18 19 20	-	-	-	id	records invocations'
'browserctl whoami	-	22 18 19 20	-	-	-'
)

# Sets next, rest, arguments, repeated and flags to what may follow the command words $1.
_browserctl_node() {
  local row cells number
  for row in "${_browserctl_nodes[@]}"; do
    if [[ $row == "$1"$'\t'* ]]; then break; fi
  done
  IFS=$'\t' read -r -a cells <<< "$row"
  next="${cells[1]#-}" rest="${cells[3]}" repeated="${cells[4]}"
  arguments=("${cells[@]:6}")
  flags=("${_browserctl_flags[@]:0:16}")
  read -r -a cells <<< "${cells[2]#-}"
  for number in "${cells[@]}"; do flags+=("${_browserctl_flags[number - 1]}"); done
}

# Sets forms, repeat and kind to those of the flag $1.
_browserctl_flag() {
  local row
  for row in "${flags[@]}"; do
    forms="${row%%$'\t'*}"
    if [[ " $forms " == *" $1 "* ]]; then
      row="${row#*$'\t'}"
      repeat="${row%%$'\t'*}" kind="${row#*$'\t'}"
      return 0
    fi
  done
  forms="" repeat="" kind="-"
  return 1
}

# Sets verb to the word of next that $1 names, by itself or as an alias such as ls.
_browserctl_verb() {
  case "$1" in
    "") return 1 ;;
    create) set -- create add ;;
    delete) set -- delete remove ;;
    get) set -- get show ;;
    ls) set -- ls list ;;
    rm) set -- rm delete remove ;;
    show) set -- show get ;;
  esac
  for verb; do
    if [[ " $next " == *" $verb "* ]]; then return 0; fi
  done
  return 1
}

# Adds the value $2 of a flag to the options of the call that asks for records.
_browserctl_option() {
  if [[ " $1 " == *" --context "* || " $1 " == *" --project "* || " $1 " == *" --base-url "* ]]; then
    _browserctl_unquote "$2"
    options+=("${1%% *}" "$plain")
  fi
}

# Offers the forms of all flags that are not used up.
_browserctl_offer_flags() {
  local row offered=""
  for row in "${flags[@]}"; do
    if [[ $row == *$'	*	'* || " $used " != *" ${row%%[ $'	']*} "* ]]; then offered+=" ${row%%$'	'*}"; fi
  done
  _browserctl_offer "" "$offered"
}

# Offers values of the kind $1; $2 stands before them in the word.
_browserctl_values() {
  local words
  case "$1" in
    "words "*) _browserctl_offer "$2" "${1#words }" ;;
    "records "*)
      words="${1#records }"
      _browserctl_records "$2" "${words%% *}"
      if [[ $words == *' '* ]]; then _browserctl_offer "$2" "${words#* }"; fi
      ;;
    file) _browserctl_files "${current:${#2}}" "$2" ;;
    source)
      if [[ ${current:${#2}} == @* ]]; then _browserctl_source "${current:${#2}}" "$2"; fi
      ;;
  esac
}

_browserctl() {
  local IFS=$' \t\n' next flags rest repeated arguments typed flag="" forms repeat kind verb plain kept quote
  local path=browserctl dashes="" help="" used="" parents=() options=() at word current
  COMPREPLY=()
  _browserctl_words
  current="${typed[${#typed[@]} - 1]}"
  _browserctl_unquote "$current"
  _browserctl_node "$path"
  for ((at = 1; at < ${#typed[@]} - 1; at++)); do
    word="${typed[at]}"
    if [[ -n $flag ]]; then
      _browserctl_option "$flag" "$word"
      flag=""
    elif [[ -n $dashes ]]; then
      parents+=("$word")
    elif [[ $word == -- ]]; then
      dashes=$at
      if [[ $rest == rest ]]; then break; fi
    elif [[ $word == -?* ]]; then
      if _browserctl_flag "${word%%=*}"; then
        used+=" ${forms%% *}"
        if [[ $word == --*=* ]]; then
          _browserctl_option "$forms" "${word#*=}"
        elif [[ $kind != - ]]; then
          flag="$forms"
        fi
      fi
    elif [[ $path == browserctl && -z $help && $word == @(help|schema) ]]; then
      help=$word
    elif [[ ${#parents[@]} -eq 0 ]] && _browserctl_verb "$word"; then
      path="$path $verb"
      _browserctl_node "$path"
    else
      parents+=("$word")
    fi
  done
  _browserctl_unquote "$current"

  if [[ $rest == rest && -n $dashes ]]; then
    _browserctl_command "$dashes"
  elif [[ -n $flag ]]; then
    _browserctl_flag "${flag%% *}"
    _browserctl_values "$kind" ""
  elif [[ -z $dashes && $current == --*=* ]]; then
    _browserctl_flag "${current%%=*}"
    _browserctl_values "$kind" "${current%%=*}="
  elif [[ -z $dashes && $current == -* ]]; then
    _browserctl_offer_flags
  else
    if [[ ${#parents[@]} -eq 0 && -z $dashes ]]; then
      _browserctl_offer "" "$next"
      if [[ $path == browserctl && -z $help ]]; then
        _browserctl_offer "" help
      elif [[ $path == browserctl && $help == help ]]; then
        _browserctl_offer "" 'flags output exit-codes error-codes environment contexts scripting ci faults'
      fi
    fi
    at=$((2 * ${#parents[@]} + 1))
    if [[ at -gt ${#arguments[@]} && $repeated == '*' ]]; then at=$((${#arguments[@]} - 1)); fi
    if [[ -z $help && at -lt ${#arguments[@]} ]]; then _browserctl_values "${arguments[at]}" ""; fi
  fi
}

# The words up to the cursor. Bash also breaks them at the characters of COMP_WORDBREAKS, such as = and @: what stands
# together in the line is put together again.
_browserctl_words() {
  local all="${COMP_LINE-}" at word bare
  local line="${all:0:${COMP_POINT:-0}}"
  typed=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    word="${COMP_WORDS[at]}"
    if [[ -z $all ]]; then
      typed+=("$word")
    elif [[ -n $line ]]; then
      bare="${line#"${line%%[![:space:]]*}"}"
      if ((at == COMP_CWORD)); then word="$bare"; fi
      if [[ $bare == "$line" && at -gt 0 ]]; then
        typed[${#typed[@]} - 1]+="$word"
      else
        typed+=("$word")
      fi
      line="${bare#"$word"}"
    fi
  done
}

# Sets plain to the word $1 without its quotes, quote to the one that is still open, and kept to the part of plain that
# stands before what readline replaces. Nothing is expanded.
_browserctl_unquote() {
  local at char after base=""
  plain="" quote="" kept=""
  for ((at = 0; at < ${#1}; at++)); do
    char="${1:at:1}"
    if [[ $quote == "'" && $char != "'" ]]; then
      plain+="$char"
    elif [[ $char == \\ && $quote != "'" ]]; then
      ((at += 1))
      after="${1:at:1}"
      if [[ -n $quote && $after != [\"\\\$\`] ]]; then plain+="\\"; fi
      plain+="$after"
    elif [[ -n $quote ]]; then
      if [[ $char == "$quote" ]]; then
        quote="" kept="$base"
      else
        plain+="$char"
      fi
    elif [[ $char == [\"\'] ]]; then
      quote="$char" kept="$plain"
    else
      plain+="$char"
      # Readline replaces an @ with the word that it begins.
      if [[ $COMP_WORDBREAKS == *"$char"* ]]; then base="${plain%@}" kept="${plain%@}"; fi
    fi
  done
}

# Sets quoted to the text $1 as it has to stand behind the quote that is open.
_browserctl_quote() {
  local mark escaped
  quoted="$1"
  if [[ $quote == "'" ]]; then
    escaped="'\''"
    quoted=${quoted//$quote/$escaped}
  elif [[ -n $quote ]]; then
    for mark in '\' '"' '$' '`'; do quoted=${quoted//"$mark"/\\$mark}; done
    # History would expand a ! here.
    escaped="\"'!'\""
    quoted=${quoted//!/$escaped}
  elif [[ -n $1 ]]; then
    printf -v quoted '%q' "$1"
  fi
  # Readline takes a quote at the beginning for the one that is open, and one at the end for the one that closes it.
  if [[ -n $quote && $quoted == "$quote"* ]]; then quoted="$quote$quoted"; fi
  if [[ -n $quote && $quoted == *"$quote" ]]; then quoted+="$quote"; fi
}

# Offers those of the words $2 that begin with what is typed; $1 stands before each of them in the word.
_browserctl_offer() {
  local word offered quoted
  read -r -a offered <<< "$2"
  for word in "${offered[@]}"; do
    word="$1$word"
    if [[ $word == "$plain"* ]]; then
      _browserctl_quote "${word:${#kept}}"
      COMPREPLY+=("$quoted")
    fi
  done
}

# Prints what the program $1 answers to the words behind it, within a bound of time and of lines.
_browserctl_ask() {
  local line count=0 status=0 last=$((SECONDS + 2)) before="${!-}"
  while IFS= read -r -t 2 line || { status=$? && false; }; do
    if ((++count > 1000 || SECONDS > last)); then break; fi
    printf '%s
' "$line"
  done < <(exec "$@" 2> /dev/null < /dev/null)
  if [[ $status != 1 && ${!-} != "$before" ]]; then kill -KILL "$!"; fi
}

# Offers records of the source $2; $1 stands before each of them in the word. Descriptions appear in a list alone: what
# readline inserts is what all candidates begin with, and no two of them are alike.
_browserctl_records() {
  local program search line value quoted seen=$'
' keys=$'
' key alike="" width=0 at prefix="${plain:${#1}}" args=() about=()
  local typed_plain="$plain" typed_quote="$quote" typed_kept="$kept"
  for value in "${parents[@]}"; do
    _browserctl_unquote "$value"
    args+=("$plain")
  done
  _browserctl_program
  plain="$typed_plain" quote="$typed_quote" kept="$typed_kept"
  if [[ -z $program ]]; then return; fi
  while IFS= read -r line; do
    value="${line%%$'	'*}"
    if [[ -z $value || $line != *$'	'* || "${line/$'	'/}" == *[[:cntrl:]]* || $value != "$prefix"* ]]; then continue; fi
    # Before -- such a value would be a flag.
    if [[ -z $1 && -z $flag && -z $dashes && $value == -* || $seen == *$'
'"$value"$'
'* ]]; then continue; fi
    seen+="$value"$'
'
    key="${value,,}" key="${key//-/_}"
    if [[ $keys == *$'
'"$key"$'
'* ]]; then alike=1; fi
    keys+="$key"$'
'
    value="$1$value"
    _browserctl_quote "${value:${#kept}}"
    COMPREPLY+=("$quoted")
    about+=("${line#*$'	'}")
    if ((${#quoted} > width)); then width=${#quoted}; fi
  done <<< "$(PATH="$search"; _browserctl_ask "$program" __complete "$2" "$prefix" "${options[@]}" -- "${args[@]}" 2> /dev/null)"
  if [[ ${#COMPREPLY[@]} -lt 2 || -n $alike || ${COMP_TYPE:-9} == 37 || ${COMP_TYPE:-9} == 42 ]]; then return; fi
  for ((at = 0; at < ${#COMPREPLY[@]}; at++)); do
    if [[ -n ${about[at]} ]]; then printf -v 'COMPREPLY[at]' '%-*s  (%s)' "$width" "${COMPREPLY[at]}" "${about[at]}"; fi
  done
}

# Sets search to the absolute directories of PATH, and program to the browserctl that has installed this script, or else to
# the first one in them; to none where there is none. Whatever was typed may be a file of the working directory.
_browserctl_program() {
  local entry entries
  program="" search=""
  IFS=: read -r -a entries <<< "$PATH"
  for entry in "${entries[@]}"; do
    if [[ $entry != /* ]]; then continue; fi
    search+="${search:+:}$entry"
    if [[ -z $program && -f $entry/browserctl && -x $entry/browserctl ]]; then program="$entry/browserctl"; fi
  done
  if [[ -f $_browserctl_installed && -x $_browserctl_installed ]]; then program="$_browserctl_installed"; fi
}

# Offers files whose names begin with $1; $2 stands before them in the word.
_browserctl_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$2$file"); done < <(compgen -f -- "$1")
  # Bash itself finds what stands in quotes and behind ~.
  if type compopt &> /dev/null; then compopt -o filenames -o default 2> /dev/null; fi
  _browserctl_trim "$current"
}

# Offers files behind @. Bash knows no file of that name: quotes and the slash of a directory are put here.
_browserctl_source() {
  local file quoted typed="${1#@}"
  typed="${typed//\\/}"
  while IFS= read -r file; do
    printf -v quoted '%q' "$file"
    if [[ -d $file ]]; then
      quoted+=/
      if type compopt &> /dev/null; then compopt -o nospace 2> /dev/null; fi
    fi
    COMPREPLY+=("$2@$quoted")
  done < <(compgen -f -- "$typed")
  _browserctl_trim "$current"
}

# Completes the command line that begins behind word $1.
_browserctl_command() {
  local at word
  if declare -F _command_offset > /dev/null; then
    for ((at = 0; at < COMP_CWORD; at++)); do
      if [[ ${COMP_WORDS[at]} == -- ]]; then
        _command_offset "$((at + 1))"
        return
      fi
    done
  fi
  if ((${#typed[@]} - 1 == $1 + 1)); then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$current")
  fi
  _browserctl_files "$current" ""
}

# Bash replaces only what follows the last character that breaks words; an @ there is replaced too.
_browserctl_trim() {
  local breaks="" mark before at
  for mark in = @ :; do
    if [[ $COMP_WORDBREAKS == *"$mark"* ]]; then breaks+="$mark"; fi
  done
  if [[ -z $breaks || $1 != *["$breaks"]* ]]; then return; fi
  before="${1%"${1##*["$breaks"]}"}"
  before="${before%@}"
  for ((at = 0; at < ${#COMPREPLY[@]}; at++)); do COMPREPLY[at]="${COMPREPLY[at]#"$before"}"; done
}

complete -F _browserctl browserctl
