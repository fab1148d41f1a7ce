import type { Metadata } from 'next';
import { portalCaller } from '../../../session.ts';
import { InstallationPage } from '../installation-page.tsx';
import { nameAll, readInstallation } from '../load.ts';
import { kindNames } from '../words.ts';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: kindNames[(await readInstallation((await params).id)).kind] };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const [installation, caller] = await Promise.all([readInstallation(id), portalCaller()]);
  const { subscriberId, subscriptionId, chargeId } = installation;
  const [[named], fee, { planId }] = await Promise.all([
    nameAll(caller, [installation]),
    chargeId ? caller.charge.get({ subscriberId, chargeId }) : null,
    caller.subscription.get({ id: subscriptionId }),
  ]);
  const plans = await caller.labels.of({ ids: [planId] });
  const { subscriberName, placeName, address } = named ?? {};
  return (
    <InstallationPage
      initial={installation}
      initialFee={fee}
      subscriberName={subscriberName ?? subscriberId}
      subscriptionName={plans[planId] ?? subscriptionId}
      placeName={placeName ?? installation.demarcationPointId}
      address={address ?? null}
    />
  );
}
