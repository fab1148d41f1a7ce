import { cleaned, cleanedId, isUnseen } from '../contract/clean-text.ts';
import type { adapters } from '../contract/enums.ts';
import type { Command, TranslationContext } from './command.ts';
import type { Connection, ExternalApi } from './external-api.ts';

/** The body of an inbound event. The contract requires these two keys. */
export type Payload = { event: string; data: Record<string, unknown> };

/** The fields of an event that the receiver stores. */
export type Identity = {
  event: string;
  /** The sender's id of the event; null if it has none. */
  externalEventId: string | null;
  /** The service of the event; null if it is about no service. */
  externalServiceId: string | null;
  /** Whether the body has the time of its event. Only a redelivery then has the same bytes, whatever came between. */
  hasTime: boolean;
  /** Events with the same key are processed in the order of their arrival. */
  orderKey: string;
};

/** An external system that sends events. An adapter is one file and a line in the registry. */
export type Adapter = {
  name: (typeof adapters)[number];
  /** Reads the identity of an event. Never throws: a missing field is null. */
  identify(payload: Payload): Identity;
  /** Translates a payload into commands. Never throws: an invalid payload becomes `nothing` with a reason. */
  translate(payload: Payload, context: TranslationContext): Command[];
  /** The system's API, for adapters with outbound sync. */
  api?(connection: Connection): ExternalApi;
};

/** An external id, given as text or number. Any other value and a text above 255 characters are null. */
export function externalId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  const id = typeof value === 'string' ? cleanedId(value, MAX_EXTERNAL_ID) : '';
  return id !== '' && id.length <= MAX_EXTERNAL_ID ? id : null;
}

const MAX_EXTERNAL_ID = 255;

/** No field of a command has more UTF-16 units. */
const MAX_TEXT = 2_000;

/** The order key of an event: its service or, without one, its customer. */
export function orderKey(serviceId: string | null, customerId: string | null): string {
  if (serviceId) return `service:${serviceId}`;
  return customerId ? `customer:${customerId}` : '';
}

/** Whether a value is empty: undefined, null, blank text, or a list or object of empty values. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isUnseen(value);
  return value === null || typeof value === 'object'
    ? Object.values(value ?? {}).every(isBlank)
    : value === undefined;
}

/** A text as it is stored; undefined for an empty text and any other value. Contract: Values. */
export function storedTextIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? cleaned(value, MAX_TEXT) : '';
  return text === '' ? undefined : text;
}

/** A text on one line. Control characters and line breaks become a space. */
export function lineIn(value: unknown): string | undefined {
  const isShort = typeof value === 'string' && value.length <= 4 * MAX_TEXT;
  return storedTextIn(isShort ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : value);
}

/** The statuses of an ended service. Contract: Inbound. */
const ENDED = new Set(['stopped', 'disabled', 'deleted']);

/** Whether the status of a service means that it has ended. */
export function isEndedStatus(status: unknown): boolean {
  return typeof status === 'string' && ENDED.has(status.trim().toLowerCase());
}
