import type { disputeStatuses, failureReasons, RailName } from '../contract/enums.ts';
import type { Minor } from '../contract/money.ts';

/** A way to pay. A rail is one file and a line in the registry. */
export type Rail = {
  name: RailName;
  /** The name in the portal. */
  label: string;
  /** The currencies that it takes, by their ISO 4217 codes. */
  currencies: readonly string[];
} & (
  | {
      /**
       * How a payment starts: the money has arrived (`received`), or `simulate` reports the result later (`simulated`).
       */
      begins: 'received' | 'simulated';
      /** Whether a provider of this kind may use it. */
      isAvailableFor(provider: { livemode: boolean }): boolean;
      gateway?: undefined;
    }
  | {
      /** The payer gets a link to a checkout session of the gateway, which reports the result. */
      begins: 'hosted';
      gateway: HostedGateway;
    }
  | {
      /** The gateway sends a prompt to the payer's phone, and reports the result. */
      begins: 'prompt';
      gateway: PromptGateway;
    }
);

/** The credentials of an account at a gateway, by the names under which staff enter them. */
export type Credentials = Readonly<Record<string, string>>;

/** An account at a gateway: a provider's own, or the default of the environment. */
export type GatewayAccount = {
  /** Null for the default of the environment. */
  id: string | null;
  /** Whose payments it takes. */
  providerId: string;
  livemode: boolean;
  credentials: Credentials;
  /** The address to which the gateway reports about an account of a provider. */
  hookUrl: string;
};

type DisputeStatus = (typeof disputeStatuses)[number];

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
  /** The payer's address, for gateways that require one. It may change. */
  email: string;
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
};

/** A webhook as it arrived. */
export type GatewayRequest = {
  raw: Buffer;
  /** A header by its name in lower case; undefined where it is absent or repeated. */
  header(name: string): string | undefined;
};

/** What a webhook says. */
export type GatewayReport = {
  /** The gateway's id and name of it, for the log. */
  id: string;
  type: string;
  livemode: boolean;
  /** None where it is not about a payment or refund of Demarc. */
  events: (GatewayEvent | GatewayChange)[];
};

/** What every gateway can do. The functions that return a promise are called outside any transaction and may be repeated. */
export type Gateway = {
  /** Whether credentials belong to this kind of account: test credentials to sandboxes, live ones to live accounts. */
  fits(credentials: Credentials, livemode: boolean): boolean;
  /** The credentials of the environment, for providers without an account of their own; null where there are none. */
  defaultCredentials?(): Credentials | null;
  /** Whether the gateway can charge exactly this amount; minor units. */
  supports(amount: Minor, currency: string): boolean;
  /** Tries the credentials. @returns the gateway's answer, as a sentence. @throws GatewayError */
  check(account: GatewayAccount): Promise<string>;
  /** Refunds money; returns the gateway's id of the refund. @throws RefundRefused, which ends the round; GatewayError */
  submitRefund(account: GatewayAccount, refund: RefundRequest): Promise<string>;
};

type NewSession = { id: string; url: string; paid?: undefined } | { paid: GatewayEvent };

/** A payment of Demarc, as the gateway keeps it with the money. */
export type PaymentName = { providerId: string; paymentId: string };

/** A gateway with pages of its own, on which people pay. */
export type HostedGateway = Gateway & {
  /** Whether several sessions of an order can be paid: the gateway returns no session again, and ends none. */
  hasSeveralSessions: boolean;
  /**
   * Creates the checkout session of an order; later calls return the same one. @returns its id and address, or the event of an
   * earlier session of the order that is paid @throws GatewayError
   */
  createSession(account: GatewayAccount, order: Order): Promise<NewSession>;
  /** Expires a checkout session, so that nothing can be paid with it. @throws GatewayError */
  expireSession(account: GatewayAccount, sessionId: string): Promise<void>;
  /** The event of a session that is paid, for a payer who is back before the webhook; null for any other. @throws GatewayError */
  querySession?(account: GatewayAccount, sessionId: string): Promise<GatewayEvent | null>;
  /**
   * The payment that money is for, where reports about refunds and disputes do not name it; null for money of another system.
   * @throws GatewayError
   */
  findPayment?(account: GatewayAccount, gatewayPaymentId: string): Promise<PaymentName | null>;
  /** Verifies and reads a webhook. @returns null when the sender is not the gateway. @throws GatewayError */
  readReport(account: GatewayAccount, request: GatewayRequest): Promise<GatewayReport | null>;
};

/** A prompt for a payment. */
export type PromptOrder = {
  /** E.164. */
  phone: string;
  /** Minor units of the currency of the gateway. */
  amount: Minor;
  /** What the payer's phone shows as account. */
  reference: string;
  description: string;
  /** The address at which the gateway reports the outcome. */
  callbackUrl: string;
};

/** The outcome of a prompt. */
export type PromptOutcome = {
  /** The gateway's id of the prompt; null for one that it refused. */
  requestId: string | null;
  /** The gateway's code and text. */
  code: string;
  text: string;
  /** Why it failed; null when it was paid. */
  reason: FailureReason | null;
  /** Minor units, and the gateway's id of the money; null when it failed, and where a query reported the success. */
  amount: Minor | null;
  transactionId: string | null;
};

/** Money that a payer sent to a number of the account, with or without a prompt. */
export type Confirmation = {
  transactionId: string;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  /** The number that it was sent to. */
  shortCode: string;
  /** What the payer entered as account. */
  accountNumber: string | null;
  /** The payer's number as the gateway shows it, which may hide digits. */
  payer: string;
  /** The payer's number in E.164, where the gateway shows all of it. */
  phone: string | null;
  payerName: string | null;
  paidAt: Date;
};

/** The result of a reversal. `done before`: the payment had been reversed, by this refund or another one. */
export type ReversalResult = { gatewayId: string; outcome: 'done' | 'done before' | 'failed'; text: string };

/** A gateway that sends prompts to phones. */
export type PromptGateway = Gateway & {
  /** Whether a number (E.164) can get a prompt, and what to say where it cannot. */
  isPhone(phone: string): boolean;
  phoneFault: string;
  /**
   * Sends a prompt. @returns the gateway's id of it
   * @throws GatewayError: final when it is refused; `mayHaveWorked` when the payer may have it
   */
  sendPrompt(account: GatewayAccount, order: PromptOrder): Promise<string>;
  /** The outcome of a prompt; null while the payer has not answered. @throws GatewayError */
  queryPrompt(account: GatewayAccount, requestId: string): Promise<PromptOutcome | null>;
  /** Registers the address at which the gateway confirms money. @throws GatewayError, final when it never will */
  register(account: GatewayAccount): Promise<void>;
  /** These read a body that came to the gateway's own address; null for a malformed one. */
  readPromptCallback(body: unknown): PromptOutcome | null;
  readConfirmation(body: unknown): Confirmation | null;
  readReversalResult(body: unknown): ReversalResult | null;
  /** Whether a number to which money was sent belongs to the account. */
  isOwnShortCode(account: GatewayAccount, shortCode: string): boolean;
};

/** A gateway's report about a payment or a refund. */
export type GatewayEvent =
  | ({ providerId: string; paymentId: string } & PaymentEvent)
  /** A refund failed, and its money is still at the gateway. `id` and `round` are those of `RefundRequest`. */
  | { providerId: string; type: 'refund failed'; id: string; round: number; gatewayId: string; why: string };

/**
 * What the gateway reports about money that arrived. It names the payment by the gateway's id. `gatewayId` is the gateway's id of the
 * refund or dispute, with which a repeated report has no effect.
 */
export type GatewayChange = {
  gatewayPaymentId: string;
  /** The session of the money, where the report or the gateway names it. */
  session?: { id: string; paymentId: string };
  gatewayId: string;
  /** Minor units of the currency; null when it does not convert. */
  amount: Minor | null;
  currency: string;
} & (
  | {
      type: 'refunded';
      /** What Demarc requested; null for a refund of the dashboard. */
      request: Pick<RefundRequest, 'id' | 'round'> | null;
    }
  | {
      type: 'disputed';
      status: DisputeStatus;
      /** The gateway's word for it. */
      reason: string | null;
      openedAt: Date;
      /** When the gateway reported this status. */
      reportedAt: Date;
    }
);

type PaymentEvent =
  | {
      /** The money arrived, or it is in transit after the payer confirmed. */
      type: 'paid' | 'processing';
      /** Whether a statement shows it, in place of a report. */
      isOfStatement?: boolean;
      /** Null for a payment without a checkout session. */
      sessionId: string | null;
      gatewayPaymentId: string | null;
      /** Minor units of the currency; null when it does not convert. */
      amount: Minor | null;
      currency: string;
    }
  /** Money in transit did not arrive. */
  | { type: 'failed'; sessionId: string | null; reason?: FailureReason }
  /** An attempt failed. The payer may try again in the same session. */
  | { type: 'declined'; reason: FailureReason }
  /** The session expired without a payment. */
  | { type: 'closed'; sessionId: string };

/** A request to a gateway failed. */
export class GatewayError extends Error {
  /** Whether a retry is pointless. */
  readonly isFinal: boolean;
  /** Whether the gateway may have done what was requested, because its answer is missing. */
  readonly mayHaveWorked: boolean;
  /** The gateway's code of the failure. */
  readonly code: string | undefined;

  constructor(
    message: string,
    {
      isFinal,
      mayHaveWorked = false,
      code,
      cause,
    }: { isFinal: boolean; mayHaveWorked?: boolean; code?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'GatewayError';
    this.isFinal = isFinal;
    this.mayHaveWorked = mayHaveWorked;
    this.code = code;
  }
}

/** The gateway refused the refund itself, or its refund failed. It repeats this answer in the same round. */
export class RefundRefused extends GatewayError {
  constructor(message: string, { code, cause }: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { isFinal: true, code, cause });
    this.name = 'RefundRefused';
  }
}
