import type { Metadata } from 'next';
import { cache } from 'react';
import { formatMoney } from '@/components/format/format-money.ts';
import { found } from '../../../found.ts';
import { portalCaller } from '../../../session.ts';
import { readTarget } from '../../payments/load.ts';
import { RefundPage } from '../refund-page.tsx';

type Props = { params: Promise<{ id: string }> };

const readRefund = cache(async (id: string) => found((await portalCaller()).refund.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { amount, currency } = await readRefund((await params).id);
  return { title: `Refund of ${formatMoney(amount, currency)}` };
}

export default async function Page({ params }: Props) {
  const refund = await readRefund((await params).id);
  const caller = await portalCaller();
  const payment = await caller.payment.get({ id: refund.paymentId });
  // A charge's payment names no subscription; the refund does, where the charge belongs to one.
  const target = await readTarget({ ...payment, subscriptionId: refund.subscriptionId });
  return <RefundPage refund={refund} payment={payment} target={target} />;
}
