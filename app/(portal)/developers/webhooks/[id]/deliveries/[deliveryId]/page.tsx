import type { Metadata } from 'next';
import { DeliveryPage } from '../../../delivery-page.tsx';
import { readDelivery } from '../../../load.ts';

type Props = { params: Promise<{ id: string; deliveryId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, deliveryId } = await params;
  return { title: `Delivery of ${(await readDelivery(id, deliveryId)).delivery.eventType}` };
}

export default async function Page({ params }: Props) {
  const { id, deliveryId } = await params;
  const { delivery, request } = await readDelivery(id, deliveryId);
  return <DeliveryPage initial={delivery} request={request} />;
}
