import { allOf, type Refusal } from '../../contract/errors.ts';
import { db, send } from '../../db/client.ts';
import type { Scope } from '../../work/scope.ts';
import { type Owner, takenBy } from '../model/unique-violations.ts';

type Unique = { email: string; phone: string; externalUserId?: string | null };

const owner = (column: string, value: string) => `(
  select json_build_object('subscriberId', id, 'status', status) from subscriber
  where provider_id = $1 and ${column} = ${value} and id <> $2)`;

const TAKEN = `
  select ${owner('email', '$3')} as email, ${owner('phone', '$4')} as phone, ${owner('external_user_id', '$5')} as external`;

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
  const [taken] = await send<Record<'email' | 'phone' | 'external', Owner | null>>(db(), TAKEN, values);
  return allOf([
    taken?.email ? takenBy('subscriber_email', taken.email) : undefined,
    taken?.phone ? takenBy('subscriber_phone', taken.phone) : undefined,
    taken?.external ? takenBy('subscriber_external_user_id') : undefined,
  ]);
}
