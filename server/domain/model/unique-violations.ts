import { type Refusal, refuse } from '../../contract/errors.ts';
import { databaseError } from '../../db/transaction.ts';

/** What a partner is told when a unique index of ours says no. The database decides, so races cannot slip through. */
const refusals = {
  subscriber_email: () => refuse('Email already in use for this provider'),
  subscriber_phone: () => refuse('Phone already in use for this provider'),
  subscriber_external_user_id: () =>
    refuse('CONFLICT', {
      field: 'externalUserId',
      code: 'ALREADY_EXISTS',
      message: 'Another subscriber has this externalUserId.',
    }),
  plan_name: () =>
    refuse('CONFLICT', { field: 'planName', code: 'ALREADY_EXISTS', message: 'Another plan has this name.' }),
  installation_open: () => refuse('installation_already_active'),
  payment_reference: () =>
    refuse('CONFLICT', {
      field: 'reference',
      code: 'ALREADY_EXISTS',
      message: 'Another payment has this reference.',
    }),
} satisfies Record<string, () => Refusal>;

/** The refusal of what breaks a unique index of ours. */
export function takenBy(index: keyof typeof refusals): Refusal {
  return refusals[index]();
}

/**
 * Runs a write and turns the breach of a unique index into the refusal that belongs to it.
 * @param taken everything that is taken, looked up before the write; of a breach the database names one index only
 * @throws what is taken, or else the refusal of the index that was broken; whatever else `write` throws
 */
export async function uniquely<T>(write: () => Promise<T>, taken?: Promise<Refusal | undefined>): Promise<T> {
  // It is awaited only where the write fails; until then a failure must not count as unhandled.
  taken?.catch(() => {});
  try {
    return await write();
  } catch (error) {
    const broken = databaseError(error);
    const index = broken?.code === '23505' ? (broken.constraint as keyof typeof refusals) : undefined;
    const refusal = index && refusals[index];
    throw refusal ? ((await taken) ?? refusal()) : error;
  }
}
