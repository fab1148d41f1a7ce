import type { Metadata } from 'next';
import { readHealth, readWebhook } from '../load.ts';
import { WebhookPage } from '../webhook-page.tsx';
import { shortUrl } from '../words.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: shortUrl((await readWebhook((await params).id)).url) };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const [webhook, health] = await Promise.all([readWebhook(id), readHealth()]);
  return <WebhookPage initial={webhook} initialHealth={health} />;
}
