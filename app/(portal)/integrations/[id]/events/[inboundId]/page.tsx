import { detailPage } from '../../../../detail-page.ts';
import { readInboundEvent, readIntegration } from '../../../../read-resource.ts';
import { InboundEventPage } from '../../../inbound-event-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: async ({ id, inboundId }: { id: string; inboundId: string }) => {
    const [integration, inboundEvent] = await Promise.all([
      readIntegration(id),
      readInboundEvent(id, inboundId),
    ]);
    return { integration, inboundEvent };
  },
  title: ({ inboundEvent }) => inboundEvent.event,
  render: ({ integration, inboundEvent }) => (
    <InboundEventPage integration={integration} initial={inboundEvent} />
  ),
});

export { generateMetadata };
export default Page;
