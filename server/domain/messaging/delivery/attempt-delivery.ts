import { isTracing, traced } from '../../../tracing.ts';
import { render } from '../../../webhooks/render.ts';
import type { AttemptOutcome, Sender } from '../../../webhooks/send.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { PrefetchedDelivery } from './provider-queue.ts';
import { signAttempt } from './sign-attempt.ts';

type Outgoing = Parameters<Sender['send']>[0];

/** Renders, signs and sends a delivery once. Contract: Outbound deliveries. */
export function attemptDelivery(
  sender: Sender,
  { claimed, endpoint }: PrefetchedDelivery,
): Promise<AttemptOutcome> {
  const body = render(claimed.body, claimed.apiVersion);
  const headers = signAttempt(claimed, endpoint, body);
  const outgoing = { url: endpoint.url, headers, body, livemode: endpoint.livemode };
  return isTracing() ? sendTraced(sender, claimed, outgoing) : sender.send(outgoing);
}

/** An attempt belongs to the trace of the request that caused the event. */
function sendTraced(sender: Sender, claimed: ClaimedDelivery, outgoing: Outgoing): Promise<AttemptOutcome> {
  const [, correlationId] = /"correlationId":"([^"]+)"/.exec(claimed.body) ?? [];
  const { eventType, eventId, number } = claimed;
  const attributes = { 'demarc.event': eventId, 'demarc.attempt': number };
  return traced(`deliver ${eventType}`, { kind: 'client', correlationId, attributes }, () =>
    sender.send(outgoing),
  );
}
