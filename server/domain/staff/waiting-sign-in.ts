/** The beginning of better-auth's identifier of a sign-in that waits for the second factor. It is stored as it is. */
export const WAITING_SIGN_IN = '2fa-';
