import type { ApiVersion } from '@/server/contract/event-catalogue.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';

export type WebhookValues = {
  url: string;
  description: string;
  events: string[];
  apiVersion: ApiVersion;
  headers: { name: string; value: string }[];
};

/** The request of the form. A blank description is not sent. */
export function createRequest({ description, ...values }: WebhookValues) {
  return { ...values, ...(description.trim() && { description }) };
}

/** The complete request of a changed webhook, because PUT also replaces fields that are missing. */
export function replacementOf(
  { id, url, events, headers, apiVersion, description }: WebhookSnapshot,
  change: { status?: WebhookSnapshot['status'] } = {},
) {
  return { id, url, events, headers, apiVersion, ...(description !== null && { description }), ...change };
}
