import { type Code, codes } from './codes.ts';

/** One entry for each fault. `field` is a dot-path, or `_` without a field. */
export type RejectionReason = { field: string; code: Code; message: string };

/** The envelope of a failure without its correlation id. REST and portal share it. */
export type RefusalBody = {
  error: string;
  errorCode?: string;
  rejectionReasons: RejectionReason[];
  details?: Record<string, unknown>;
};

type CatalogueEntry = {
  status: number;
  /** The generic code of its one rejection reason. */
  code: Code;
  /** The offending field; `_` without one. */
  field: string;
  /** The text of `error` where it is neither the key nor `text`. */
  error?: string;
  /** A sentence for people. Message-only errors have none: `error` is their key. */
  text?: string;
  /** Whether a malformed value of the field gives the same error. */
  malformed?: true;
};

/** Errors with an `errorCode`. The key is the code, and `text` is the `error` of the answer. Contract: Errors. */
export const businessErrors = {
  PLAN_TYPE_NOT_SUPPORTED_VIA_API: {
    status: 400,
    code: 'UNSUPPORTED',
    field: 'planType',
    text: 'Only RESIDENTIAL plans can be created through the API.',
  },
  PLAN_CURRENCY_NOT_SUPPORTED: {
    status: 400,
    code: 'UNSUPPORTED',
    field: 'priceCurrency',
    text: 'Schedule D has no floors for this plan type in this currency.',
  },
  PLAN_SPEED_EXCEEDS_1GBPS: {
    status: 400,
    code: 'OUT_OF_RANGE',
    field: 'downloadSpeedMbps',
    text: 'The download speed may be at most 1000 Mbps.',
  },
  PLAN_PRICE_BELOW_FLOOR: {
    status: 400,
    code: 'INVALID_VALUE',
    field: 'priceAmount',
    text: 'The price is below the Schedule D floor for this type, currency and download speed.',
  },
  CONFIRMATION_MISMATCH: {
    status: 400,
    code: 'INVALID_VALUE',
    field: 'confirm',
    text: 'The confirmation does not match the name of the plan.',
  },
  PLAN_ALREADY_DISABLED: {
    status: 409,
    code: 'CONFLICT',
    field: 'id',
    text: 'The plan is already disabled.',
  },
  PLAN_ALREADY_ENABLED: { status: 409, code: 'CONFLICT', field: 'id', text: 'The plan is not disabled.' },
  PLAN_NOT_DISABLED: {
    status: 409,
    code: 'PRECONDITION',
    field: 'id',
    text: 'Disable the plan before you delete it.',
  },
  PLAN_DISABLED: { status: 400, code: 'INVALID_VALUE', field: 'planId', text: 'The plan is disabled.' },
  SUBSCRIPTION_TERMINAL: {
    status: 400,
    code: 'IMMUTABLE',
    field: 'id',
    text: 'The subscription is cancelled or migrated out and can no longer be changed.',
  },
  CONTACT_SHARE: {
    status: 400,
    code: 'PRECONDITION',
    field: '_',
    text: 'This change needs an operator. Please contact support.',
  },
  CHARGE_NOT_CANCELLABLE: {
    status: 409,
    code: 'CONFLICT',
    field: 'chargeId',
    text: 'Only a pending charge can be cancelled.',
  },
  CHARGE_NOT_WAIVABLE: {
    status: 409,
    code: 'CONFLICT',
    field: 'chargeId',
    text: 'Only a pending charge can be waived.',
  },
} as const satisfies Record<string, CatalogueEntry & { text: string }>;

/** Errors whose `error` is exactly their key. Contract: Errors. */
export const messageErrors = {
  subscriber_terminal: { status: 400, code: 'INVALID_VALUE', field: 'subscriberId' },
  subscriber_not_found: { status: 404, code: 'NOT_FOUND', field: 'subscriberId' },
  subscription_mismatch: { status: 400, code: 'INVALID_VALUE', field: 'subscriptionId' },
  invalid_expires_at: { status: 400, code: 'INVALID_VALUE', field: 'expiresAt', malformed: true },
  invalid_created_after: { status: 400, code: 'INVALID_FORMAT', field: 'createdAfter', malformed: true },
  invalid_created_before: { status: 400, code: 'INVALID_FORMAT', field: 'createdBefore', malformed: true },
  charge_not_found: { status: 404, code: 'NOT_FOUND', field: 'chargeId' },
  installation_already_active: { status: 409, code: 'CONFLICT', field: 'subscriptionId' },
  installation_terminal: { status: 400, code: 'IMMUTABLE', field: 'id' },
  subscription_missing_demarcation_point: { status: 400, code: 'PRECONDITION', field: 'subscriptionId' },
  'Invalid or inactive plan': { status: 400, code: 'INVALID_VALUE', field: 'planId' },
  'Plan does not belong to this provider': { status: 400, code: 'INVALID_VALUE', field: 'planId' },
  'Email already in use for this provider': { status: 400, code: 'ALREADY_EXISTS', field: 'email' },
  'Phone already in use for this provider': { status: 400, code: 'ALREADY_EXISTS', field: 'phone' },
} as const satisfies Record<string, CatalogueEntry>;

/** Errors that every endpoint can have; `error` is their key. Contract: Errors. */
export const genericErrors = {
  VALIDATION_FAILED: { status: 400, code: 'INVALID_VALUE', field: '_' },
  UNAUTHORIZED: { status: 401, code: 'UNAUTHORIZED', field: '_' },
  FORBIDDEN: { status: 403, code: 'FORBIDDEN', field: '_' },
  NOT_FOUND: { status: 404, code: 'NOT_FOUND', field: '_' },
  NOT_ALLOWED: { status: 405, code: 'NOT_ALLOWED', field: '_' },
  CONFLICT: { status: 409, code: 'CONFLICT', field: '_' },
  PRECONDITION: { status: 409, code: 'PRECONDITION', field: '_' },
  IMMUTABLE: { status: 409, code: 'IMMUTABLE', field: '_' },
  PAYLOAD_TOO_LARGE: { status: 413, code: 'OUT_OF_RANGE', field: '_', error: 'VALIDATION_FAILED' },
  EXPECTATION_FAILED: { status: 417, code: 'INVALID_FORMAT', field: '_', error: 'VALIDATION_FAILED' },
  RATE_LIMITED: { status: 429, code: 'RATE_LIMITED', field: '_' },
  INTERNAL_ERROR: { status: 500, code: 'INTERNAL_ERROR', field: '_' },
  TIMEOUT: { status: 408, code: 'TIMEOUT', field: '_' },
  UPSTREAM_FAILURE: { status: 502, code: 'UPSTREAM_FAILURE', field: '_' },
  SERVICE_UNAVAILABLE: { status: 503, code: 'UPSTREAM_FAILURE', field: '_' },
} as const satisfies Record<string, CatalogueEntry>;

export type BusinessError = keyof typeof businessErrors;
export type MessageError = keyof typeof messageErrors;
export type GenericError = keyof typeof genericErrors;
export type ErrorKey = BusinessError | MessageError | GenericError;

type Blame = {
  field?: string;
  code?: Code;
  message?: string;
  details?: Record<string, unknown>;
  /** Seconds after which a retry is useful: the `Retry-After` header. */
  retryAfter?: number;
  /** The methods that the path has: the `Allow` header. */
  allow?: string;
  /** Further headers of the answer. */
  headers?: Record<string, string>;
};

/** A refused request. Domain code refuses in no other way. */
export class Refusal extends Error {
  readonly key: ErrorKey;
  readonly status: number;
  readonly body: RefusalBody;
  readonly headers: Record<string, string>;

  constructor(key: ErrorKey, status: number, body: RefusalBody, headers: Record<string, string> = {}) {
    super(body.error);
    this.name = 'Refusal';
    this.key = key;
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The catalogue's row of an error of any kind. */
export function errorEntry(key: ErrorKey): CatalogueEntry {
  if (key in businessErrors) return businessErrors[key as BusinessError];
  if (key in messageErrors) return messageErrors[key as MessageError];
  return genericErrors[key as GenericError];
}

/** Builds the refusal of a catalogue row; the caller throws it. Contract: Errors. */
export function refuse(key: ErrorKey, blame: Blame = {}): Refusal {
  const entry = errorEntry(key);
  const code = blame.code ?? entry.code;
  const isBusiness = key in businessErrors;
  const message = blame.message ?? entry.text ?? (key in messageErrors ? key : codes[code]);
  return new Refusal(
    key,
    entry.status,
    {
      error: entry.error ?? (isBusiness ? entry.text : undefined) ?? key,
      ...(isBusiness ? { errorCode: key } : {}),
      rejectionReasons: [{ field: blame.field ?? entry.field, code, message }],
      ...(blame.details ? { details: blame.details } : {}),
    },
    {
      ...(blame.retryAfter === undefined ? {} : { 'Retry-After': String(blame.retryAfter) }),
      ...(blame.allow === undefined ? {} : { Allow: blame.allow }),
      ...blame.headers,
    },
  );
}

/** The maximum number of rejection reasons in an answer. Contract: Validation. */
export const MAX_REASONS = 100;

/** 400 with a reason for each field that breaks a rule; the first `MAX_REASONS` are listed. Contract: Validation. */
export function invalid(reasons: { field: string; code: Code; message?: string }[]): Refusal {
  return new Refusal('VALIDATION_FAILED', 400, {
    error: 'VALIDATION_FAILED',
    rejectionReasons: reasons.slice(0, MAX_REASONS).map((r) => ({
      field: r.field,
      code: r.code,
      message: r.message ?? codes[r.code],
    })),
  });
}

/**
 * 400 for invalid fields of an operation. It is an error of the operation where every invalid field has one, else
 * VALIDATION_FAILED. All reasons are listed in both cases.
 * @param errors the errors of the operation
 */
export function invalidRequest(reasons: RejectionReason[], errors: readonly ErrorKey[]): Refusal {
  const own = reasons.map(({ field, code }) =>
    errors.find((key) => {
      const entry = errorEntry(key);
      return entry.malformed && entry.field === field && code !== 'NOT_ALLOWED';
    }),
  );
  const [first] = own;
  const refusal = invalid(reasons);
  if (!first || own.includes(undefined)) return refusal;
  return new Refusal(first, refusal.status, { ...refusal.body, error: first });
}

/**
 * Combines faults that look-ups found: status, `error` and `errorCode` of the first, and the reasons of all. Contract:
 * Validation.
 * @param faults in the order of the endpoint's fields
 * @returns undefined without a fault
 */
export function allOf(faults: readonly [Refusal, ...Refusal[]]): Refusal;
export function allOf(faults: readonly (Refusal | undefined)[]): Refusal | undefined;
export function allOf(faults: readonly (Refusal | undefined)[]): Refusal | undefined {
  const [first, ...more] = faults.filter((fault) => fault !== undefined);
  if (!first || more.length === 0) return first;
  const rejectionReasons = [first, ...more].flatMap(({ body }) => body.rejectionReasons);
  const body = { ...first.body, rejectionReasons: rejectionReasons.slice(0, MAX_REASONS) };
  return new Refusal(first.key, first.status, body, first.headers);
}

/** 400 for one field that breaks a rule of the domain. */
export function invalidValue(field: string, message?: string): Refusal {
  return invalid([{ field, code: 'INVALID_VALUE', message }]);
}
