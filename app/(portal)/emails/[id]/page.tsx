import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { EmailPage } from '../email-page.tsx';
import { emailKindLabels } from '../labels.ts';
import { readEmail } from '../load.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: emailKindLabels[(await readEmail((await params).id)).kind] };
}

export default async function Page({ params }: Props) {
  const email = await readEmail((await params).id);
  const caller = await portalCaller();
  const [rendered, names] = await Promise.all([
    caller.email.preview({ id: email.id }),
    caller.labels.of({ ids: email.subscriberId ? [email.subscriberId] : [] }),
  ]);
  const subscriberName = email.subscriberId && (names[email.subscriberId] ?? email.subscriberId);
  return <EmailPage initial={email} rendered={rendered} subscriberName={subscriberName} />;
}
