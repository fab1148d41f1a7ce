import type { failureReasons, railNames } from '../contract/enums.ts';
import type { Minor } from '../contract/money.ts';

/** A way to pay. A rail is one file and a line in the registry. */
export type Rail = {
  name: (typeof railNames)[number];
  /** The name in the portal. */
  label: string;
  /** Whether a provider of this kind may use it. */
  isAvailableFor(provider: { livemode: boolean }): boolean;
} & (
  | {
      /**
       * How a payment starts: the money has arrived (`received`), or `simulate` reports the result later (`simulated`).
       */
      begins: 'received' | 'simulated';
      gateway?: undefined;
    }
  | {
      /** The payer gets a link to a checkout session of the gateway, which reports the result. */
      begins: 'hosted';
      gateway: Gateway;
    }
);

type FailureReason = (typeof failureReasons)[number];

/** The result of a payment. */
export type PaymentOutcome = { succeeded: true } | { succeeded: false; reason: FailureReason };

/** The payment that a checkout session is for. It never changes. */
export type Order = {
  providerId: string;
  paymentId: string;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  reference: string;
  description: string;
  /** Demarc's link, to which the payer returns. */
  link: string;
};

/**
 * A refund at the gateway. `id` and `round` are the idempotency key: a repeated request refunds once. A round ends when the
 * gateway refuses the refund or reports that it failed. After anything else, such as a time-out, it continues.
 */
export type RefundRequest = {
  id: string;
  /** From 1. A refund that failed in an earlier round is replaced by a new one. */
  round: number;
  providerId: string;
  /** The gateway's id of the payment. */
  gatewayPaymentId: string;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  /** Whether an earlier request may have succeeded. */
  isRetry: boolean;
};

/** The gateway of a hosted rail. Its functions are called outside any transaction and may be repeated. */
export type Gateway = {
  /** Whether the gateway can charge exactly this amount; minor units. */
  supports(amount: Minor, currency: string): boolean;
  /** Creates the checkout session of an order; later calls return the same one. @throws GatewayError */
  createSession(order: Order): Promise<{ id: string; url: string }>;
  /** Expires a checkout session, so that nothing can be paid with it. @throws GatewayError */
  expireSession(sessionId: string): Promise<void>;
  /** Refunds money; returns the gateway's id of the refund. @throws RefundRefused, which ends the round; GatewayError */
  submitRefund(refund: RefundRequest): Promise<string>;
};

/** A gateway's report about a payment or a refund. */
export type GatewayEvent =
  | ({ providerId: string; paymentId: string } & PaymentEvent)
  /** A refund failed, and its money is still at the gateway. `id` and `round` are those of `RefundRequest`. */
  | { providerId: string; type: 'refund failed'; id: string; round: number; gatewayId: string; why: string };

type PaymentEvent =
  | {
      /** The money arrived, or it is in transit after the payer confirmed. */
      type: 'paid' | 'processing';
      sessionId: string;
      gatewayPaymentId: string | null;
      /** Minor units of the currency; null when it does not convert. */
      amount: Minor | null;
      currency: string;
    }
  /** Money in transit did not arrive. */
  | { type: 'failed'; sessionId: string }
  /** An attempt failed. The payer may try again in the same session. */
  | { type: 'declined'; reason: FailureReason }
  /** The session expired without a payment. */
  | { type: 'closed'; sessionId: string };

/** A request to a gateway failed. */
export class GatewayError extends Error {
  /** Whether a retry is pointless. */
  readonly isFinal: boolean;
  /** The gateway's code of the failure. */
  readonly code: string | undefined;

  constructor(
    message: string,
    { isFinal, code, cause }: { isFinal: boolean; code?: string; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'GatewayError';
    this.isFinal = isFinal;
    this.code = code;
  }
}

/** The gateway refused the refund itself, or its refund failed. It repeats this answer in the same round. */
export class RefundRefused extends GatewayError {
  constructor(message: string, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { isFinal: true, code, cause });
    this.name = 'RefundRefused';
  }
}
