# bash completion for browserctl. Written by `npm run generate`. Do not edit.

# What may follow the command words $1: words, flags, those of the flags that take a value, and whether a command line
# stands behind --.
_browserctl_node() {
  next="" rest=""
  flags='-o --output --fields --query --template --timeout --debug --show-token -q --quiet -y --yes --no-input --no-color -h --help --context --base-url --project --insecure-http'
  valued='-o --output --fields --query --template --timeout --context --base-url --project'
  case "$1" in
    '')
      next='browsers profiles proxies credentials extensions apps deployments invoke invocations projects org auth api-keys local context config login logout whoami api wait batch openapi completion schema version'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch -V --version'
      valued+=' --input --print --watch'
      ;;
    'api')
      flags+=' -F --field -H --header --input -i --include --out --force --dry-run --print --retry-unsafe'
      valued+=' -F --field -H --header --input --out --print'
      ;;
    'api-keys')
      next='create list get update rotate delete'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'api-keys create')
      flags+=' --name --days-to-expire --project-id --expires-in --out-file --force --organization --input --dry-run --print --retry-unsafe'
      valued+=' --name --days-to-expire --project-id --expires-in --out-file --input --print'
      ;;
    'api-keys delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'api-keys get')
      flags+=' --include-deleted --no-include-deleted --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'api-keys list')
      flags+=' --status --name --search --sort-by --sort-direction --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --status --name --search --sort-by --sort-direction --limit --offset --watch --print'
      ;;
    'api-keys rotate')
      flags+=' --days-to-expire --never-expires --grace --expires-in --out-file --force --input --dry-run --print --retry-unsafe'
      valued+=' --days-to-expire --grace --expires-in --out-file --input --print'
      ;;
    'api-keys update')
      flags+=' --name --input --dry-run --print --retry-unsafe'
      valued+=' --name --input --print'
      ;;
    'apps')
      next='init deploy list delete'
      flags+=' --dry-run --print --retry-unsafe --all --watch'
      valued+=' --print --watch'
      ;;
    'apps delete')
      flags+=' --app-version --dry-run --print --retry-unsafe'
      valued+=' --app-version --print'
      ;;
    'apps deploy')
      flags+=' --app-version --region --force --no-force --env --env-file --root --include-modules --no-follow --progress --dry-run --print --retry-unsafe'
      valued+=' --app-version --region --env --env-file --root --progress --print'
      ;;
    'apps init')
      flags+=' --force'
      ;;
    'apps list')
      flags+=' --app-name --app-version --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --app-name --app-version --search --limit --offset --watch --print'
      ;;
    'auth')
      next='context status token connections'
      flags+=' --watch --dry-run --print --retry-unsafe --input --all'
      valued+=' --watch --print --input'
      ;;
    'auth connections')
      next='create list get update explain login watch submit cancel check timeline delete'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'auth connections cancel')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'auth connections check')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'auth connections create')
      flags+=' --domain --profile-name --allowed-domain --auto-reauth --no-auto-reauth --health-check-interval --health-checks --no-health-checks --login-url --record-session --no-record-session --save-credentials --no-save-credentials --stealth --no-stealth --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --credential-auto --telemetry --telemetry-category --input --dry-run --print --retry-unsafe'
      valued+=' --domain --profile-name --allowed-domain --health-check-interval --login-url --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --telemetry --telemetry-category --input --print'
      ;;
    'auth connections delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'auth connections explain')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'auth connections get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'auth connections list')
      flags+=' --domain --profile-name --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --domain --profile-name --search --limit --offset --watch --print'
      ;;
    'auth connections login')
      flags+=' --record-session --no-record-session --field --choice --attach --wait --no-wait --wait-for-person --hosted --open --plain --stealth --no-stealth --proxy-id --proxy-name --proxy-mode --telemetry --telemetry-category --input --dry-run --print --retry-unsafe'
      valued+=' --field --choice --proxy-id --proxy-name --proxy-mode --telemetry --telemetry-category --input --print'
      ;;
    'auth connections submit')
      flags+=' --interaction --choice --field --input --dry-run --print --retry-unsafe'
      valued+=' --interaction --choice --field --input --print'
      ;;
    'auth connections timeline')
      flags+=' --type --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --type --limit --offset --watch --print'
      ;;
    'auth connections update')
      flags+=' --allowed-domain --clear-allowed-domains --auto-reauth --no-auto-reauth --health-check-interval --health-checks --no-health-checks --login-url --clear-login-url --record-session --no-record-session --save-credentials --no-save-credentials --stealth --no-stealth --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --credential-auto --telemetry --telemetry-category --input --dry-run --print --retry-unsafe'
      valued+=' --allowed-domain --health-check-interval --login-url --proxy-id --proxy-name --proxy-mode --credential --credential-provider --credential-path --telemetry --telemetry-category --input --print'
      ;;
    'auth connections watch')
      flags+=' --max-reconnects --idle-timeout --dry-run --print --retry-unsafe'
      valued+=' --max-reconnects --idle-timeout --print'
      ;;
    'auth context')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'auth token')
      flags+=' --reveal'
      ;;
    'batch')
      flags+=' -c --concurrency --unordered --stop-on-error --dry-run --print --retry-unsafe'
      valued+=' -c --concurrency --print'
      ;;
    'browsers')
      next='create list get update delete view run curl process fs computer playwright extensions'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'browsers computer')
      next='screenshot click move drag scroll press type cursor mouse-position clipboard batch'
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers computer batch')
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers computer click')
      flags+=' --button --click-type --num-clicks --hold-key --input --dry-run --print --retry-unsafe'
      valued+=' --button --click-type --num-clicks --hold-key --input --print'
      ;;
    'browsers computer clipboard')
      next='read write'
      flags+=' --dry-run --print --retry-unsafe --input'
      valued+=' --print --input'
      ;;
    'browsers computer clipboard read')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers computer clipboard write')
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers computer cursor')
      flags+=' --hide --show --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers computer drag')
      flags+=' --button --delay --smooth --no-smooth --duration-ms --steps-per-segment --step-delay-ms --hold-key --input --dry-run --print --retry-unsafe'
      valued+=' --button --delay --duration-ms --steps-per-segment --step-delay-ms --hold-key --input --print'
      ;;
    'browsers computer mouse-position')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers computer move')
      flags+=' --hold-key --smooth --no-smooth --duration-ms --input --dry-run --print --retry-unsafe'
      valued+=' --hold-key --duration-ms --input --print'
      ;;
    'browsers computer press')
      flags+=' --duration --hold-key --input --dry-run --print --retry-unsafe'
      valued+=' --duration --hold-key --input --print'
      ;;
    'browsers computer screenshot')
      flags+=' --region --out --force --input --dry-run --print --retry-unsafe'
      valued+=' --region --out --input --print'
      ;;
    'browsers computer scroll')
      flags+=' --delta-x --delta-y --hold-key --input --dry-run --print --retry-unsafe'
      valued+=' --delta-x --delta-y --hold-key --input --print'
      ;;
    'browsers computer type')
      flags+=' --delay --input --dry-run --print --retry-unsafe'
      valued+=' --delay --input --print'
      ;;
    'browsers create')
      flags+=' --name --tag --headless --no-headless --stealth --no-stealth --gpu --no-gpu --kiosk-mode --no-kiosk-mode --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --save-profile-changes --input --dry-run --print --retry-unsafe'
      valued+=' --name --tag --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --input --print'
      ;;
    'browsers curl')
      flags+=' -X --method --response-encoding --request-timeout -H --header -d --data -i --include -I --head --fail --fail-with-body --out --force --input --dry-run --print --retry-unsafe'
      valued+=' -X --method --response-encoding --request-timeout -H --header -d --data --out --input --print'
      ;;
    'browsers delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers extensions')
      next='upload'
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers extensions upload')
      flags+=' --name --include-all --progress --dry-run --print --retry-unsafe'
      valued+=' --name --progress --print'
      ;;
    'browsers fs')
      next='list ls info read write upload upload-zip download download-dir mkdir rm mv chmod watch'
      flags+=' --watch --dry-run --print --retry-unsafe --input'
      valued+=' --watch --print --input'
      ;;
    'browsers fs chmod')
      flags+=' --owner --group --input --dry-run --print --retry-unsafe'
      valued+=' --owner --group --input --print'
      ;;
    'browsers fs download')
      flags+=' --out --force --progress --dry-run --print --retry-unsafe'
      valued+=' --out --progress --print'
      ;;
    'browsers fs download-dir')
      flags+=' --out --extract --force --progress --dry-run --print --retry-unsafe'
      valued+=' --out --extract --progress --print'
      ;;
    'browsers fs info')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers fs list')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers fs ls')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers fs mkdir')
      flags+=' --mode --input --dry-run --print --retry-unsafe'
      valued+=' --mode --input --print'
      ;;
    'browsers fs mv')
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers fs read')
      flags+=' --out --force --progress --dry-run --print --retry-unsafe'
      valued+=' --out --progress --print'
      ;;
    'browsers fs rm')
      flags+=' -r --recursive --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers fs upload')
      flags+=' --dest --progress --dry-run --print --retry-unsafe'
      valued+=' --dest --progress --print'
      ;;
    'browsers fs upload-zip')
      flags+=' --dest --include-all --progress --dry-run --print --retry-unsafe'
      valued+=' --dest --progress --print'
      ;;
    'browsers fs watch')
      flags+=' -r --recursive --no-recursive --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers fs write')
      flags+=' --mode --progress --dry-run --print --retry-unsafe'
      valued+=' --mode --progress --print'
      ;;
    'browsers get')
      flags+=' --include-deleted --no-include-deleted --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers list')
      flags+=' --status --search --tag --region --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --status --search --tag --region --limit --offset --watch --print'
      ;;
    'browsers playwright')
      next='execute'
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers playwright execute')
      flags+=' --timeout-sec --input --dry-run --print --retry-unsafe'
      valued+=' --timeout-sec --input --print'
      ;;
    'browsers process')
      next='exec spawn list status output stdin kill resize'
      flags+=' --input --dry-run --print --retry-unsafe --watch'
      valued+=' --input --print --watch'
      ;;
    'browsers process exec')
      flags+=' --cwd --env --as-user --as-root --no-as-root --timeout-sec -t --tty -i --stdin -n --no-stdin --input --dry-run --print --retry-unsafe'
      valued+=' --cwd --env --as-user --timeout-sec --input --print'
      rest=1
      ;;
    'browsers process kill')
      flags+=' --signal --input --dry-run --print --retry-unsafe'
      valued+=' --signal --input --print'
      ;;
    'browsers process list')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers process output')
      flags+=' -f --follow --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'browsers process resize')
      flags+=' --rows --cols --input --dry-run --print --retry-unsafe'
      valued+=' --rows --cols --input --print'
      ;;
    'browsers process spawn')
      flags+=' --cwd --env --as-user --as-root --no-as-root --timeout-sec -t --tty --no-tty --rows --cols --input --dry-run --print --retry-unsafe'
      valued+=' --cwd --env --as-user --timeout-sec --rows --cols --input --print'
      rest=1
      ;;
    'browsers process status')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'browsers process stdin')
      flags+=' --keep-open --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'browsers run')
      flags+=' --name --tag --headless --no-headless --stealth --no-stealth --gpu --no-gpu --kiosk-mode --no-kiosk-mode --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --save-profile-changes --input --dry-run --print --retry-unsafe'
      valued+=' --name --tag --memory --region --timeout-seconds --viewport --start-url --profile --proxy --extension --invocation-id --input --print'
      rest=1
      ;;
    'browsers update')
      flags+=' --name --clear-name --tag --clear-tags --profile --proxy --viewport --save-profile-changes --input --dry-run --print --retry-unsafe'
      valued+=' --name --tag --profile --proxy --viewport --input --print'
      ;;
    'browsers view')
      flags+=' --read-only --open --no-open --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'config')
      next='get set unset list path explain'
      ;;
    'context')
      next='list use unbind show add remove rename'
      ;;
    'context remove')
      flags+=' --forget'
      ;;
    'context use')
      flags+=' --here --shared'
      ;;
    'credentials')
      next='create list get update totp delete'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'credentials create')
      flags+=' --name --domain --sso-provider --value --ask --totp-secret --ask-totp-secret --input --dry-run --print --retry-unsafe'
      valued+=' --name --domain --sso-provider --value --ask --totp-secret --input --print'
      ;;
    'credentials delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'credentials get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'credentials list')
      flags+=' --domain --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --domain --search --limit --offset --watch --print'
      ;;
    'credentials totp')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'credentials update')
      flags+=' --name --remove-value --sso-provider --clear-sso-provider --value --ask --totp-secret --ask-totp-secret --clear-totp --input --dry-run --print --retry-unsafe'
      valued+=' --name --remove-value --sso-provider --value --ask --totp-secret --input --print'
      ;;
    'deployments')
      next='list get tail logs delete'
      flags+=' --all --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'deployments delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'deployments get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'deployments list')
      flags+=' --app-name --app-version --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --app-name --app-version --search --limit --offset --watch --print'
      ;;
    'deployments logs')
      flags+=' --since --no-follow --timestamps --dry-run --print --retry-unsafe'
      valued+=' --since --print'
      ;;
    'deployments tail')
      flags+=' --since --no-follow --timestamps --dry-run --print --retry-unsafe'
      valued+=' --since --print'
      ;;
    'extensions')
      next='upload list get download delete'
      flags+=' --dry-run --print --retry-unsafe --all --watch'
      valued+=' --print --watch'
      ;;
    'extensions delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'extensions download')
      flags+=' --out --force --progress --dry-run --print --retry-unsafe'
      valued+=' --out --progress --print'
      ;;
    'extensions get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'extensions list')
      flags+=' --name --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --name --search --limit --offset --watch --print'
      ;;
    'extensions upload')
      flags+=' --name --include-all --progress --dry-run --print --retry-unsafe'
      valued+=' --name --progress --print'
      ;;
    'invocations')
      next='list get tail logs wait cancel browsers'
      flags+=' --all --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'invocations browsers')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'invocations cancel')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'invocations get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'invocations list')
      flags+=' --app-name --action-name --app-version --status --deployment-id --search --since --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --app-name --action-name --app-version --status --deployment-id --search --since --limit --offset --watch --print'
      ;;
    'invocations logs')
      flags+=' --since --no-follow --filter --timestamps --raw --plain --checkpoint --max-reconnects --idle-timeout --dry-run --print --retry-unsafe'
      valued+=' --since --filter --checkpoint --max-reconnects --idle-timeout --print'
      ;;
    'invocations tail')
      flags+=' --since --no-follow --filter --timestamps --raw --plain --checkpoint --max-reconnects --idle-timeout --dry-run --print --retry-unsafe'
      valued+=' --since --filter --checkpoint --max-reconnects --idle-timeout --print'
      ;;
    'invocations wait')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'invoke')
      flags+=' --app-version -p --payload --async-timeout-seconds --async -f --follow --no-follow --plain --timestamps --input --dry-run --print --retry-unsafe'
      valued+=' --app-version -p --payload --async-timeout-seconds --input --print'
      ;;
    'local')
      next='setup start stop status logs reset seed-profile support chaos clock'
      flags+=' --dry-run --print --retry-unsafe --watch'
      valued+=' --print --watch'
      ;;
    'local chaos')
      next='set show off'
      ;;
    'local clock')
      next='show set advance reset'
      ;;
    'local logs')
      flags+=' -f --follow -n --lines --level --since'
      valued+=' -n --lines --level --since'
      ;;
    'local seed-profile')
      flags+=' --name --dry-run --print --retry-unsafe'
      valued+=' --name --print'
      ;;
    'local setup')
      flags+=' --browser --check'
      valued+=' --browser'
      ;;
    'local start')
      flags+=' --port --browser --foreground --idle-stop --projects --screen --plan --demo-site --no-demo-site --chaos'
      valued+=' --port --browser --idle-stop --projects --screen --plan --chaos'
      ;;
    'local support')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'login')
      flags+=' --store --token-stdin --token-env --skip-check'
      valued+=' --store --token-env'
      rest=1
      ;;
    'logout')
      flags+=' --all-contexts --forget'
      ;;
    'openapi')
      flags+=' --out --force'
      valued+=' --out'
      ;;
    'org')
      next='entitlements limits'
      flags+=' --watch --dry-run --print --retry-unsafe --input'
      valued+=' --watch --print --input'
      ;;
    'org entitlements')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'org limits')
      next='get set'
      flags+=' --watch --dry-run --print --retry-unsafe --input'
      valued+=' --watch --print --input'
      ;;
    'org limits get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'org limits set')
      flags+=' --default-project-max-concurrent-sessions --input --dry-run --print --retry-unsafe'
      valued+=' --default-project-max-concurrent-sessions --input --print'
      ;;
    'profiles')
      next='create list get update download inspect import delete'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'profiles create')
      flags+=' --name --input --dry-run --print --retry-unsafe'
      valued+=' --name --input --print'
      ;;
    'profiles delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'profiles download')
      flags+=' --format --out --extract --force --progress --dry-run --print --retry-unsafe'
      valued+=' --format --out --extract --progress --print'
      ;;
    'profiles get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'profiles import')
      flags+=' --name --progress --dry-run --print --retry-unsafe'
      valued+=' --name --progress --print'
      ;;
    'profiles inspect')
      flags+=' --progress --dry-run --print --retry-unsafe'
      valued+=' --progress --print'
      ;;
    'profiles list')
      flags+=' --name --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --name --search --limit --offset --watch --print'
      ;;
    'profiles update')
      flags+=' --name --input --dry-run --print --retry-unsafe'
      valued+=' --name --input --print'
      ;;
    'projects')
      next='create list get update archive unarchive delete use limits'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'projects archive')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'projects create')
      flags+=' --input --dry-run --print --retry-unsafe'
      valued+=' --input --print'
      ;;
    'projects delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'projects get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'projects limits')
      next='get set'
      flags+=' --watch --dry-run --print --retry-unsafe --input'
      valued+=' --watch --print --input'
      ;;
    'projects limits get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'projects limits set')
      flags+=' --max-concurrent-sessions --max-concurrent-invocations --input --dry-run --print --retry-unsafe'
      valued+=' --max-concurrent-sessions --max-concurrent-invocations --input --print'
      ;;
    'projects list')
      flags+=' --name --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --name --search --limit --offset --watch --print'
      ;;
    'projects unarchive')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'projects update')
      flags+=' --name --input --dry-run --print --retry-unsafe'
      valued+=' --name --input --print'
      ;;
    'projects use')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'proxies')
      next='create list get update check delete'
      flags+=' --input --dry-run --print --retry-unsafe --all --watch'
      valued+=' --input --print --watch'
      ;;
    'proxies check')
      flags+=' --url --input --dry-run --print --retry-unsafe'
      valued+=' --url --input --print'
      ;;
    'proxies create')
      flags+=' --type --name --protocol --bypass-host --host --port --username --ca-bundle --country --state --city --zip --asn --password --password-stdin --input --dry-run --print --retry-unsafe'
      valued+=' --type --name --protocol --bypass-host --host --port --username --ca-bundle --country --state --city --zip --asn --password --input --print'
      ;;
    'proxies delete')
      flags+=' --dry-run --print --retry-unsafe'
      valued+=' --print'
      ;;
    'proxies get')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'proxies list')
      flags+=' --name --search --limit --offset --all --watch --dry-run --print --retry-unsafe'
      valued+=' --name --search --limit --offset --watch --print'
      ;;
    'proxies update')
      flags+=' --name --input --dry-run --print --retry-unsafe'
      valued+=' --name --input --print'
      ;;
    'wait')
      next='browser invocation deployment connection'
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
    'wait browser')
      flags+=' --for --watch --dry-run --print --retry-unsafe'
      valued+=' --for --watch --print'
      ;;
    'wait connection')
      flags+=' --for --watch --dry-run --print --retry-unsafe'
      valued+=' --for --watch --print'
      ;;
    'wait deployment')
      flags+=' --for --watch --dry-run --print --retry-unsafe'
      valued+=' --for --watch --print'
      ;;
    'wait invocation')
      flags+=' --for --watch --dry-run --print --retry-unsafe'
      valued+=' --for --watch --print'
      ;;
    'whoami')
      flags+=' --watch --dry-run --print --retry-unsafe'
      valued+=' --watch --print'
      ;;
  esac
}

# What the value of flag $2 after the command words $1 can be: words, or files, or text that may be @file.
_browserctl_flag_value() {
  case "$2" in
    -o | --output) words='json jsonl yaml csv table env text' ;;
    --template) words="" what=source ;;
  esac
  case "$1 $2" in
    ' --input') words="" what=source ;;
    ' --print') words='curl' ;;
    'api --input') words="" what=source ;;
    'api --out') words="" what=file ;;
    'api --print') words='curl' ;;
    'api-keys --input') words="" what=source ;;
    'api-keys --print') words='curl' ;;
    'api-keys create --out-file') words="" what=file ;;
    'api-keys create --input') words="" what=source ;;
    'api-keys create --print') words='curl' ;;
    'api-keys delete --print') words='curl' ;;
    'api-keys get --print') words='curl' ;;
    'api-keys list --status') words='active deleted all' ;;
    'api-keys list --sort-by') words='created_at name expires_at' ;;
    'api-keys list --sort-direction') words='asc desc' ;;
    'api-keys list --print') words='curl' ;;
    'api-keys rotate --out-file') words="" what=file ;;
    'api-keys rotate --input') words="" what=source ;;
    'api-keys rotate --print') words='curl' ;;
    'api-keys update --input') words="" what=source ;;
    'api-keys update --print') words='curl' ;;
    'apps --print') words='curl' ;;
    'apps delete --print') words='curl' ;;
    'apps deploy --region') words='aws.us-east-1a' ;;
    'apps deploy --env-file') words="" what=file ;;
    'apps deploy --root') words="" what=file ;;
    'apps deploy --progress') words='auto plain none' ;;
    'apps deploy --print') words='curl' ;;
    'apps list --print') words='curl' ;;
    'auth --print') words='curl' ;;
    'auth --input') words="" what=source ;;
    'auth connections --input') words="" what=source ;;
    'auth connections --print') words='curl' ;;
    'auth connections cancel --print') words='curl' ;;
    'auth connections check --print') words='curl' ;;
    'auth connections create --proxy-mode') words='direct default' ;;
    'auth connections create --credential-path') words="" what=file ;;
    'auth connections create --telemetry') words='on off' ;;
    'auth connections create --telemetry-category') words='control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' ;;
    'auth connections create --input') words="" what=source ;;
    'auth connections create --print') words='curl' ;;
    'auth connections delete --print') words='curl' ;;
    'auth connections explain --print') words='curl' ;;
    'auth connections get --print') words='curl' ;;
    'auth connections list --print') words='curl' ;;
    'auth connections login --proxy-mode') words='direct default' ;;
    'auth connections login --telemetry') words='on off' ;;
    'auth connections login --telemetry-category') words='control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' ;;
    'auth connections login --input') words="" what=source ;;
    'auth connections login --print') words='curl' ;;
    'auth connections submit --input') words="" what=source ;;
    'auth connections submit --print') words='curl' ;;
    'auth connections timeline --type') words='login reauth health_check' ;;
    'auth connections timeline --print') words='curl' ;;
    'auth connections update --proxy-mode') words='direct default' ;;
    'auth connections update --credential-path') words="" what=file ;;
    'auth connections update --telemetry') words='on off' ;;
    'auth connections update --telemetry-category') words='control=on control=off connection=on connection=off system=on system=off captcha=on captcha=off console=on console=off network=on network=off page=on page=off interaction=on interaction=off screenshot=on screenshot=off platform=on platform=off' ;;
    'auth connections update --input') words="" what=source ;;
    'auth connections update --print') words='curl' ;;
    'auth connections watch --print') words='curl' ;;
    'auth context --print') words='curl' ;;
    'batch --print') words='curl' ;;
    'browsers --input') words="" what=source ;;
    'browsers --print') words='curl' ;;
    'browsers computer --input') words="" what=source ;;
    'browsers computer --print') words='curl' ;;
    'browsers computer batch --input') words="" what=source ;;
    'browsers computer batch --print') words='curl' ;;
    'browsers computer click --button') words='left right middle back forward' ;;
    'browsers computer click --click-type') words='down up click' ;;
    'browsers computer click --input') words="" what=source ;;
    'browsers computer click --print') words='curl' ;;
    'browsers computer clipboard --print') words='curl' ;;
    'browsers computer clipboard --input') words="" what=source ;;
    'browsers computer clipboard read --print') words='curl' ;;
    'browsers computer clipboard write --input') words="" what=source ;;
    'browsers computer clipboard write --print') words='curl' ;;
    'browsers computer cursor --input') words="" what=source ;;
    'browsers computer cursor --print') words='curl' ;;
    'browsers computer drag --button') words='left middle right' ;;
    'browsers computer drag --input') words="" what=source ;;
    'browsers computer drag --print') words='curl' ;;
    'browsers computer mouse-position --print') words='curl' ;;
    'browsers computer move --input') words="" what=source ;;
    'browsers computer move --print') words='curl' ;;
    'browsers computer press --input') words="" what=source ;;
    'browsers computer press --print') words='curl' ;;
    'browsers computer screenshot --out') words="" what=file ;;
    'browsers computer screenshot --input') words="" what=source ;;
    'browsers computer screenshot --print') words='curl' ;;
    'browsers computer scroll --input') words="" what=source ;;
    'browsers computer scroll --print') words='curl' ;;
    'browsers computer type --input') words="" what=source ;;
    'browsers computer type --print') words='curl' ;;
    'browsers create --memory') words='8GiB 16GiB' ;;
    'browsers create --region') words='us-east eu-west' ;;
    'browsers create --input') words="" what=source ;;
    'browsers create --print') words='curl' ;;
    'browsers curl -X' | 'browsers curl --method') words='GET HEAD POST PUT PATCH DELETE OPTIONS' ;;
    'browsers curl --response-encoding') words='utf8 base64' ;;
    'browsers curl -H' | 'browsers curl --header') words="" what=source ;;
    'browsers curl -d' | 'browsers curl --data') words="" what=source ;;
    'browsers curl --out') words="" what=file ;;
    'browsers curl --input') words="" what=source ;;
    'browsers curl --print') words='curl' ;;
    'browsers delete --print') words='curl' ;;
    'browsers extensions --print') words='curl' ;;
    'browsers extensions upload --progress') words='auto plain none' ;;
    'browsers extensions upload --print') words='curl' ;;
    'browsers fs --print') words='curl' ;;
    'browsers fs --input') words="" what=source ;;
    'browsers fs chmod --input') words="" what=source ;;
    'browsers fs chmod --print') words='curl' ;;
    'browsers fs download --out') words="" what=file ;;
    'browsers fs download --progress') words='auto plain none' ;;
    'browsers fs download --print') words='curl' ;;
    'browsers fs download-dir --out') words="" what=file ;;
    'browsers fs download-dir --extract') words="" what=file ;;
    'browsers fs download-dir --progress') words='auto plain none' ;;
    'browsers fs download-dir --print') words='curl' ;;
    'browsers fs info --print') words='curl' ;;
    'browsers fs list --print') words='curl' ;;
    'browsers fs ls --print') words='curl' ;;
    'browsers fs mkdir --input') words="" what=source ;;
    'browsers fs mkdir --print') words='curl' ;;
    'browsers fs mv --input') words="" what=source ;;
    'browsers fs mv --print') words='curl' ;;
    'browsers fs read --out') words="" what=file ;;
    'browsers fs read --progress') words='auto plain none' ;;
    'browsers fs read --print') words='curl' ;;
    'browsers fs rm --print') words='curl' ;;
    'browsers fs upload --progress') words='auto plain none' ;;
    'browsers fs upload --print') words='curl' ;;
    'browsers fs upload-zip --progress') words='auto plain none' ;;
    'browsers fs upload-zip --print') words='curl' ;;
    'browsers fs watch --input') words="" what=source ;;
    'browsers fs watch --print') words='curl' ;;
    'browsers fs write --progress') words='auto plain none' ;;
    'browsers fs write --print') words='curl' ;;
    'browsers get --print') words='curl' ;;
    'browsers list --status') words='active deleted all' ;;
    'browsers list --region') words='us-east eu-west' ;;
    'browsers list --print') words='curl' ;;
    'browsers playwright --input') words="" what=source ;;
    'browsers playwright --print') words='curl' ;;
    'browsers playwright execute --input') words="" what=source ;;
    'browsers playwright execute --print') words='curl' ;;
    'browsers process --input') words="" what=source ;;
    'browsers process --print') words='curl' ;;
    'browsers process exec --input') words="" what=source ;;
    'browsers process exec --print') words='curl' ;;
    'browsers process kill --signal') words='TERM KILL INT HUP' ;;
    'browsers process kill --input') words="" what=source ;;
    'browsers process kill --print') words='curl' ;;
    'browsers process list --print') words='curl' ;;
    'browsers process output --print') words='curl' ;;
    'browsers process resize --input') words="" what=source ;;
    'browsers process resize --print') words='curl' ;;
    'browsers process spawn --input') words="" what=source ;;
    'browsers process spawn --print') words='curl' ;;
    'browsers process status --print') words='curl' ;;
    'browsers process stdin --input') words="" what=source ;;
    'browsers process stdin --print') words='curl' ;;
    'browsers run --memory') words='8GiB 16GiB' ;;
    'browsers run --region') words='us-east eu-west' ;;
    'browsers run --input') words="" what=source ;;
    'browsers run --print') words='curl' ;;
    'browsers update --input') words="" what=source ;;
    'browsers update --print') words='curl' ;;
    'browsers view --print') words='curl' ;;
    'credentials --input') words="" what=source ;;
    'credentials --print') words='curl' ;;
    'credentials create --input') words="" what=source ;;
    'credentials create --print') words='curl' ;;
    'credentials delete --print') words='curl' ;;
    'credentials get --print') words='curl' ;;
    'credentials list --print') words='curl' ;;
    'credentials totp --print') words='curl' ;;
    'credentials update --input') words="" what=source ;;
    'credentials update --print') words='curl' ;;
    'deployments --print') words='curl' ;;
    'deployments delete --print') words='curl' ;;
    'deployments get --print') words='curl' ;;
    'deployments list --print') words='curl' ;;
    'deployments logs --print') words='curl' ;;
    'deployments tail --print') words='curl' ;;
    'extensions --print') words='curl' ;;
    'extensions delete --print') words='curl' ;;
    'extensions download --out') words="" what=file ;;
    'extensions download --progress') words='auto plain none' ;;
    'extensions download --print') words='curl' ;;
    'extensions get --print') words='curl' ;;
    'extensions list --print') words='curl' ;;
    'extensions upload --progress') words='auto plain none' ;;
    'extensions upload --print') words='curl' ;;
    'invocations --print') words='curl' ;;
    'invocations browsers --print') words='curl' ;;
    'invocations cancel --print') words='curl' ;;
    'invocations get --print') words='curl' ;;
    'invocations list --status') words='queued running succeeded failed' ;;
    'invocations list --print') words='curl' ;;
    'invocations logs --checkpoint') words="" what=file ;;
    'invocations logs --print') words='curl' ;;
    'invocations tail --checkpoint') words="" what=file ;;
    'invocations tail --print') words='curl' ;;
    'invocations wait --print') words='curl' ;;
    'invoke -p' | 'invoke --payload') words="" what=source ;;
    'invoke --input') words="" what=source ;;
    'invoke --print') words='curl' ;;
    'local --print') words='curl' ;;
    'local logs --level') words='debug info warn error fatal' ;;
    'local seed-profile --print') words='curl' ;;
    'local setup --browser') words="" what=file ;;
    'local start --browser') words="" what=file ;;
    'local start --projects') words='enabled disabled' ;;
    'local start --screen') words='auto real headless' ;;
    'local start --plan') words='enterprise startup hobbyist free' ;;
    'local support --print') words='curl' ;;
    'login --store') words='file keychain command env' ;;
    'openapi --out') words="" what=file ;;
    'org --print') words='curl' ;;
    'org --input') words="" what=source ;;
    'org entitlements --print') words='curl' ;;
    'org limits --print') words='curl' ;;
    'org limits --input') words="" what=source ;;
    'org limits get --print') words='curl' ;;
    'org limits set --input') words="" what=source ;;
    'org limits set --print') words='curl' ;;
    'profiles --input') words="" what=source ;;
    'profiles --print') words='curl' ;;
    'profiles create --input') words="" what=source ;;
    'profiles create --print') words='curl' ;;
    'profiles delete --print') words='curl' ;;
    'profiles download --format') words='tar.zst tar' ;;
    'profiles download --out') words="" what=file ;;
    'profiles download --extract') words="" what=file ;;
    'profiles download --progress') words='auto plain none' ;;
    'profiles download --print') words='curl' ;;
    'profiles get --print') words='curl' ;;
    'profiles import --progress') words='auto plain none' ;;
    'profiles import --print') words='curl' ;;
    'profiles inspect --progress') words='auto plain none' ;;
    'profiles inspect --print') words='curl' ;;
    'profiles list --print') words='curl' ;;
    'profiles update --input') words="" what=source ;;
    'profiles update --print') words='curl' ;;
    'projects --input') words="" what=source ;;
    'projects --print') words='curl' ;;
    'projects archive --print') words='curl' ;;
    'projects create --input') words="" what=source ;;
    'projects create --print') words='curl' ;;
    'projects delete --print') words='curl' ;;
    'projects get --print') words='curl' ;;
    'projects limits --print') words='curl' ;;
    'projects limits --input') words="" what=source ;;
    'projects limits get --print') words='curl' ;;
    'projects limits set --input') words="" what=source ;;
    'projects limits set --print') words='curl' ;;
    'projects list --print') words='curl' ;;
    'projects unarchive --print') words='curl' ;;
    'projects update --input') words="" what=source ;;
    'projects update --print') words='curl' ;;
    'projects use --print') words='curl' ;;
    'proxies --input') words="" what=source ;;
    'proxies --print') words='curl' ;;
    'proxies check --input') words="" what=source ;;
    'proxies check --print') words='curl' ;;
    'proxies create --type') words='datacenter isp residential mobile custom' ;;
    'proxies create --protocol') words='http https' ;;
    'proxies create --ca-bundle') words="" what=source ;;
    'proxies create --password') words="" what=source ;;
    'proxies create --input') words="" what=source ;;
    'proxies create --print') words='curl' ;;
    'proxies delete --print') words='curl' ;;
    'proxies get --print') words='curl' ;;
    'proxies list --print') words='curl' ;;
    'proxies update --input') words="" what=source ;;
    'proxies update --print') words='curl' ;;
    'wait --print') words='curl' ;;
    'wait browser --print') words='curl' ;;
    'wait connection --print') words='curl' ;;
    'wait deployment --print') words='curl' ;;
    'wait invocation --print') words='curl' ;;
    'whoami --print') words='curl' ;;
  esac
}

# What argument number $2 of the command $1 can be.
_browserctl_arg_value() {
  case "$1 $2" in
    'apps deploy '1) words="" what=file ;;
    'apps init '1) words="" what=file ;;
    'batch '1) words="" what=file ;;
    'browsers computer batch '2) words="" what=source ;;
    'browsers computer clipboard write '2) words="" what=source ;;
    'browsers computer type '2) words="" what=source ;;
    'browsers extensions upload '*) words="" what=file ;;
    'browsers fs upload '*) words="" what=file ;;
    'browsers fs upload-zip '2) words="" what=file ;;
    'browsers playwright execute '2) words="" what=source ;;
    'completion '1) words='bash zsh fish powershell' ;;
    'context unbind '1) words="" what=file ;;
    'extensions upload '1) words="" what=file ;;
    'local seed-profile '1) words="" what=file ;;
    'profiles import '1) words="" what=file ;;
    'profiles inspect '1) words="" what=file ;;
  esac
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

# Offers those of the words in $1 that begin with $2; $3 stands before each of them in the line.
_browserctl_offer() {
  local word offered
  if [[ -z $1 ]]; then return; fi
  read -r -a offered <<< "$1"
  for word in "${offered[@]}"; do
    if [[ $word == "$2"* ]]; then COMPREPLY+=("$3$word"); fi
  done
}

# Offers files whose names begin with $1; $2 stands before them in the line.
_browserctl_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$2$file"); done < <(compgen -f -- "$1")
  # Bash itself finds what stands in quotes and behind ~.
  if type compopt &> /dev/null; then compopt -o filenames -o default 2> /dev/null; fi
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
}

# Offers the values described by words and what that begin with $1; $2 stands before them in the line.
_browserctl_values() {
  if [[ -n $words ]]; then
    _browserctl_offer "$words" "$1" "$2"
  elif [[ $what == file ]]; then
    _browserctl_files "$1" "$2"
  elif [[ $what == source && $1 == @* ]]; then
    _browserctl_source "$1" "$2"
  fi
}

_browserctl() {
  local IFS=$' \t\n' next flags valued rest words="" what="" typed flag=""
  local path="" dashes="" help="" count=0 at word verb current
  COMPREPLY=()
  _browserctl_words
  current="${typed[${#typed[@]} - 1]}"
  _browserctl_node ""
  for ((at = 1; at < ${#typed[@]} - 1; at++)); do
    word="${typed[at]}"
    if [[ -n $flag ]]; then
      flag=""
    elif [[ -n $dashes ]]; then
      ((count += 1))
    elif [[ $word == -- ]]; then
      dashes=$at
      if [[ -n $rest ]]; then break; fi
    elif [[ $word == -?* ]]; then
      if [[ " $valued " == *" $word "* ]]; then flag="$word"; fi
    elif [[ -z $path && -z $help && $word == help ]]; then
      help=1
    elif [[ $count -eq 0 ]] && _browserctl_verb "$word"; then
      path="${path:+$path }$verb"
      _browserctl_node "$path"
    else
      ((count += 1))
    fi
  done

  if [[ -n $rest && -n $dashes ]]; then
    _browserctl_command "$dashes"
    return
  elif [[ -n $flag ]]; then
    _browserctl_flag_value "$path" "$flag"
    _browserctl_values "$current" ""
  elif [[ -z $dashes && $current == --*=* ]]; then
    _browserctl_flag_value "$path" "${current%%=*}"
    _browserctl_values "${current#*=}" "${current%%=*}="
  elif [[ -z $dashes && $current == -* ]]; then
    _browserctl_offer "$flags" "$current" ""
  else
    if [[ $count -eq 0 && -z $dashes ]]; then _browserctl_offer "$next" "$current" ""; fi
    if [[ -z $help ]]; then
      if [[ -z $path && $count -eq 0 && -z $dashes ]]; then _browserctl_offer help "$current" ""; fi
      _browserctl_arg_value "$path" "$((count + 1))"
      _browserctl_values "$current" ""
    elif [[ -z $path && $count -eq 0 ]]; then
      _browserctl_offer 'exit-codes environment' "$current" ""
    fi
  fi
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
