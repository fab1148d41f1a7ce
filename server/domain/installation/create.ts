import { invalidValue, refuse } from '../../contract/errors.ts';
import type { InstallationCreate, InstallationSnapshot } from '../../contract/installation.ts';
import type { Minor } from '../../contract/money.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import { createEach } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { minorAmount } from '../model/amount.ts';
import { chargeResource } from '../model/charge/resource.ts';
import { installationResource } from '../model/installation/resource.ts';
import { feeDescriptions, windowEnd } from '../model/installation/rules.ts';
import { storedMetadata } from '../model/metadata.ts';
import { lockSubscription } from '../model/subscription/lock.ts';
import type { SubscriptionRow } from '../model/subscription/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { technicianFields } from './technician.ts';

/**
 * Creates an installation at the demarcation point of a subscription. A fee that is not waived becomes a charge, which
 * has to be settled before activation. Contract: Installation.
 * @throws VALIDATION_FAILED for an unknown subscription or too many decimals; subscription_missing_demarcation_point;
 *   IMMUTABLE on an ended subscription; installation_already_active
 */
export async function createInstallation(
  scope: WriteScope,
  input: InstallationCreate,
): Promise<InstallationSnapshot> {
  const locked = await lockSubscription(scope, input.subscriptionId);
  if (!locked) throw invalidValue('subscriptionId', 'There is no such subscription.');
  const { subscription } = locked;
  const feeAmount = minorAmount('feeAmount', input.feeAmount, subscription.currency);
  if (hasEnded(subscription)) {
    throw refuse('IMMUTABLE', {
      field: 'subscriptionId',
      message: 'The subscription has ended and cannot be restored.',
    });
  }
  const { demarcationPointId } = subscription;
  if (demarcationPointId === null) throw refuse('subscription_missing_demarcation_point');
  const free = feeAmount === 0 || input.feeWaived;
  const id = newId('installation', scope.now);
  const chargeId = free ? null : newId('charge', scope.now);
  const scheduledAt = input.scheduledAt ?? null;
  const values = {
    subscriptionId: subscription.id,
    subscriberId: subscription.subscriberId,
    demarcationPointId,
    free,
    feeAmount,
    currency: subscription.currency,
    chargeId,
    kind: input.kind,
    status: free ? ('AWAITING_INSTALLATION' as const) : ('PENDING_PAYMENT' as const),
    scheduledAt,
    windowEndsAt: windowEnd(scope.now, scheduledAt),
    ...(await technicianFields(scope, input.technician)),
    serialNumber: input.serialNumber ?? null,
    macAddress: input.macAddress ?? null,
    metadata: storedMetadata(input.metadata ?? {}),
  };
  const [row] = await mapUniqueViolations(scope, () =>
    createEach(scope, installationResource, [{ id, values }], { emits: 'installation.created' }),
  );
  if (!row) throw new Error('the installation was not created');
  if (chargeId) await chargeFee(scope, subscription, { ...values, id, chargeId });
  return presentOne(scope, installationResource, row);
}

type Fee = { id: string; chargeId: string; feeAmount: Minor; kind: InstallationCreate['kind'] };

async function chargeFee(scope: WriteScope, subscription: SubscriptionRow, fee: Fee): Promise<void> {
  const values = {
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    installationId: fee.id,
    description: feeDescriptions[fee.kind],
    amount: fee.feeAmount,
    currency: subscription.currency,
    status: 'PENDING' as const,
  };
  await createEach(scope, chargeResource, [{ id: fee.chargeId, values }], {
    emits: 'subscriber.charge.created',
  });
}
