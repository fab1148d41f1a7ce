import type { failureReasons, railNames } from '../contract/enums.ts';

/** How money reaches the partner. A rail is one file and a line in the registry. */
export type Rail = {
  name: (typeof railNames)[number];
  /** What staff call it. */
  label: string;
  /** Whether a provider of this kind may use it. */
  offeredTo(provider: { livemode: boolean }): boolean;
  /**
   * What follows when a payment is made: the money is there already (`received`), or word of it comes later
   * (`awaited`), through `simulate` or a gateway.
   */
  begins: 'received' | 'awaited';
};

/** What a rail reports of a payment: the money came, or why it did not. */
export type Outcome = { succeeded: true } | { succeeded: false; reason: (typeof failureReasons)[number] };
