import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readNow } from '../../provider-now.ts';
import { readInvoice } from '../../read-resource.ts';
import { InvoicePage } from '../invoice-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readInvoice(id),
  title: ({ number }) => number,
  async render(invoice) {
    const { id, subscriberId, subscriptionId } = invoice;
    const caller = await portalCaller();
    const [account, subscriber, { planId }, now] = await Promise.all([
      caller.invoice.account({ id }),
      caller.subscriber.get({ id: subscriberId }),
      caller.subscription.get({ id: subscriptionId }),
      readNow(),
    ]);
    const names = await caller.labels.of({ ids: [planId] });
    return (
      <InvoicePage
        initial={invoice}
        initialAccount={account}
        recipient={subscriber}
        planName={names[planId] ?? planId}
        now={now}
      />
    );
  },
});

export { generateMetadata };
export default Page;
