import type { ApiVersion } from '@/server/contract/event-catalogue.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';

export type WebhookValues = {
  url: string;
  description: string;
  events: string[];
  apiVersion: ApiVersion;
  headers: { name: string; value: string }[];
};

/** What the form shows as it is sent: a blank description is none. */
export function createRequest({ description, ...values }: WebhookValues) {
  return { ...values, ...(description.trim() && { description }) };
}

/** A webhook as it is, with some of it changed: PUT replaces all that it is not given. */
export function replacementOf(
  { id, url, events, headers, apiVersion, description }: WebhookSnapshot,
  change: { status?: WebhookSnapshot['status'] } = {},
) {
  return { id, url, events, headers, apiVersion, ...(description !== null && { description }), ...change };
}
