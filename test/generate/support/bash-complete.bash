# Calls the completion function as bash does: bash bash-complete.bash SCRIPT < lines
# A line holds the words, separated by tabs; the last is the one at the cursor. "raw" before them sets no COMP_LINE.
# For each line prints the answers, one to a line, then "==".
source "$1"
while IFS= read -r line; do
  COMP_WORDS=() COMPREPLY=()
  while [[ $line == *$'\t'* ]]; do
    COMP_WORDS+=("${line%%$'\t'*}")
    line="${line#*$'\t'}"
  done
  COMP_WORDS+=("$line")
  unset COMP_LINE COMP_POINT
  if [[ ${COMP_WORDS[0]} == raw ]]; then
    COMP_WORDS=("${COMP_WORDS[@]:1}")
  else
    # The line, and its words broken as readline breaks them.
    COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
    COMP_POINT=${#COMP_LINE}
    words=("${COMP_WORDS[@]}") COMP_WORDS=()
    for word in "${words[@]}"; do
      part=""
      for ((at = 0; at < ${#word}; at++)); do
        char="${word:at:1}"
        if [[ $COMP_WORDBREAKS == *"$char"* ]]; then
          if [[ -n $part ]]; then COMP_WORDS+=("$part"); fi
          COMP_WORDS+=("$char")
          part=""
        else
          part+="$char"
        fi
      done
      if [[ -n $part || -z $word ]]; then COMP_WORDS+=("$part"); fi
    done
  fi
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _browserctl browserctl "${COMP_WORDS[COMP_CWORD]}"
  if ((${#COMPREPLY[@]})); then printf '%s\n' "${COMPREPLY[@]}"; fi
  printf '==\n'
done
