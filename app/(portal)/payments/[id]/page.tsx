import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { readPayment, readTarget } from '../load.ts';
import { PaymentPage } from '../payment-page.tsx';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readPayment((await params).id)).reference };
}

export default async function Page({ params }: Props) {
  const payment = await readPayment((await params).id);
  const caller = await portalCaller();
  const [target, refunds] = await Promise.all([
    readTarget(payment),
    caller.refund.list({ paymentId: payment.id, limit: 100 }),
  ]);
  return <PaymentPage initial={payment} initialRefunds={refunds} target={target} />;
}
