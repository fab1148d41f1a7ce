import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptOutcome, Sender } from '../webhooks/send.ts';

/** The domain of the demo's receivers. `.example` is reserved (RFC 2606), so no request of the demo could reach a person. */
const DOMAIN = 'demo-isp.example';

/** A receiver of the demo: its answer to an attempt of an event. */
type Receiver = (
  attempt: number,
  eventId: string,
) => Pick<AttemptOutcome, 'responseStatus' | 'responseExcerpt'>;

/** Restarts now and then: of every sixth event it refuses the first attempt and accepts the next one. */
const crm: Receiver = (attempt, eventId) =>
  attempt === 1 && numberOf(eventId) % 6 === 0
    ? { responseStatus: 503, responseExcerpt: 'Service restarting, try again.' }
    : { responseStatus: 200, responseExcerpt: '{"received":true}' };

/** Is broken and refuses everything. */
const fieldService: Receiver = () => ({
  responseStatus: 500,
  responseExcerpt: '{"error":"could not connect to the database"}',
});

const receivers: Record<string, Receiver> = {
  [`crm.${DOMAIN}`]: crm,
  [`field-service.${DOMAIN}`]: fieldService,
};

/** The addresses that the demo's webhooks are registered with. */
export const receiverUrls = {
  crm: `https://crm.${DOMAIN}/demarc/events`,
  fieldService: `https://field-service.${DOMAIN}/hooks/demarc`,
};

/**
 * A sender that answers for the demo's receivers itself, so that deliveries of the demo are sent, fail and recover without a
 * request to any network. Everything else goes to `sender`.
 */
export function withDemoReceivers(sender: Sender): Sender {
  return {
    ...sender,
    async send(outgoing) {
      const receiver = outgoing.livemode ? undefined : receivers[new URL(outgoing.url).hostname];
      if (!receiver) return sender.send(outgoing);
      const eventId = headerOf(outgoing.headers, 'x-service-event-id');
      const attempt = Number(headerOf(outgoing.headers, 'x-service-delivery-attempt'));
      const latencyMs = 30 + (numberOf(eventId) % 120);
      await sleep(latencyMs);
      return { ...receiver(attempt, eventId), latencyMs, error: null };
    },
  };
}

/** @param headers names and values in turn */
function headerOf(headers: readonly string[], name: string): string {
  return headers[headers.findIndex((each, i) => i % 2 === 0 && each.toLowerCase() === name) + 1] ?? '';
}

/** A number that is the same for each attempt of an event. Ids end in random digits. */
function numberOf(eventId: string): number {
  return Number.parseInt(eventId.slice(-6), 16) || 0;
}
