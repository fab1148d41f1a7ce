import type { failureReasons, railNames } from '../contract/enums.ts';
import type { Minor } from '../contract/money.ts';

/** How money reaches the partner. A rail is one file and a line in the registry. */
export type Rail = {
  name: (typeof railNames)[number];
  /** What staff call it. */
  label: string;
  /** Whether a provider of this kind may use it. */
  offeredTo(provider: { livemode: boolean }): boolean;
} & (
  | {
      /**
       * What follows when a payment is made: the money is there already (`received`), or word of it comes later,
       * through `simulate` (`awaited`).
       */
      begins: 'received' | 'awaited';
      gateway?: undefined;
    }
  | {
      /** The payer gets a link to a page of the gateway, which sends word of what became of it. */
      begins: 'hosted';
      gateway: Gateway;
    }
);

type FailureReason = (typeof failureReasons)[number];

/** What a rail reports of a payment: the money came, or why it did not. */
export type Outcome = { succeeded: true } | { succeeded: false; reason: FailureReason };

/** What is to be paid on the gateway's page. Everything in it is fixed with the payment. */
export type Order = {
  providerId: string;
  paymentId: string;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  reference: string;
  description: string;
  /** Our link, under which the payer comes back. */
  link: string;
};

/** Money to be given back. `id` is the idempotency key: asked twice, it is given once. */
export type GiveBack = {
  id: string;
  providerId: string;
  /** What the gateway calls the money. */
  moneyId: string;
  /** Minor units of the currency. */
  amount: Minor;
  currency: string;
  /** Whether it may have been asked for before. */
  again: boolean;
};

/** The outside half of a hosted rail. All of it is called outside any transaction, and may be called again. */
export type Gateway = {
  /** Whether it can take exactly this much; minor units. */
  takes(amount: Minor, currency: string): boolean;
  /** The page on which an order is paid: made at the first call, the same ever after. @throws GatewayError */
  openPage(order: Order): Promise<{ id: string; url: string }>;
  /** Makes sure that nothing more is paid on a page. @throws GatewayError */
  closePage(pageId: string): Promise<void>;
  /** Gives money back; returns the gateway's id of that. @throws GatewayError */
  giveBack(money: GiveBack): Promise<string>;
};

/** What a gateway says of one of our payments, or of money it was giving back. */
export type Word =
  | ({ providerId: string; paymentId: string } & PaymentWord)
  /** Money that was being given back came back to the gateway. `id` is the one of `GiveBack`. */
  | { providerId: string; says: 'refund failed'; id: string; why: string };

type PaymentWord =
  | {
      /** The money is there, or the payer has done their part and it is on its way. */
      says: 'paid' | 'processing';
      pageId: string;
      moneyId: string | null;
      /** Minor units of the currency; null where it is no amount of ours. */
      amount: Minor | null;
      currency: string;
    }
  /** Money that was on its way did not come. */
  | { says: 'failed'; pageId: string }
  /** An attempt failed; the payer may try again on the same page. */
  | { says: 'declined'; reason: FailureReason }
  /** The page's time is up; nobody paid. */
  | { says: 'closed'; pageId: string };

/** A gateway could not do what it was asked for. */
export class GatewayError extends Error {
  /** Whether asking again makes no sense. */
  readonly isFinal: boolean;
  /** What the gateway calls the failure. */
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
