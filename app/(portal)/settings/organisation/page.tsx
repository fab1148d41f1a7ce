import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { EditAccount, EditBranding, EditOrganisation } from './lazy-forms.tsx';

export const metadata: Metadata = { title: 'Organisation' };

export default async function OrganisationPage() {
  const caller = await portalCaller();
  const [organisation, logo, account] = await Promise.all([
    caller.organisation.get({}),
    caller.organisation.logo({}),
    caller.provider.get({}),
  ]);
  return (
    <>
      <PageHeader
        title="Organisation"
        description="The details on invoices and emails, shared by the sandbox and the live account, and the tax rate and time zone of each."
      />
      <Stack gap="xl">
        <EditOrganisation organisation={organisation} />
        <EditBranding initial={logo} />
        <EditAccount account={account} />
      </Stack>
    </>
  );
}
