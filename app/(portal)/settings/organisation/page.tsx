import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { editAccount, editOrganisation } from '../../read-resource.ts';
import { AccountForm } from './account-form.tsx';
import { BrandingForm } from './branding-form.tsx';
import { OrganisationForm } from './organisation-form.tsx';

export const metadata: Metadata = { title: 'Organisation' };

export default async function OrganisationPage() {
  const caller = await portalCaller();
  const [organisation, logo, account] = await Promise.all([
    editOrganisation(),
    caller.organisation.logo({}),
    editAccount(),
  ]);
  return (
    <>
      <PageHeader
        title="Organisation"
        description="The details on invoices and emails, shared by the sandbox and the live account, and the tax rate and time zone of each."
      />
      <Stack gap="xl">
        <OrganisationForm organisation={organisation.data} etag={organisation.etag} />
        <BrandingForm initial={logo} />
        <AccountForm account={account.data} etag={account.etag} />
      </Stack>
    </>
  );
}
