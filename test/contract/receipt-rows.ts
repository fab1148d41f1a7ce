import { newId } from '../../server/work/ids.ts';
import type { useApi } from './api.ts';

type Match = { subscriberId: string; paymentId: string };

/** Adds money that a customer sent on their own; without a match its customer is not known. */
export async function addReceipt(
  { sql }: Pick<ReturnType<typeof useApi>, 'sql'>,
  providerId: string,
  { match, amount = 100 }: { match?: Match; amount?: number } = {},
): Promise<{ id: string; transactionId: string }> {
  await sql`
    insert into gateway_account (provider_id, id, gateway, token, created_at, updated_at)
    values (${providerId}, 'account', 'mpesa', ${providerId}, now(), now()) on conflict do nothing`;
  const at = new Date();
  const [id, transactionId, now] = [newId('receipt', at), newId('receipt', at), at.toISOString()];
  await sql`
    insert into receipt (provider_id, id, account_id, transaction_id, rail, amount, currency, paid_at, status, subscriber_id,
      payment_id, created_at, updated_at)
    values (${providerId}, ${id}, 'account', ${transactionId}, 'mpesa', ${amount}, 'KES', ${now}, ${match ? 'MATCHED' : 'UNMATCHED'},
      ${match?.subscriberId ?? null}, ${match?.paymentId ?? null}, ${now}, ${now})`;
  return { id, transactionId };
}
