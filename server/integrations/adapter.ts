import type { adapters } from '../contract/enums.ts';
import type { Command, TranslationContext } from './command.ts';
import type { Connection, ExternalApi } from './external-api.ts';

/** What a sender sent: the two keys the contract demands, whatever else is in them. */
export type Payload = { event: string; data: Record<string, unknown> };

/** What an event is about, as far as it has to be known to keep it. */
export type Identity = {
  event: string;
  /** The sender's own id of the event; null where it gives none. */
  externalEventId: string | null;
  /** The service it is about; null for what is about none. */
  externalServiceId: string | null;
  /** What has the same key is processed in the order in which it came. */
  orderKey: string;
};

/** An external system we take events from. An adapter is one file and a line in the registry. */
export type Adapter = {
  name: (typeof adapters)[number];
  /** Reads off a payload what it is about. Never throws: what it cannot find is null. */
  identify(payload: Payload): Identity;
  /** Says what a payload means. Never throws: what makes no sense is said to be nothing, with the reason. */
  translate(payload: Payload, context: TranslationContext): Command[];
  /** The system's API, for adapters with outbound sync. */
  api?(connection: Connection): ExternalApi;
};

/** Ids of other systems come as texts or numbers. What is no id, or longer than any, counts as none. */
export function externalId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  const id = typeof value === 'string' ? value.trim() : '';
  return id !== '' && id.length <= MAX_EXTERNAL_ID ? id : null;
}

const MAX_EXTERNAL_ID = 255;

/** An object inside a payload; anything else has no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Events of a service are in order; those of no service are in order with those of the same customer. */
export function orderKey(serviceId: string | null, customerId: string | null): string {
  if (serviceId) return `service:${serviceId}`;
  return customerId ? `customer:${customerId}` : '';
}

/** Whether there is nothing in a field: none, a blank text, or a list or an object of nothing else. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || typeof value === 'object'
    ? Object.values(value ?? {}).every(isBlank)
    : value === undefined;
}

/** A text with something in it; of what is none, or blank, undefined. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** A text on one line, as names are: what comes with control characters or line breaks has a space in their place. */
export function lineIn(value: unknown): string | undefined {
  return textIn(typeof value === 'string' ? value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : undefined);
}

/** States of a service in which it is no more. Contract: Inbound. */
const ENDED = new Set(['stopped', 'disabled', 'deleted']);

/** Whether a service's status says that it is over. */
export function isEnded(status: unknown): boolean {
  return typeof status === 'string' && ENDED.has(status.trim().toLowerCase());
}
