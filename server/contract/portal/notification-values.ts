/** Imports no library, so that pages can import it at no cost. */

/** The highest number of rows that is counted for a notification or a state. It stands for any number of rows. */
export const MAX_COUNTED = 100;
