import { sql } from 'drizzle-orm';
import { outboundSync } from '../../../drizzle/schema/outbound-sync.ts';
import { db } from '../../db/client.ts';
import { fingerprint, isSealedWithPresentKey, seal, unseal } from '../../sealed.ts';

/** A column with sealed texts. */
type SealedColumn = {
  table: string;
  /** The column that identifies a row within its provider. */
  key: string;
  column: string;
  /** The field with the text, in a column of JSON. */
  field?: string;
  /** What the text is sealed for; the key of the row by default. */
  sealedFor?: (providerId: string, key: string) => string;
};

/** Every column that `seal` writes. A test compares it with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'webhook', key: 'id', column: 'sealed_headers' },
  { table: 'webhook', key: 'id', column: 'sealed_secret' },
  { table: 'webhook', key: 'id', column: 'sealed_previous_secret' },
  { table: 'integration', key: 'id', column: 'sealed_secret' },
  { table: 'integration', key: 'id', column: 'sealed_previous_secret' },
  { table: 'mirror', key: 'integration_id', column: 'sealed_api_key' },
  { table: 'mirror', key: 'integration_id', column: 'sealed_api_secret' },
  { table: 'gateway_account', key: 'id', column: 'sealed_credentials' },
  { table: 'customer_page', key: 'subscriber_id', column: 'sealed_token' },
  { table: 'message_account', key: 'id', column: 'sealed_credentials' },
  { table: 'erasure', key: 'subscriber_id', column: 'sealed_names' },
  { table: 'mail', key: 'id', column: 'facts', field: 'link' },
  {
    ...{ table: 'idempotency_key', key: 'key', column: 'body' },
    sealedFor: (providerId, key) => `${providerId} ${key}`,
  },
];

/** Rows read at a time. */
const CHUNK = 500;

/** What a rotation found in a column: texts sealed again, and those that no key opens. */
export type Rotated = { name: string; texts: number; sealedAgain: number; unreadable: number };

/**
 * Seals all stored texts with the present key that the key before opens. It may run beside servers that have both keys, and may be
 * ended and started again at any time: texts that have the present key stay.
 * @param report called after each column
 */
export async function sealAgain(report: (rotated: Rotated) => void): Promise<void> {
  for (const column of sealedColumns) report(await sealColumn(column));
  report(await renameApiKeys());
}

async function sealColumn(given: SealedColumn): Promise<Rotated> {
  const { table, key, column, field, sealedFor = (_: string, id: string) => id } = given;
  const [t, k, c] = [sql.identifier(table), sql.identifier(key), sql.identifier(column)];
  const text = field ? sql`${c} ->> ${field}::text` : sql`${c}`;
  const value = field ? sql`jsonb_set(t.${c}, array[${field}::text], to_jsonb(v.after))` : sql`v.after`;
  const found: Rotated = {
    name: [table, column, field].filter(Boolean).join('.'),
    texts: 0,
    sealedAgain: 0,
    unreadable: 0,
  };
  let last = { provider_id: '', key: '' };
  for (;;) {
    const rows = await db().execute<{ provider_id: string; key: string; text: string }>(sql`
      select provider_id, ${k} as key, ${text} as text from ${t}
      where (provider_id, ${k}) > (${last.provider_id}, ${last.key}) and ${text} like 'bound:%'
      order by provider_id, ${k} limit ${CHUNK}`);
    found.texts += rows.length;
    const changed: { providerId: string; id: string; before: string; after: string }[] = [];
    for (const row of rows) {
      const owner = sealedFor(row.provider_id, row.key);
      if (isSealedWithPresentKey(row.text, owner)) continue;
      const plain = tryUnseal(row.text, owner);
      if (plain === null) found.unreadable++;
      else
        changed.push({
          providerId: row.provider_id,
          id: row.key,
          before: row.text,
          after: seal(plain, owner),
        });
    }
    // A text that was replaced meanwhile has the present key already.
    const written = await db().execute(sql`
      update ${t} t set ${c} = ${value}
      from unnest(
        ${sql.param(changed.map(({ providerId }) => providerId))}::text[], ${sql.param(changed.map(({ id }) => id))}::text[],
        ${sql.param(changed.map(({ before }) => before))}::text[], ${sql.param(changed.map(({ after }) => after))}::text[]
      ) v (provider_id, key, before, after)
      where t.provider_id = v.provider_id and t.${k} = v.key and ${field ? sql`t.${c} ->> ${field}::text` : sql`t.${c}`} = v.before
      returning 1`);
    found.sealedAgain += written.length;
    const end = rows.at(-1);
    if (!end || rows.length < CHUNK) return found;
    last = end;
  }
}

function tryUnseal(text: string, owner: string): string | null {
  try {
    return unseal(text, owner);
  } catch {
    return null;
  }
}

/**
 * Renames the rows of API keys, whose ids are fingerprints with the secrets key. Nonces go on from the highest. An attempt that runs
 * meanwhile fails and is repeated.
 */
async function renameApiKeys(): Promise<Rotated> {
  const rows = await db().select().from(outboundSync);
  const found: Rotated = { name: 'outward_key.id', texts: rows.length, sealedAgain: 0, unreadable: 0 };
  for (const { providerId, integrationId, baseUrl, sealedApiKey, keyId } of rows) {
    const apiKey = tryUnseal(sealedApiKey, integrationId);
    if (apiKey === null) {
      found.unreadable++;
      continue;
    }
    const id = fingerprint(`${new URL(baseUrl).host}\n${apiKey}`);
    if (id === keyId) continue;
    await db().transaction(async (tx) => {
      await tx.execute(sql`
        insert into outward_key as k (id, last_nonce, leased_until)
        select ${id}::text, last_nonce, leased_until from outward_key where id = ${keyId}
        on conflict (id) do update set last_nonce = greatest(k.last_nonce, excluded.last_nonce)`);
      await tx.execute(sql`
        update mirror set key_id = ${id}
        where provider_id = ${providerId} and integration_id = ${integrationId} and key_id = ${keyId}`);
      await tx.execute(sql`
        delete from outward_key o
        where o.id = ${keyId} and not exists (select from mirror m where m.key_id = o.id)`);
    });
    found.sealedAgain++;
  }
  return found;
}
