import type { Metadata } from 'next';
import { IntegrationPage } from '../integration-page.tsx';
import { readIntegration } from '../load.ts';

type PageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await readIntegration((await params).id)).name };
}

export default async function Page({ params }: PageProps) {
  return <IntegrationPage initial={await readIntegration((await params).id)} />;
}
