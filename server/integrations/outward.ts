/** A subscription of ours as an external system is to have it. */
export type OutwardService = {
  subscriptionId: string;
  /** The external system's own ids. */
  customerId: string;
  tariffId: string;
  status: 'active' | 'disabled';
  /** What it signs in with. */
  login: string;
  /** What people read there: the plan's name. */
  description: string;
  /** The day it begins, UTC. */
  startsAt: Date;
};

/** How an external system is reached. */
export type Connection = {
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** Our own id of the account: what we make there bears it as its origin. */
  providerId: string;
  livemode: boolean;
  /** A number above those of all requests that were made with the key before, by any process. */
  nextNonce(): Promise<number>;
};

/** An external system that takes services of ours. Each of these may throw `OutwardError`. */
export type Outward = {
  /** A service that we made before, by what it signs in with or the subscription it bears. */
  find(service: OutwardService): Promise<string | null>;
  /** @returns its id there */
  create(service: OutwardService): Promise<string>;
  change(externalServiceId: string, service: OutwardService): Promise<void>;
  end(externalServiceId: string, customerId: string): Promise<void>;
};

/**
 * Why an external system did not do it. `unavailable`: nothing can be told it at the moment, nor whether this was done;
 * `refused`: it will not do this, however often it is asked; `missing`: what it is about is not there.
 */
export class OutwardError extends Error {
  override readonly name = 'OutwardError';
  readonly kind: 'unavailable' | 'refused' | 'missing';

  constructor(message: string, kind: OutwardError['kind'], cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
