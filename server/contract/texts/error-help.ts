import type { ErrorKey } from '../errors.ts';

/** Imports no library, so that pages can import it at no cost. */

type ErrorHelp = {
  /** Why a request gets the error. */
  cause: string;
  /** What the caller does about it. */
  remedy: string;
};

/** Cause and remedy of each error, for `/docs/errors`. Text between backticks is code. */
export const errorHelp: Record<ErrorKey, ErrorHelp> = {
  PLAN_TYPE_NOT_SUPPORTED_VIA_API: {
    cause: '`planType` is a type of Schedule D that an operator sets up, such as `BUSINESS`.',
    remedy: 'Send `RESIDENTIAL`, or ask the operator of Demarc for the plan.',
  },
  PLAN_CURRENCY_NOT_SUPPORTED: {
    cause: 'Schedule D has no row for this plan type in `priceCurrency`.',
    remedy: 'Choose a currency of `GET /v1/schedule-d`, or ask the operator to add rows for yours.',
  },
  PLAN_SPEED_EXCEEDS_1GBPS: {
    cause: '`downloadSpeedMbps` is above 1000, where Schedule D ends.',
    remedy: 'Send at most 1000. The unit is Mbps, not kbps.',
  },
  PLAN_PRICE_BELOW_FLOOR: {
    cause: 'The price, or the override of a price, is below the floor for the download speed.',
    remedy:
      'Read the floor from `GET /v1/schedule-d` and send at least that price. The unit is major units: 29.99, not 2999.',
  },
  CONFIRMATION_MISMATCH: {
    cause: '`confirm` is not the name of the plan. Upper and lower case are the same.',
    remedy: 'Read the plan and send its `planName` as `confirm`.',
  },
  PLAN_ALREADY_DISABLED: {
    cause: 'The plan has a `disabledAt`. Another request disabled it before.',
    remedy: 'Nothing is left to do. Enable the plan before you disable it again.',
  },
  PLAN_ALREADY_ENABLED: {
    cause: 'The plan has no `disabledAt`.',
    remedy: 'Nothing is left to do: subscriptions can use the plan.',
  },
  PLAN_NOT_DISABLED: {
    cause: 'A plan that subscriptions could still choose cannot be deleted.',
    remedy: 'Disable the plan, move its subscriptions to another one, then delete it.',
  },
  PLAN_DISABLED: {
    cause: 'The plan of a plan change was disabled.',
    remedy: 'Choose a plan of `GET /v1/plans` without `disabledAt`, or enable this one.',
  },
  SUBSCRIPTION_TERMINAL: {
    cause: 'The subscription is `CANCELLED` or `MIGRATED_OUT`. Both states are final.',
    remedy: 'Create a new subscription for the subscriber.',
  },
  CONTACT_SHARE: {
    cause:
      'The change touches another currency, a field that has a different pending change, terms that are paid already, or a subscription that an external system manages.',
    remedy:
      'Withdraw the pending change first, wait for the next cycle, or make the change in the external system. For another currency, create a new subscription.',
  },
  CHARGE_NOT_CANCELLABLE: {
    cause: 'The charge is paid, waived, refunded or cancelled.',
    remedy: 'Refund the payment of a paid charge. Nothing is due on the others.',
  },
  CHARGE_NOT_WAIVABLE: {
    cause: 'The charge is paid, waived, refunded or cancelled.',
    remedy: 'Refund the payment of a paid charge. Nothing is due on the others.',
  },
  subscriber_terminal: {
    cause: 'The subscriber is `terminated`, which is final.',
    remedy: 'Create a new subscriber for a customer who returns.',
  },
  subscriber_not_found: {
    cause: 'No subscriber of your account has the id in the path.',
    remedy: 'Check the id, and that the key belongs to the same account: sandbox and live have separate ids.',
  },
  subscription_mismatch: {
    cause: 'The subscription belongs to another subscriber than the one in the path.',
    remedy: 'Send a subscription of this subscriber, or leave `subscriptionId` out.',
  },
  invalid_expires_at: {
    cause: '`expiresAt` is no timestamp, or lies in the past of the account’s clock.',
    remedy:
      'Send a future time with seconds and an offset, such as `2027-01-31T12:00:00Z`. In a sandbox, the test clock decides what is future.',
  },
  invalid_created_after: {
    cause: '`createdAfter` is no timestamp.',
    remedy:
      'Send a time with seconds and an offset, such as `2027-01-31T12:00:00Z`, and encode a `+` as `%2B`.',
  },
  invalid_created_before: {
    cause: '`createdBefore` is no timestamp.',
    remedy:
      'Send a time with seconds and an offset, such as `2027-01-31T12:00:00Z`, and encode a `+` as `%2B`.',
  },
  charge_not_found: {
    cause: 'No charge of this subscriber has the id in the path.',
    remedy: 'Check both ids in the path: the charge of another subscriber is not found either.',
  },
  installation_already_active: {
    cause: 'The subscription has an installation that is neither done nor cancelled.',
    remedy: 'Complete or cancel that installation, or change its appointment instead.',
  },
  installation_terminal: {
    cause: 'The installation is activated, completed, cancelled, abandoned or archived.',
    remedy: 'Create a new installation for another visit.',
  },
  subscription_missing_demarcation_point: {
    cause: 'The subscription has no `demarcationPointId`, so there is no place to visit.',
    remedy: 'Set `demarcationPointId` on the subscription, then create the installation.',
  },
  'Invalid or inactive plan': {
    cause: 'The plan of a new subscription was disabled or deleted.',
    remedy: 'Choose a plan of `GET /v1/plans` without `disabledAt`, or enable this one.',
  },
  'Plan does not belong to this provider': {
    cause: 'No plan of your account has this `planId`.',
    remedy:
      'Check the id, and that the key belongs to the same account: sandbox and live have separate plans.',
  },
  'Email already in use for this provider': {
    cause: 'Another subscriber has this email address. Upper and lower case are the same.',
    remedy: 'Find that subscriber with `GET /v1/subscribers?q=` and update it, or send another address.',
  },
  'Phone already in use for this provider': {
    cause: 'Another subscriber has this phone number, in any way of writing it.',
    remedy: 'Find that subscriber with `GET /v1/subscribers?q=` and update it, or send another number.',
  },
  VALIDATION_FAILED: {
    cause:
      'Fields, query parameters or headers are missing, malformed or unknown. All faults are in the answer.',
    remedy: 'Correct each `field` of `rejectionReasons` and send the request again.',
  },
  UNAUTHORIZED: {
    cause: '`X-Access-Id` and `X-Access-Secret` are missing or wrong, or the key was revoked or replaced.',
    remedy:
      'Check the two headers. A secret is shown once: create a key under *Developers → API keys* if it is lost.',
  },
  FORBIDDEN: {
    cause:
      'The caller is known and may not do this: only a sandbox has a test clock, roles of staff have limits, and a suspended or closed account has no access.',
    remedy:
      'Use the key of a sandbox. In the portal, ask an owner of your organisation for another role. For a suspended account, contact the operator of the service.',
  },
  NOT_FOUND: {
    cause: 'No resource of your account has the id in the path, or the path does not exist.',
    remedy:
      'Check path and id, and that the key belongs to the same account: sandbox and live have separate ids.',
  },
  NOT_ALLOWED: {
    cause: 'The path exists and does not take this method.',
    remedy: 'Use a method of the header `Allow`.',
  },
  CONFLICT: {
    cause:
      'The resource is not in a state that allows this, another request changed it at the same time, or the `Idempotency-Key` belongs to another request.',
    remedy:
      'Read the resource and decide again. Use a new key for a new request; with `Retry-After`, repeat the same one then.',
  },
  PRECONDITION: {
    cause: 'Something must happen first. The message of the reason says what.',
    remedy: 'Do that first, such as the first payment of a subscription, then repeat the request.',
  },
  IMMUTABLE: {
    cause: 'The resource, or the field, is final: it has ended, or others depend on it.',
    remedy: 'Create a new resource instead. The message of the reason says what stays as it is.',
  },
  PAYLOAD_TOO_LARGE: {
    cause: 'The body is larger than the endpoint accepts.',
    remedy: 'Send fewer or shorter values in one request.',
  },
  EXPECTATION_FAILED: {
    cause: 'The header `Expect` has a value that the server does not support.',
    remedy: 'Leave the header out, or send `Expect: 100-continue`.',
  },
  RATE_LIMITED: {
    cause: 'The key, the integration or the address made more requests than the limit allows.',
    remedy: 'Wait the seconds of `Retry-After`, then continue more slowly. Webhooks replace polling.',
  },
  INTERNAL_ERROR: {
    cause: 'The server has a defect.',
    remedy:
      'Repeat the request with the same `Idempotency-Key`. If it persists, report the correlation id to the operator.',
  },
  TIMEOUT: {
    cause: 'An external system, such as a router, or the request itself did not finish in time.',
    remedy: 'Repeat the request with the same `Idempotency-Key`. Check that the system is reachable.',
  },
  UPSTREAM_FAILURE: {
    cause: 'An external system, such as a router, refused or broke the connection.',
    remedy: 'Read its answer in the message, check its configuration, then repeat the request.',
  },
  SERVICE_UNAVAILABLE: {
    cause:
      'The server starts or stops, its database is away, or something that the request needs is not set up, such as the network server of a session.',
    remedy:
      'Repeat the request with the same `Idempotency-Key` after the seconds of `Retry-After`. The message says what is missing.',
  },
};
