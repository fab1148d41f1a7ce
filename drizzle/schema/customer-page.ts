import { foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestamps } from './columns.ts';
import { subscriber } from './subscriber.ts';

/** The link to a subscriber's own page. A revoked link has no row. */
export const customerPage = pgTable(
  'customer_page',
  {
    providerId: id('provider_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    /** SHA-256 of the token, hex. The token has 130 random bits, so it needs no slow hash. */
    tokenHash: text('token_hash').notNull(),
    /** The token, for the link that staff and emails show. */
    sealedToken: text('sealed_token').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriberId] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    uniqueIndex('customer_page_token').on(t.tokenHash),
  ],
);
