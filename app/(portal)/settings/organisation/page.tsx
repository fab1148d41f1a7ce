import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { EditOrganisation } from './edit-organisation.tsx';

export const metadata: Metadata = { title: 'Organisation' };

export default async function OrganisationPage() {
  const caller = await portalCaller();
  const organisation = await caller.organisation.get({});
  return (
    <>
      <PageHeader
        title="Organisation"
        description="What your customers read on invoices and in mails. Sandbox and live account share it."
      />
      <EditOrganisation organisation={organisation} />
    </>
  );
}
