import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { customerPage } from '../../../../drizzle/schema/customer-page.ts';
import { env } from '../../../env.ts';
import { randomText } from '../../../random-text.ts';
import { seal, unseal } from '../../../sealed.ts';
import type { Scope } from '../../../work/scope.ts';

/** The path prefix of the pages of customers. */
export const CUSTOMER_PATH = '/c/';

/** The length of a token: 26 characters of 5 bits, 130 bits in all. */
const TOKEN_LENGTH = 26;

type PageRow = typeof customerPage.$inferSelect;

/** The stored form of a token, by which its page is found. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The link of a stored row. */
export function linkOf({ subscriberId, sealedToken }: PageRow): string {
  return `${env.PUBLIC_URL}${CUSTOMER_PATH}${unseal(sealedToken, subscriberId)}`;
}

/** A link as a preview shows it: of no page, and as long as a real one, so that an SMS has the same parts. */
export const exampleLink = `${env.PUBLIC_URL}${CUSTOMER_PATH}${'x'.repeat(TOKEN_LENGTH)}`;

/** The rows of the subscribers that have a link. */
export function readPages(scope: Pick<Scope, 'db' | 'providerId'>, subscriberIds: string[]) {
  return scope.db
    .select()
    .from(customerPage)
    .where(
      and(eq(customerPage.providerId, scope.providerId), inArray(customerPage.subscriberId, subscriberIds)),
    );
}

/**
 * The links to the pages of subscribers, by subscriber id. A link is made when it is first needed; concurrent requests get the same one.
 * The subscribers exist and are not erased. Contract: Customer's page.
 */
export async function ensurePages(
  scope: Pick<Scope, 'db' | 'providerId' | 'now'>,
  subscriberIds: string[],
): Promise<Map<string, PageRow>> {
  const { providerId, now } = scope;
  const known = await readPages(scope, subscriberIds);
  const missing = subscriberIds.filter((id) => !known.some(({ subscriberId }) => subscriberId === id));
  if (missing.length > 0) {
    const rows = missing.map((subscriberId) => {
      const token = randomText(TOKEN_LENGTH);
      return {
        ...{ providerId, subscriberId, createdAt: now, updatedAt: now },
        ...{ tokenHash: tokenHashOf(token), sealedToken: seal(token, subscriberId) },
      };
    });
    await scope.db.insert(customerPage).values(rows).onConflictDoNothing();
    known.push(...(await readPages(scope, missing)));
  }
  return new Map(known.map((row) => [row.subscriberId, row]));
}

/** The link to the page of one subscriber, made where there is none. See `ensurePages`. */
export async function pageLinkOf(
  scope: Pick<Scope, 'db' | 'providerId' | 'now'>,
  subscriberId: string,
): Promise<string> {
  const row = (await ensurePages(scope, [subscriberId])).get(subscriberId);
  if (!row) throw new Error(`${subscriberId} has no link`);
  return linkOf(row);
}
