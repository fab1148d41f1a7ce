import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { enumText, id, metadata, metadataIndex, timestamps } from './columns.ts';
import { provider } from './provider.ts';

/** Where a provider's network ends and a subscriber's begins. */
export const demarcationPoint = pgTable(
  'demarcation_point',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    name: text('name').notNull(),
    street: text('street'),
    city: text('city'),
    region: text('region'),
    postalCode: text('postal_code'),
    country: text('country'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    accessType: enumText('access_type', ['FIBER', 'WIRELESS', 'COPPER', 'OTHER']).notNull(),
    nasIdentifier: text('nas_identifier'),
    status: enumText('status', ['AVAILABLE', 'RETIRED']).notNull(),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('demarcation_point', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    index('demarcation_point_created').on(t.providerId, t.createdAt, t.id),
    // The search repeats this expression exactly, else it does not use the index.
    index('demarcation_point_search').using(
      'gin',
      sql`("name" || ' ' || coalesce("street", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", '') || ' ' || coalesce("nas_identifier", '')) gin_trgm_ops`,
    ),
    check('demarcation_point_access_type', sql`${t.accessType} in ('FIBER', 'WIRELESS', 'COPPER', 'OTHER')`),
    check('demarcation_point_status', sql`${t.status} in ('AVAILABLE', 'RETIRED')`),
  ],
);
