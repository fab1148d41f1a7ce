import type { ApiVersion } from '@/server/contract/event-catalogue.ts';

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
