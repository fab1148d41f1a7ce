import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { readMail } from '../load.ts';
import { MailPage } from '../mail-page.tsx';
import { mailKindNames } from '../words.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: mailKindNames[(await readMail((await params).id)).kind] };
}

export default async function Page({ params }: Props) {
  const mail = await readMail((await params).id);
  const caller = await portalCaller();
  const [letter, names] = await Promise.all([
    caller.mail.preview({ id: mail.id }),
    caller.labels.of({ ids: mail.subscriberId ? [mail.subscriberId] : [] }),
  ]);
  const subscriberName = mail.subscriberId && (names[mail.subscriberId] ?? mail.subscriberId);
  return <MailPage initial={mail} letter={letter} subscriberName={subscriberName} />;
}
