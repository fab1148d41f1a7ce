import { env } from '@/server/env.ts';
import { detailPage } from '../../detail-page.ts';
import { readIntegration } from '../../read-resource.ts';
import { IntegrationPage } from '../integration-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readIntegration(id),
  title: ({ name }) => name,
  render: (integration) => (
    <IntegrationPage
      initial={integration}
      receiver={`${env.PUBLIC_URL}/v1/integrations/${integration.id}/webhooks`}
    />
  ),
});

export { generateMetadata };
export default Page;
