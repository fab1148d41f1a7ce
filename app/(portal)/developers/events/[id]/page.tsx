import type { Metadata } from 'next';
import { EventPage } from '../event-page.tsx';
import { readEvent } from '../load.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readEvent((await params).id)).type };
}

export default async function Page({ params }: Props) {
  return <EventPage event={await readEvent((await params).id)} />;
}
