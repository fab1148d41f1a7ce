/**
 * What a router reports for a subscriber without an address: the unspecified ones, and those by which RADIUS lets the subscriber or
 * the router choose (RFC 2865, section 5.8).
 */
const NO_ADDRESSES = ['0.0.0.0', '255.255.255.254', '255.255.255.255', '::', '::/0'];

/** Whether a reported text is an address or prefix of a subscriber. Empty text is none. */
export function isAddress(text: string): boolean {
  return text !== '' && !NO_ADDRESSES.includes(text);
}

/** SQL for an `inet` column that a router has reported: null for what is no address or prefix of a subscriber. */
export function reportedAddress(column: string): string {
  return `case when ${column} <> all ('{${NO_ADDRESSES.join()}}'::inet[]) then ${column} end`;
}
