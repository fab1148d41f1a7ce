import { portalCaller } from '../../../../session.ts';
import { detailPage } from '../../../detail-page.ts';
import { readWebhook } from '../../../read-resource.ts';
import { shortUrl } from '../labels.ts';
import { WebhookPage } from '../webhook-page.tsx';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readWebhook(id),
  title: ({ url }) => shortUrl(url),
  async render(webhook) {
    const caller = await portalCaller();
    return <WebhookPage initial={webhook} initialHealth={await caller.webhook.health()} />;
  },
});

export { generateMetadata };
export default Page;
