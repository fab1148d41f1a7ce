import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readTarget } from '../../payments/load.ts';
import { readRefund } from '../../read-resource.ts';
import { RefundPage } from '../refund-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readRefund(id),
  title: ({ amount, currency }) => `Refund of ${formatMoney(amount, currency)}`,
  async render(refund) {
    const caller = await portalCaller();
    const payment = await caller.payment.get({ id: refund.paymentId });
    // The payment of a charge has no subscription. The refund has one where the charge belongs to one.
    const target = await readTarget({ ...payment, subscriptionId: refund.subscriptionId });
    return <RefundPage refund={refund} payment={payment} target={target} />;
  },
});

export { generateMetadata };
export default Page;
