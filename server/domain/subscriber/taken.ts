import { allOf, type Refusal } from '../../contract/errors.ts';
import { db, send } from '../../db/client.ts';
import type { Scope } from '../../db/scope.ts';
import { takenBy } from '../model/unique-violations.ts';

type Unique = { email: string; phone: string; externalUserId?: string | null };

const TAKEN = `
  select
    exists (select from subscriber where provider_id = $1 and email = $3 and id <> $2) as email,
    exists (select from subscriber where provider_id = $1 and phone = $4 and id <> $2) as phone,
    exists (select from subscriber where provider_id = $1 and external_user_id = $5 and id <> $2) as external`;

/**
 * One refusal of all unique fields that another subscriber has; undefined for none. It reads outside the transaction of the
 * scope, which a failed write has ended.
 * @param own the id of the subscriber that changes
 */
export async function takenFields(
  { providerId }: Pick<Scope, 'providerId'>,
  { email, phone, externalUserId = null }: Unique,
  own = '',
): Promise<Refusal | undefined> {
  const values = [providerId, own, email, phone, externalUserId];
  const [taken] = await send<Record<'email' | 'phone' | 'external', boolean>>(db(), TAKEN, values);
  return allOf([
    taken?.email ? takenBy('subscriber_email') : undefined,
    taken?.phone ? takenBy('subscriber_phone') : undefined,
    taken?.external ? takenBy('subscriber_external_user_id') : undefined,
  ]);
}
