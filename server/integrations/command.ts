/**
 * The meaning of an inbound event, independent of the external system. An adapter creates commands, and
 * `server/domain/inbound-event` runs them. They are plain JSON, because the portal shows them.
 */
export type Command =
  | ServicePut
  | { do: 'service.end'; serviceId: string }
  | { do: 'customer.put'; customer: ExternalCustomer }
  /** An own write: the event reports a service that Demarc created. */
  | { do: 'service.echo'; serviceId: string; subscriptionId: string | null }
  | { do: 'nothing'; reason: 'ECHO' | 'EVENT_UNKNOWN' | 'NOT_SAVED' | 'INVALID_PAYLOAD' };

/** The current state of a service. A null field is unknown. */
export type ServicePut = {
  do: 'service.put';
  serviceId: string;
  /** Whether the event reports a creation. */
  isNew: boolean;
  /** Whether Demarc created the service, by its origin. It may have been edited since. */
  isOurs: boolean;
  customer: ExternalCustomer;
  /** The sign-in name of the service in the external system. */
  login: string | null;
  tariffId: string | null;
  ipv4: ExternalIpv4 | null;
};

/**
 * An IPv4 assignment. A pool has an external id or a name. An assignment that cannot be read is `invalid`, which differs
 * from `none`.
 */
export type ExternalIpv4 =
  | { mode: 'none' }
  | { mode: 'invalid' }
  | { mode: 'static'; address: string }
  | { mode: 'pool'; poolId: string; isName: boolean };

/** The fields of a customer in an event. Only an event about a service needs the id. */
export type ExternalCustomer = {
  externalId: string | null;
  /** The full name, from systems without a field for each part. */
  name?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
};

/** Input of a translation, apart from the payload. */
export type TranslationContext = {
  /** Demarc's id of the account. A payload with this origin is an own write. */
  providerId: string;
};
