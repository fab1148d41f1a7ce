/** The desired state of one subscription in an external system. */
export type DesiredService = {
  subscriptionId: string;
  /** Ids of the external system. */
  customerId: string;
  tariffId: string;
  status: 'active' | 'disabled';
  /** The network user name. */
  login: string;
  /** The plan's name, for people. */
  description: string;
  /** The first day of service, in UTC. */
  startsAt: Date;
};

/** By what a service is found. `login` is null for one that never had any. */
export type KnownService = Pick<DesiredService, 'customerId' | 'subscriptionId'> & { login: string | null };

/** Access to an external system. */
export type Connection = {
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** Demarc's id of the account. Services that Demarc creates carry it as their origin. */
  providerId: string;
  livemode: boolean;
  /** A number above the nonces of all earlier requests with this key, by any process. */
  nextNonce(): Promise<number>;
};

/** The API of an external system, as outbound sync uses it. Every function may throw `ExternalApiError`. */
export type ExternalApi = {
  /**
   * Finds a service that Demarc created, by its login or its origin.
   * @returns its id in the external system
   */
  find(service: KnownService): Promise<string | null>;
  /** @returns its id in the external system */
  create(service: DesiredService): Promise<string>;
  change(externalServiceId: string, service: DesiredService): Promise<void>;
  end(externalServiceId: string, customerId: string): Promise<void>;
};

/**
 * A failed call. `unavailable`: no usable answer, so the call may or may not have had its effect. `refused`: a repetition
 * would be refused as well. `missing`: the service or customer does not exist in the external system.
 */
export class ExternalApiError extends Error {
  override readonly name = 'ExternalApiError';
  readonly kind: 'unavailable' | 'refused' | 'missing';

  constructor(message: string, kind: ExternalApiError['kind'], cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
