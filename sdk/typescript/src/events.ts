import type { components, webhooks } from './generated/openapi.ts';

/** The name of an event, such as `payment.received`. */
export type EventType = components['schemas']['Event']['type'];

/** An event of one type, as webhooks receive it. */
export type EventOf<T extends EventType> = webhooks[T] extends {
  post: { requestBody: { content: { 'application/json': infer B } } };
}
  ? B & { type: T }
  : never;

/** Any event, as webhooks receive it. `event.type` names it, and types `event.data`. */
export type WebhookEvent = { [T in EventType]: EventOf<T> }[EventType];
