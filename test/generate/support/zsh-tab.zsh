# Presses TAB in an interactive zsh on a terminal of its own: zsh -f zsh-tab.zsh FOLDER LINE...
# FOLDER holds _browserctl. For each LINE prints what the terminal got, which ends with "<end>", then "==".
zmodload zsh/zpty
local folder=$1 line output chunk
shift

zpty shell 'zsh -f -i'
zpty -w shell "stty rows 400 columns 400 -echo; PS1= PS2= PROMPT_EOL_MARK=; unsetopt prompt_cr prompt_sp"
zpty -w shell "fpath=(${(q)folder} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "zstyle ':completion:*' list-grouped false; zstyle ':completion:*' verbose true; zstyle ':completion:*:messages' format '%d'"
zpty -w shell "zstyle ':completion:*' list-separator '--'; LISTMAX=10000"
zpty -w shell "list() { zle list-choices }; zle -N list; bindkey '^I' list"
zpty -w shell "said() { BUFFER=; zle -I; print '<e''nd>' }; zle -N said; bindkey '^X^X' said"
zpty -w shell "autoload +X _arguments _describe _files; print '<rea''dy>'"
output=
while zpty -r shell chunk; do
  output+=$chunk
  [[ $output == *'<ready>'* ]] && break
done

for line in "$@"; do
  # The first time loads zsh's own functions, and draws the list in another way.
  for turn in 1 2; do
    zpty -w -n shell "$line"$'\t'$'\x18\x18'
    output=
    while zpty -r shell chunk; do
      output+=$chunk
      [[ $output == *'<end>'* ]] && break
    done
  done
  print -r -- "$output"
  print -r -- "=="
done
zpty -d shell
