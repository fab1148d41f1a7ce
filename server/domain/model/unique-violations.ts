import { type Refusal, refuse } from '../../contract/errors.ts';
import { databaseError } from '../../db/errors.ts';
import { ToExplain } from '../../work/failures.ts';
import type { WriteScope } from '../../work/scope.ts';

/** The subscriber that has a unique value. */
export type Owner = { subscriberId: string; status: string };

/** The refusal for each unique index. The database decides, so concurrent requests cannot both pass. */
const refusals = {
  subscriber_email: (by?: Owner) => refuse('Email already in use for this provider', { details: by }),
  subscriber_phone: (by?: Owner) => refuse('Phone already in use for this provider', { details: by }),
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
} satisfies Record<string, (by?: Owner) => Refusal>;

/**
 * The refusal for a violation of the unique index.
 * @param by the subscriber that has the value. Contract: Subscriber.
 */
export function takenBy(index: keyof typeof refusals, by?: Owner): Refusal {
  return refusals[index](by);
}

/**
 * Runs a write and turns the violation of a unique index into its refusal. The violation may come after `write`, whose inserts
 * may be collected.
 * @param taken looks up the refusal of all taken values after the rollback; PostgreSQL names one violated index only
 * @throws the refusal of the violated index, or the failure that `taken` explains; any other error of `write`
 */
export async function mapUniqueViolations<T>(
  { outbox }: WriteScope,
  write: () => Promise<T>,
  taken?: () => Promise<Refusal | undefined>,
): Promise<T> {
  const errorFor = (error: unknown) => {
    const broken = databaseError(error);
    const index = broken?.code === '23505' ? (broken.constraint as keyof typeof refusals) : undefined;
    const refusal = index && refusals[index];
    if (!refusal) return error;
    return taken ? new ToExplain(error, async () => (await taken()) ?? refusal()) : refusal();
  };
  // A failure of collected inserts does not say which of them failed, so the errors of one write are for all.
  if (outbox.collected?.errorFor) await outbox.collected.send();
  if (outbox.collected) outbox.collected.errorFor = errorFor;
  try {
    return await write();
  } catch (error) {
    throw errorFor(error);
  }
}
