import type { Metadata } from 'next';
import { InboundEventPage } from '../../../inbound-event-page.tsx';
import { readInboundEvent, readIntegration } from '../../../load.ts';

type PageProps = { params: Promise<{ id: string; inboundId: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { id, inboundId } = await params;
  return { title: (await readInboundEvent(id, inboundId)).event };
}

export default async function Page({ params }: PageProps) {
  const { id, inboundId } = await params;
  const [integration, initial] = await Promise.all([readIntegration(id), readInboundEvent(id, inboundId)]);
  return <InboundEventPage integration={integration} initial={initial} />;
}
