import type { Metadata } from 'next';
import { env } from '@/server/env.ts';
import { IntegrationPage } from '../integration-page.tsx';
import { readIntegration } from '../load.ts';

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await readIntegration((await params).id)).name };
}

export default async function Page({ params }: PageProps) {
  const integration = await readIntegration((await params).id);
  const receiver = `${env.PUBLIC_URL}/v1/integrations/${integration.id}/webhooks`;
  return <IntegrationPage initial={integration} receiver={receiver} />;
}
