/** All values of `rejectionReasons[].code`, each with its default message. */
export const codes = {
  REQUIRED: 'This field is required.',
  INVALID_FORMAT: 'This value is malformed or of the wrong type.',
  INVALID_VALUE: 'This value is not valid here.',
  OUT_OF_RANGE: 'This value is outside the accepted range.',
  UNSUPPORTED: 'This value is not supported.',
  MUST_BE_POSITIVE_INTEGER: 'This must be a whole number above zero.',
  ALREADY_EXISTS: 'This value is already in use.',
  CONFLICT: 'This conflicts with the current state.',
  NOT_FOUND: 'The resource does not exist.',
  FORBIDDEN: 'These credentials do not allow this.',
  UNAUTHORIZED: 'Credentials are missing or wrong.',
  PRECONDITION: 'A precondition does not hold.',
  IMMUTABLE: 'This can no longer be changed.',
  NOT_ALLOWED: 'This is not allowed here.',
  RATE_LIMITED: 'Too many requests. Try again later.',
  TIMEOUT: 'An external system did not answer in time. It is safe to try again.',
  UPSTREAM_FAILURE: 'An external system failed.',
  INTERNAL_ERROR: 'Unexpected error in Demarc.',
  ALREADY_INACTIVE: 'Nothing is in service.',
} as const;

export type Code = keyof typeof codes;
