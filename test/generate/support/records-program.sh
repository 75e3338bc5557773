#!/bin/sh
# Stands for browserctl: answers __complete with the line of RECORDS that --project numbers, or with all of them, and adds
# its path and words to ASKED. Other words are added to RAN. Words are separated by tabs.
record() {
  file=$1
  shift
  for word; do printf '%s\t' "$word"; done >> "$file"
  echo >> "$file"
}
if [ "$1" != __complete ]; then
  record "$RAN" "$@"
  exit
fi
record "$ASKED" "$0" "$@"
number=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  if [ "$1" = --project ]; then number=$2; fi
  shift
done
case $number in
  hang) exec sleep 60 ;;
  garbage) printf 'no tab\\n\\033[31mred\\tx\\nbell\\007\\tx\\n\\tx\\ntwo\\tta\\tbs\\n' ;;
  endless) exec yes ;;
  *) sed -n "${number:+$number}p" "$RECORDS" ;;
esac
