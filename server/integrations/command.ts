/**
 * What an event of an external system comes to, in no system's own words. `server/domain/inbound` runs them; an adapter
 * only makes them. Everything in them is plain JSON, since people read them in the inspector.
 */
export type Command =
  | ServicePut
  | { do: 'service.end'; serviceId: string }
  | { do: 'customer.put'; customer: ExternalCustomer }
  /** A service that we made there ourselves comes back. */
  | { do: 'service.echo'; serviceId: string; subscriptionId: string | null }
  | { do: 'nothing'; reason: 'ECHO' | 'EVENT_UNKNOWN' | 'INVALID_PAYLOAD' };

/** A service as it is now. A null or absent field says nothing about it. */
export type ServicePut = {
  do: 'service.put';
  serviceId: string;
  /** Whether it was made just now, and not changed. */
  isNew: boolean;
  /** Whether it bears our origin: we made it there, though it may have been changed there since. */
  isOurs: boolean;
  customer: ExternalCustomer;
  /** What the service signs in with there. */
  login: string | null;
  tariffId: string | null;
  ipv4: ExternalIpv4 | null;
};

/**
 * Where a service's address comes from. A pool goes by the external system's id of it, or by a name. What is said about it
 * and makes no sense is unclear, which is not the same as none.
 */
export type ExternalIpv4 =
  | { mode: 'none' }
  | { mode: 'unclear' }
  | { mode: 'static'; address: string }
  | { mode: 'pool'; poolId: string; isName: boolean };

/** A customer as far as an event tells of them. Only the id is needed, and only where there is a service. */
export type ExternalCustomer = {
  externalId: string | null;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
};

/** What an adapter has to know beside the payload. */
export type TranslationContext = {
  /** Our own id of the account: what bears it as its origin came from us. */
  providerId: string;
};
