import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { EditAccount, EditOrganisation } from '../../lazy-forms.tsx';

export const metadata: Metadata = { title: 'Organisation' };

export default async function OrganisationPage() {
  const caller = await portalCaller();
  const [organisation, account] = await Promise.all([caller.organisation.get({}), caller.provider.get({})]);
  return (
    <>
      <PageHeader
        title="Organisation"
        description="What your customers read on invoices and in mails, which sandbox and live account share, and what is reckoned with."
      />
      <Stack gap="xl">
        <EditOrganisation organisation={organisation} />
        <EditAccount account={account} />
      </Stack>
    </>
  );
}
