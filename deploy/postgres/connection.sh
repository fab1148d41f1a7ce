# Splits DATABASE_URL: the password goes into PGPASSWORD, and DATABASE_ADDRESS is the rest. Other accounts of the machine see the arguments
# of a process and not its environment. For `.`, after `set -eu`.

# The text of $1 without its percent encoding, byte by byte.
decoded() {
  ENCODED=$1 LC_ALL=C awk 'BEGIN {
    digits = "0123456789ABCDEF"
    text = ENVIRON["ENCODED"]
    while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      high = index(digits, toupper(substr(text, RSTART + 1, 1))) - 1
      low = index(digits, toupper(substr(text, RSTART + 2, 1))) - 1
      printf "%s%c", substr(text, 1, RSTART - 1), high * 16 + low
      text = substr(text, RSTART + 3)
    }
    printf "%s", text
  }'
}

DATABASE_ADDRESS=$DATABASE_URL
scheme=${DATABASE_URL%%://*}
rest=${DATABASE_URL#*://}
authority=${rest%%[/?]*}
case $authority in
  *:*@*)
    account=${authority%@*}
    PGPASSWORD=$(decoded "${account#*:}")
    export PGPASSWORD
    DATABASE_ADDRESS="$scheme://${account%%:*}@${authority##*@}${rest#"$authority"}"
    ;;
esac
case $rest in
  *[?\&]password=*)
    echo 'Put the password before the host of DATABASE_URL, or into PGPASSWORD.' >&2
    exit 1
    ;;
esac
