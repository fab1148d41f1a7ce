/** Imports no library, so that pages can import it at no cost. */

/** How many matches of a kind the search counts. */
export const MAX_FOUND = 200;
