import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { may } from '@/server/contract/roles.ts';
import { portalCaller, portalSession } from '../../../session.ts';
import { AccountPanels } from './account-panels.tsx';
import { MessageRules, MessageTexts } from './message-settings.tsx';

export const metadata: Metadata = { title: 'Message settings' };

export default async function MessageSettingsPage() {
  const [caller, session] = await Promise.all([portalCaller(), portalSession()]);
  const mayConnect = session !== null && may(session, 'settings:write');
  const [settings, texts, accounts] = await Promise.all([
    caller.messageSettings.get({}),
    caller.messageSettings.texts({}),
    mayConnect ? caller.messageAccount.list({}) : null,
  ]);
  return (
    <>
      <PageHeader
        title="Message settings"
        description="What subscribers get by email and SMS, the texts, and the accounts that send them."
      />
      <Stack gap="xl">
        <MessageRules initial={settings} />
        <MessageTexts initial={texts} />
        {accounts && <AccountPanels initial={accounts} />}
      </Stack>
    </>
  );
}
