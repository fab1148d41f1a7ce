import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { env } from '@/server/env.ts';
import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readIntegration } from '../../read-resource.ts';
import { IntegrationPage } from '../integration-page.tsx';

/** Splynx has an address of its own, because it sends its own format. */
function receiverOf({ id, adapter }: IntegrationSnapshot): string {
  return adapter === 'splynx' ? `/hooks/splynx/${id}` : `/v1/integrations/${id}/webhooks`;
}

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readIntegration(id),
  title: ({ name }) => name,
  async render(integration) {
    const caller = await portalCaller();
    return (
      <IntegrationPage
        initial={integration}
        initialHealth={await caller.integration.health()}
        receiver={env.PUBLIC_URL + receiverOf(integration)}
      />
    );
  },
});

export { generateMetadata };
export default Page;
