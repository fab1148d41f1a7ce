import { env } from '@/server/env.ts';
import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readIntegration } from '../../read-resource.ts';
import { IntegrationPage } from '../integration-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readIntegration(id),
  title: ({ name }) => name,
  async render(integration) {
    const caller = await portalCaller();
    return (
      <IntegrationPage
        initial={integration}
        initialHealth={await caller.integration.health()}
        receiver={`${env.PUBLIC_URL}/v1/integrations/${integration.id}/webhooks`}
      />
    );
  },
});

export { generateMetadata };
export default Page;
