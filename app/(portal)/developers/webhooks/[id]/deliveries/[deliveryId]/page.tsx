import { detailPage } from '../../../../../detail-page.ts';
import { readDelivery } from '../../../../../read-resource.ts';
import { DeliveryPage } from '../../../delivery-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id, deliveryId }: { id: string; deliveryId: string }) => readDelivery(id, deliveryId),
  title: ({ delivery }) => `Delivery of ${delivery.eventType}`,
  render: ({ delivery, request }) => <DeliveryPage initial={delivery} request={request} />,
});

export { generateMetadata };
export default Page;
