# Asks fish for its completions: fish --no-config fish-complete.fish SCRIPT LINE...
# For each line prints the answers, one to a line with a tab before the description, then "== <microseconds>".
source $argv[1]
for line in $argv[2..]
    # The first time loads fish's own functions; the second is measured.
    complete -C "$line" >/dev/null
    set -l begin (date +%s%N)
    set -l answers (complete -C "$line")
    set -l end (date +%s%N)
    printf '%s\n' $answers
    printf '== %s\n' (math -s0 "($end - $begin) / 1000")
end
