import type { Metadata } from 'next';
import { found } from '../../../found.ts';
import { portalCaller } from '../../../session.ts';
import { readNow } from '../../provider-now.ts';
import { InvoicePage } from '../invoice-page.tsx';
import { readInvoice } from '../load.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readInvoice((await params).id)).number };
}

export default async function Page({ params }: Props) {
  const invoice = await readInvoice((await params).id);
  const { id, subscriberId, subscriptionId } = invoice;
  const caller = await portalCaller();
  const [account, subscriber, subscription, now] = await Promise.all([
    caller.invoice.account({ id }),
    found(caller.subscriber.get({ id: subscriberId })),
    found(caller.subscription.get({ id: subscriptionId })),
    readNow(),
  ]);
  const names = await caller.labels.of({ ids: [subscription.planId] });
  return (
    <InvoicePage
      initial={invoice}
      initialAccount={account}
      recipient={subscriber}
      planName={names[subscription.planId] ?? subscription.planId}
      now={now}
    />
  );
}
