/**
 * The header that gives better-auth the client's address. The handler sets it on every request, so a client cannot, and
 * better-auth trusts no forwarded-for header.
 */
export const ADDRESS_HEADER = 'x-demarc-address';

/** The header that gives better-auth the correlation id. The handler sets it on every request. */
export const CORRELATION_HEADER = 'x-demarc-correlation';
