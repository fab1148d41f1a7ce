/**
 * The id of a refund in an address for Daraja, which refuses addresses with some words, such as `cmd` and `sql`. An id may have one by
 * chance; hex digits spell none.
 */
export function refundInAddress(id: string): string {
  return Buffer.from(id).toString('hex');
}

/** The id of a refund from an address. Addresses that an earlier build sent have the id itself. */
export function refundOfAddress(part: string): string {
  return /^[0-9a-f]+$/.test(part) ? Buffer.from(part, 'hex').toString() : part;
}
