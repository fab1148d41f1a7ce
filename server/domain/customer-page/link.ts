import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { customerPage } from '../../../drizzle/schema/customer-page.ts';
import { type PageLink, pageLink } from '../../contract/customer-page.ts';
import { present } from '../../contract/present.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import { find, findForUpdate } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { ensurePages, linkOf, readPages } from '../model/customer-page/link.ts';
import { requireNotErased } from '../model/subscriber/erased.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

type Input = z.output<typeof subscriberId>;

/**
 * The link to the page of a subscriber; without one, `url` is null. Contract: Customer's page.
 * @throws NOT_FOUND for the subscriber
 */
export async function readPageLink(scope: Scope, { id }: Input): Promise<PageLink> {
  await find(scope, subscriberResource, id);
  const [row] = await readPages(scope, [id]);
  return present(pageLink, {
    subscriberId: id,
    url: row ? linkOf(row) : null,
    createdAt: row?.createdAt ?? null,
  });
}

/**
 * The link to the page of a subscriber, made where there is none. Contract: Customer's page.
 * @throws NOT_FOUND for the subscriber; IMMUTABLE for one that is erased
 */
export async function createPageLink(scope: WriteScope, { id }: Input): Promise<PageLink> {
  requireNotErased(await findForUpdate(scope, subscriberResource, id));
  const [before] = await readPages(scope, [id]);
  if (!before) {
    await ensurePages(scope, [id]);
    audit(scope, 'subscriber.create_page_link', { type: 'subscriber', id });
  }
  return readPageLink(scope, { id });
}

/**
 * Revokes the link to the page of a subscriber. The next link is another one. Contract: Customer's page.
 * @throws NOT_FOUND for the subscriber
 */
export async function revokePageLink(
  scope: WriteScope,
  { id }: Input,
): Promise<{ id: string; deleted: true }> {
  await findForUpdate(scope, subscriberResource, id);
  const revoked = await scope.db
    .delete(customerPage)
    .where(and(eq(customerPage.providerId, scope.providerId), eq(customerPage.subscriberId, id)))
    .returning({ id: customerPage.subscriberId });
  if (revoked.length > 0) audit(scope, 'subscriber.revoke_page_link', { type: 'subscriber', id });
  return { id, deleted: true };
}
