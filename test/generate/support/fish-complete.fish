# Asks fish for its completions: fish --no-config fish-complete.fish SCRIPT LINE...
# For each line prints the answers, one to a line with a tab before the description, then "==".
source $argv[1]
for line in $argv[2..]
    set -l answers (complete -C "$line")
    printf '%s\n' $answers
    printf '==\n'
end
