import { addressLines } from '@/server/contract/address.ts';
import { isErased } from '@/server/contract/subscriber-rules.ts';
import { portalCaller } from '../../../session.ts';
import { detailPage } from '../../detail-page.ts';
import { readInstallation } from '../../read-resource.ts';
import { InstallationPage } from '../installation-page.tsx';
import { kindNames } from '../labels.ts';
import { nameAll } from '../load.ts';

const { generateMetadata, Page } = detailPage({
  read: ({ id }) => readInstallation(id),
  title: ({ kind }) => kindNames[kind],
  async render(installation) {
    const { subscriberId, subscriptionId, chargeId } = installation;
    const caller = await portalCaller();
    const [[named], fee, { planId }, subscriber] = await Promise.all([
      nameAll(caller, [installation]),
      chargeId ? caller.charge.get({ subscriberId, chargeId }) : null,
      caller.subscription.get({ id: subscriptionId }),
      caller.subscriber.get({ id: subscriberId }),
    ]);
    const plans = await caller.labels.of({ ids: [planId] });
    const { subscriberName, placeName, address } = named ?? {};
    const { phone } = subscriber;
    return (
      <InstallationPage
        initial={installation}
        initialFee={fee}
        subscriberName={subscriberName ?? subscriberId}
        subscriptionName={plans[planId] ?? subscriptionId}
        placeName={placeName ?? installation.demarcationPointId}
        address={address ?? null}
        phone={isErased(subscriber) ? null : phone}
        subscriberAddress={addressLines(subscriber).join(', ') || null}
      />
    );
  },
});

export { generateMetadata };
export default Page;
