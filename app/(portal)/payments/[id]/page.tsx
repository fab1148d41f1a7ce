import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readPayment } from '../../read-resource.ts';
import { readTarget } from '../load.ts';
import { PaymentPage } from '../payment-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readPayment(id),
  title: ({ reference }) => reference,
  async render(payment) {
    const caller = await portalCaller();
    const [target, refunds] = await Promise.all([
      readTarget(payment),
      caller.refund.list({ paymentId: payment.id, limit: 100 }),
    ]);
    return <PaymentPage initial={payment} initialRefunds={refunds} target={target} />;
  },
});

export { generateMetadata };
export default Page;
