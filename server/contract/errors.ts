import { type Code, codes } from './codes.ts';

/** One entry for each thing that is wrong; `field` is a dot-path, or `_` when no field is to blame. */
export type RejectionReason = { field: string; code: Code; message: string };

/** The failing half of the envelope, as both faces carry it. The correlation id is added on the way out. */
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
  /** The offending field; `_` where none is. */
  field: string;
  /** What `error` says where it is neither the key nor the text. */
  says?: string;
  /** A sentence for people. Message-only errors have none: their key is what `error` says. */
  text?: string;
  /** Whether a malformed value of the field is told the same. */
  malformed?: true;
};

/**
 * Errors with an `errorCode` of their own. The key is the code, `text` is what `error` says.
 * Contract: Errors.
 */
export const businessErrors = {
  PLAN_TYPE_NOT_SUPPORTED_VIA_API: {
    status: 400,
    code: 'UNSUPPORTED',
    field: 'planType',
    text: 'Only RESIDENTIAL plans can be made through the API.',
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
    text: 'The plan is disabled already.',
  },
  PLAN_ALREADY_ENABLED: { status: 409, code: 'CONFLICT', field: 'id', text: 'The plan is not disabled.' },
  PLAN_NOT_DISABLED: {
    status: 409,
    code: 'PRECONDITION',
    field: 'id',
    text: 'A plan has to be disabled before it can be deleted.',
  },
  PLAN_DISABLED: { status: 400, code: 'INVALID_VALUE', field: 'planId', text: 'The plan is disabled.' },
  SUBSCRIPTION_TERMINAL: {
    status: 400,
    code: 'IMMUTABLE',
    field: 'id',
    text: 'The subscription is cancelled or migrated out and cannot be changed any more.',
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

/** Errors whose `error` is exactly the key. Contract: Errors. */
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

/** Errors every endpoint shares; `error` is the key. Contract: Errors. */
export const genericErrors = {
  VALIDATION_FAILED: { status: 400, code: 'INVALID_VALUE', field: '_' },
  UNAUTHORIZED: { status: 401, code: 'UNAUTHORIZED', field: '_' },
  FORBIDDEN: { status: 403, code: 'FORBIDDEN', field: '_' },
  NOT_FOUND: { status: 404, code: 'NOT_FOUND', field: '_' },
  NOT_ALLOWED: { status: 405, code: 'NOT_ALLOWED', field: '_' },
  CONFLICT: { status: 409, code: 'CONFLICT', field: '_' },
  PRECONDITION: { status: 409, code: 'PRECONDITION', field: '_' },
  IMMUTABLE: { status: 409, code: 'IMMUTABLE', field: '_' },
  PAYLOAD_TOO_LARGE: { status: 413, code: 'OUT_OF_RANGE', field: '_', says: 'VALIDATION_FAILED' },
  EXPECTATION_FAILED: { status: 417, code: 'INVALID_FORMAT', field: '_', says: 'VALIDATION_FAILED' },
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
  /** Seconds after which a retry makes sense; becomes the `Retry-After` header. */
  retryAfter?: number;
  /** The methods a path does take; becomes the `Allow` header. */
  allow?: string;
};

/** A request that was understood and refused. The only way domain code says no. */
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

/** The catalogue's row for an error, whichever part of the catalogue holds it. */
export function errorEntry(key: ErrorKey): CatalogueEntry {
  if (key in businessErrors) return businessErrors[key as BusinessError];
  if (key in messageErrors) return messageErrors[key as MessageError];
  return genericErrors[key as GenericError];
}

/** Builds the refusal for a catalogue row. Throw what it returns. */
export function refuse(key: ErrorKey, blame: Blame = {}): Refusal {
  const entry = errorEntry(key);
  const code = blame.code ?? entry.code;
  const isBusiness = key in businessErrors;
  const message = blame.message ?? entry.text ?? (key in messageErrors ? key : codes[code]);
  return new Refusal(
    key,
    entry.status,
    {
      error: entry.says ?? (isBusiness ? entry.text : undefined) ?? key,
      ...(isBusiness ? { errorCode: key } : {}),
      rejectionReasons: [{ field: blame.field ?? entry.field, code, message }],
      ...(blame.details ? { details: blame.details } : {}),
    },
    {
      ...(blame.retryAfter === undefined ? {} : { 'Retry-After': String(blame.retryAfter) }),
      ...(blame.allow === undefined ? {} : { Allow: blame.allow }),
    },
  );
}

/** How many rejection reasons an answer lists at most. Contract: Transport. */
export const MAX_REASONS = 100;

/** 400 for fields that break a rule; all of them at once, the first `MAX_REASONS` of them listed. */
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
 * 400 for what is wrong with the fields of an operation: an error of its own where nothing is wrong but fields that
 * have one, VALIDATION_FAILED else. All reasons are named in any case.
 * @param errors the operation's own
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
 * Faults that look-ups found, as one refusal: status, `error` and `errorCode` of the first, and the reasons of all.
 * Contract: Validation.
 * @param faults in the order of the endpoint's fields
 * @returns undefined where there is no fault
 */
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
