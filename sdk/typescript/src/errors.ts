import type { components } from './generated/openapi.ts';

type Failure = components['schemas']['Failure'];

/** The code of a broken business rule. `/docs/errors#CODE` has cause and remedy of each. */
export type ErrorCode = NonNullable<Failure['errorCode']>;

/** One fault of a request. `field` is a dot-path, or `_` without a field. */
export type RejectionReason = components['schemas']['RejectionReason'];

/** The generic code of a fault. */
export type ReasonCode = RejectionReason['code'];

/** What `details` has for the codes that come with more data. */
type DetailsByCode = {
  CONFIRMATION_MISMATCH: { expected: string };
  PLAN_PRICE_BELOW_FLOOR: { floorAmount: number; currency: string };
};

type DetailsOf<C> = C extends keyof DetailsByCode ? DetailsByCode[C] : Record<string, unknown> | undefined;

/** A failed answer, as far as it could be read. */
export type FailedAnswer = {
  status: number;
  headers: Headers;
  /** The envelope; undefined where the answer is none, as that of a proxy. */
  body: Partial<Failure> | undefined;
  request: string;
};

/**
 * The API refused a request or failed. Branch on `errorCode` and on the codes of `reasons`; `message` is for people and
 * may change.
 */
export class DemarcError<C extends ErrorCode | undefined = ErrorCode | undefined> extends Error {
  override readonly name = 'DemarcError';
  /** The HTTP status. */
  readonly status: number;
  /** The code of the broken business rule; undefined for other failures. */
  readonly errorCode: C;
  /** Every fault of the request; empty where the answer came from a proxy. */
  readonly reasons: readonly RejectionReason[];
  /** More data about some codes, such as the floor of a price. */
  readonly details: DetailsOf<C>;
  /** Identifies the request in the request log and in support. Undefined where the answer came from a proxy. */
  readonly correlationId: string | undefined;
  /** Seconds after which the server asks to try again. */
  readonly retryAfter: number | undefined;
  /** What a refused dry run would have announced. */
  readonly dryRun: components['schemas']['DryRunMeta']['dryRun'] | undefined;
  /** Method and path of the request. */
  readonly request: string;

  constructor({ status, headers, body, request }: FailedAnswer) {
    super(`${request}: ${status} ${summary(status, headers, body)}`);
    this.status = status;
    this.errorCode = body?.errorCode as C;
    this.reasons = body?.rejectionReasons ?? [];
    this.details = body?.details as DetailsOf<C>;
    this.correlationId = body?.correlationId ?? headers.get('x-correlation-id') ?? undefined;
    this.retryAfter = retryAfterOf(headers);
    this.dryRun = body?.meta?.dryRun;
    this.request = request;
  }

  /** Whether a business rule with this code was broken. Types `details`. */
  is<K extends ErrorCode>(code: K): this is DemarcError<K> {
    const own: ErrorCode | undefined = this.errorCode;
    return own === code;
  }

  /** The fault of a field, if it has one. */
  reasonOf(field: string): RejectionReason | undefined {
    return this.reasons.find((reason) => reason.field === field);
  }
}

/** No complete answer came: the connection failed, or the attempt took too long. A write may have happened. */
export class DemarcConnectionError extends Error {
  override readonly name: string = 'DemarcConnectionError';
  /** How often the request was sent. */
  readonly attempts: number;

  constructor(message: string, { attempts, cause }: { attempts: number; cause?: unknown }) {
    super(message, { cause });
    this.attempts = attempts;
  }
}

/** No complete answer came within `timeoutMs`. */
export class DemarcTimeoutError extends DemarcConnectionError {
  override readonly name = 'DemarcTimeoutError';
}

/** Why a delivery is not trusted. */
export type VerificationFault = 'MISSING_HEADER' | 'OUTSIDE_TOLERANCE' | 'WRONG_SIGNATURE' | 'MALFORMED_BODY';

/** A delivery that Demarc did not sign with this secret, or not recently. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly fault: VerificationFault;

  constructor(fault: VerificationFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * `Retry-After` in seconds: a number, or the time until an HTTP date.
 * @param nowMs milliseconds since 1970, for a date
 */
export function retryAfterOf(headers: Headers, nowMs = Date.now()): number | undefined {
  const value = headers.get('retry-after');
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1_000);
}

function summary(status: number, headers: Headers, body: Partial<Failure> | undefined): string {
  const reasons = (body?.rejectionReasons ?? []).map(({ field, message }) =>
    field === '_' ? message : `${field}: ${message}`,
  );
  if (body?.error) return [body.errorCode ?? body.error, ...reasons].join('; ');
  const target = headers.get('location');
  if (target) return `is a redirect to ${target}; baseUrl must be the address of the API itself`;
  return status === 0
    ? 'is a redirect; baseUrl must be the address of the API itself'
    : 'is not an answer of Demarc';
}
