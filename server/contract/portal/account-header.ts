/** Imports no library, so that pages can import it at no cost. */

/** The header in which a page names the account for which it was loaded. Contract: Portal. */
export const ACCOUNT_HEADER = 'x-demarc-account';
