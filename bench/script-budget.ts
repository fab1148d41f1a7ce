/** The JavaScript that a page of the portal may load before the first click or key, compressed, in bytes. */
export const SCRIPT_BUDGET = 270 * 1024;
