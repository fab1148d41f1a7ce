import { type Refusal, refuse } from '../contract/errors.ts';
import { databaseError } from '../db/transaction.ts';

/** What a partner is told when a unique index of ours says no. The database decides, so races cannot slip through. */
const refusals: Record<string, () => Refusal> = {
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
};

/**
 * Runs a write and turns the breach of a unique index into the refusal that belongs to it.
 * @throws the refusal of the index that was broken; whatever else `write` throws
 */
export async function uniquely<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const broken = databaseError(error);
    const refusal = broken?.code === '23505' && broken.constraint ? refusals[broken.constraint] : undefined;
    throw refusal ? refusal() : error;
  }
}
