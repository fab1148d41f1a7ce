/** Every machine-readable `rejectionReasons[].code`, with the sentence a person reads when nothing better is said. */
export const codes = {
  REQUIRED: 'This field is required.',
  INVALID_FORMAT: 'This value is malformed or of the wrong type.',
  INVALID_VALUE: 'This value is not acceptable here.',
  OUT_OF_RANGE: 'This value is outside the accepted range.',
  UNSUPPORTED: 'This value is not one of those offered.',
  MUST_BE_POSITIVE_INTEGER: 'This must be a whole number above zero.',
  ALREADY_EXISTS: 'This value is in use already.',
  CONFLICT: 'This conflicts with the present state.',
  NOT_FOUND: 'There is no such resource.',
  FORBIDDEN: 'These credentials do not allow this.',
  UNAUTHORIZED: 'Credentials are missing or wrong.',
  PRECONDITION: 'Something else has to be true first.',
  IMMUTABLE: 'This can no longer be changed.',
  NOT_ALLOWED: 'This is not taken here.',
  RATE_LIMITED: 'Too many requests; try again shortly.',
  TIMEOUT: 'Something downstream took too long; it is safe to try again.',
  UPSTREAM_FAILURE: 'Something downstream failed.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
  ALREADY_INACTIVE: 'There is nothing left to deactivate.',
} as const;

export type Code = keyof typeof codes;
