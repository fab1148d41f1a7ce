import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import {
  type ChargePaymentPreview,
  chargePaymentPreview,
  type chargePaymentPreviewQuery,
} from '../../contract/payment-preview.ts';
import { present } from '../../contract/present.ts';
import type { Scope } from '../../db/scope.ts';
import { legalMove } from '../../state/define-machine.ts';
import { find } from '../../state/resource.ts';
import { isPastExpiry } from '../lifecycle/charges/end.ts';
import { type ChargeRow, chargeResource } from '../model/charge/resource.ts';
import { installationMachine } from '../model/installation/machine.ts';
import { installationResource } from '../model/installation/resource.ts';
import { nextMove } from '../model/installation/rules.ts';
import { paymentMachine } from '../model/payment/machine.ts';
import type { PaymentRow } from '../model/payment/resource.ts';
import { offeredRails } from './preview.ts';

/**
 * What a payment of a charge would cost and cause now, by the rules of a payment. Writes nothing.
 * @throws NOT_FOUND
 */
export async function previewChargePayment(
  scope: Scope,
  { chargeId }: z.output<typeof chargePaymentPreviewQuery>,
): Promise<ChargePaymentPreview> {
  const charge = await find(scope, chargeResource, chargeId);
  const isOwed = charge.status === 'PENDING' && !isPastExpiry(charge, scope.now);
  const { description, amount: total, currency } = charge;
  return present(chargePaymentPreview, {
    owed: isOwed ? { description, total, currency } : null,
    waiting: (await waitingForCharge(scope, chargeId)) ?? null,
    rails: offeredRails(scope),
    outcome: isOwed ? await outcomeOf(scope, charge) : null,
  });
}

async function outcomeOf(scope: Scope, { installationId }: ChargeRow) {
  const received = legalMove(paymentMachine, 'PROCESSING', 'complete')?.emits ?? [];
  if (installationId === null) return { installation: null, events: [received].flat() };
  const { status, installedAt } = await find(scope, installationResource, installationId);
  const on = nextMove(status, { isSettled: true, isInstalled: installedAt !== null, isMarkedDone: false });
  // An installation that is activated already keeps its status.
  const move = on ? legalMove(installationMachine, status, on) : undefined;
  return {
    installation: { id: installationId, status: move?.to ?? status },
    events: [received, move?.emits ?? []].flat(),
  };
}

async function waitingForCharge(scope: Scope, chargeId: string): Promise<PaymentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.chargeId, chargeId),
        inArray(payment.status, ['PENDING', 'PROCESSING']),
      ),
    )
    .limit(1);
  return row;
}
