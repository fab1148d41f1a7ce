import { ne, type SQL, sql } from 'drizzle-orm';
import { webhook } from '../../../../drizzle/schema/webhook.ts';
import { invalidValue, refuse } from '../../../contract/errors.ts';
import { isMask, masked, maskedUrl } from '../../../contract/masked.ts';
import { type WebhookSnapshot, type WebhookWithSecret, webhookSnapshot } from '../../../contract/webhook.ts';
import { isActiveWebhook } from '../../../contract/webhook-rules.ts';
import { seal, unseal } from '../../../sealed.ts';
import { defineResource, findOrNull, presentOne, type Row } from '../../../state/resource.ts';
import { hostOf, isReachable } from '../../../webhooks/guard.ts';
import { type Caller, mayReadSecrets, type Scope } from '../../../work/scope.ts';
import { webhookMachine } from './machine.ts';

export type Header = WebhookSnapshot['headers'][number];

export const webhookResource = defineResource({
  name: 'webhook',
  object: null,
  table: webhook,
  snapshot: webhookSnapshot,
  machine: webhookMachine,
  derive: (row: typeof webhook.$inferSelect) => ({ headers: unsealHeaders(row) }),
  load: async ({ caller }, rows) => new Map(rows.map((row) => [row.id, shownTo(caller, row)])),
  // Header values are often credentials, so the audit trail keeps the names only.
  audited: {
    headers: (headers) => (headers as Header[]).map(({ name }) => name),
    url: (url) => maskedUrl(url as string),
  },
});

export type WebhookRow = Row<typeof webhookResource>;

/** Excludes deleted webhooks: reads answer 404 for them. */
export const notDeleted = ne(webhook.status, 'deleted');

/**
 * The provider's webhook.
 * @throws NOT_FOUND when there is none or it was deleted
 */
export async function findWebhook(
  scope: Scope,
  id: string,
  lock: 'update' | 'none' = 'none',
): Promise<WebhookRow> {
  const row = await findOrNull(scope, webhookResource, id, lock);
  if (!row || row.status === 'deleted') throw refuse('NOT_FOUND', { field: 'id' });
  return row;
}

/**
 * The provider's webhook, which must be ACTIVE, because a disabled one receives nothing.
 * @throws NOT_FOUND; CONFLICT while it is disabled
 */
export async function findActiveWebhook(scope: Scope, id: string): Promise<WebhookRow> {
  const row = await findWebhook(scope, id, 'update');
  if (isActiveWebhook(row)) return row;
  throw refuse('CONFLICT', { field: 'id', message: 'The webhook is disabled. Enable it first.' });
}

/** A webhook's address and headers as a caller may see them. Contract: Accounts. */
function shownTo(caller: Caller, row: typeof webhook.$inferSelect): { url: string; headers: Header[] } {
  const headers = unsealHeaders(row);
  if (mayReadSecrets(caller)) return { url: row.url, headers };
  return {
    url: maskedUrl(row.url),
    headers: headers.map(({ name, value }) => ({ name, value: masked(value) })),
  };
}

/** The part of a webhook's address that has no secrets, for searches and labels. A search of the rest would find a secret out. */
export const publicUrl: SQL<string> = sql`split_part(split_part(${webhook.url}, '#', 1), '?', 1)`;

/**
 * The address and the headers to store: where a mask comes back that a read showed, the stored value. Contract: Webhook subscription.
 * @throws VALIDATION_FAILED at `url` or `headers` for another mask
 */
export function withStoredSecrets<I extends { url: string; headers: Header[] }>(
  given: I,
  row?: WebhookRow,
): I {
  const kept = row && unsealHeaders(row);
  const isKept =
    row !== undefined && [maskedUrl(row.url), new URL(maskedUrl(row.url)).href].includes(given.url);
  const url = isKept ? row.url : given.url;
  if (isMask(url)) throw invalidValue('url', 'This is a mask. Give the whole address.');
  const headers = given.headers.map((header, i) => {
    if (!isMask(header.value)) return header;
    const stored = kept?.find(({ name, value }) => name === header.name && masked(value) === header.value);
    if (!stored) throw invalidValue(`headers.${i}.value`, 'This is a mask. Give the whole value.');
    return stored;
  });
  return { ...given, url, headers };
}

/** The encrypted headers of a webhook, as the column keeps them. */
export function sealHeaders(webhookId: string, headers: Header[]): string {
  return seal(JSON.stringify(headers), webhookId);
}

/** The custom headers of a webhook in clear text. @throws Error for headers that were sealed for another webhook */
export function unsealHeaders({ id, sealedHeaders }: { id: string; sealedHeaders: string }): Header[] {
  return JSON.parse(unseal(sealedHeaders, id));
}

/** A webhook with its secret, for the answers that show it. */
export async function presentWithSecret(
  scope: Scope,
  row: WebhookRow,
  secret: string,
): Promise<WebhookWithSecret> {
  return { ...(await presentOne(scope, webhookResource, row)), secret };
}

/**
 * Refuses a URL that leads into a private network, or is not https on a live provider. Contract: Webhook subscription.
 * @param addresses the resolved addresses of the host, as far as they are known
 * @throws VALIDATION_FAILED at `url`
 */
export function requireDeliverable(scope: Scope, url: string, addresses: readonly string[]): void {
  if (scope.livemode && new URL(url).protocol !== 'https:') {
    throw invalidValue('url', 'A live webhook has to be an https address.');
  }
  if (!isReachable(hostOf(url), addresses, scope.livemode)) {
    throw invalidValue('url', 'This leads into a network that deliveries must not go to.');
  }
}
