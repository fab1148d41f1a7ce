import { detailPage } from '../../detail-page.ts';
import { readReceipt } from '../../read-resource.ts';
import { ReceiptPage } from '../receipt-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readReceipt(id),
  title: ({ transactionId }) => `Receipt ${transactionId}`,
  render: async (receipt) => <ReceiptPage initial={receipt} />,
});

export { generateMetadata };
export default Page;
