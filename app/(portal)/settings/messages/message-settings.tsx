'use client';

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { languageLabels } from '@/components/format/language-labels.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog, useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import {
  type AutomaticKind,
  type Language,
  languages,
  type MessageChannel,
  messageChannels,
} from '@/server/contract/enums.ts';
import type { MessageSettingsSnapshot } from '@/server/contract/portal/message-settings.ts';
import type { MessageTextSnapshot } from '@/server/contract/portal/message-text.ts';
import { channelLabels, emailKindLabels } from '../../emails/labels.ts';

const RulesDialog = lazyPart(() => import('./rules-dialog.tsx'), 'RulesDialog');
const TextDialogs = lazyPart(() => import('./text-dialogs.tsx'), 'TextDialogs');

const kindsText = (kinds: AutomaticKind[]) => kinds.map((kind) => emailKindLabels[kind]).join(', ') || 'None';

function daysText({ before, after }: { before: number[]; after: number[] }): string {
  const parts = [
    before.length > 0 && `${before.join(', ')} before`,
    after.length > 0 && `${after.join(', ')} after`,
  ].filter(Boolean);
  return parts.length > 0 ? `Days: ${parts.join('; ')}` : 'None';
}

/** Which messages are sent, and when. */
export function MessageRules({ initial }: { initial: MessageSettingsSnapshot }) {
  const { data } = trpc.messageSettings.get.useQuery({}, { initialData: initial });
  const editing = useDialog();
  const mayWrite = useCan('settings:write');
  const { language, kinds, reminders, quietHours } = data;
  return (
    <Panel title="What is sent">
      <Stack gap="md">
        <PropertyList
          items={[
            { label: 'Language', value: languageLabels[language] },
            { label: 'By email', value: kindsText(kinds.email), wide: true },
            { label: 'By SMS', value: kindsText(kinds.sms), wide: true },
            { label: 'Reminders by email', value: daysText(reminders.email) },
            { label: 'Reminders by SMS', value: daysText(reminders.sms) },
            {
              label: 'Quiet hours',
              value: quietHours ? `${quietHours.from} to ${quietHours.until}` : 'None',
            },
          ]}
        />
        {mayWrite && (
          <Group>
            <Button variant="default" {...editing.opener}>
              Change
            </Button>
          </Group>
        )}
      </Stack>
      {editing.isOpen && <RulesDialog settings={data} onClose={editing.close} />}
    </Panel>
  );
}

/** The texts of one language and channel. */
export function MessageTexts({ initial }: { initial: MessageTextSnapshot[] }) {
  const { data } = trpc.messageSettings.texts.useQuery({}, { initialData: initial });
  const [language, setLanguage] = useState<Language>('en');
  const [channel, setChannel] = useState<MessageChannel>('EMAIL');
  const dialogs = useDialogs<{ name: 'save' | 'reset'; text: MessageTextSnapshot }>();
  const mayWrite = useCan('settings:write');
  const shown = data.filter((text) => text.language === language && text.channel === channel);
  return (
    <Panel title="Texts">
      <Stack gap="md">
        <Group>
          <SegmentedControl
            aria-label="Channel"
            data={messageChannels.map((value) => ({ value, label: channelLabels[value] }))}
            value={channel}
            onChange={(value) => setChannel(value as MessageChannel)}
          />
          <SegmentedControl
            aria-label="Language"
            data={languages.map((value) => ({ value, label: languageLabels[value] }))}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
          />
        </Group>
        {shown.map((text) => (
          <Group key={text.kind} justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text fw={500}>
                {emailKindLabels[text.kind]}
                {text.isOwn && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    · changed
                  </Text>
                )}
              </Text>
              <Text size="sm" c="dimmed" lang={language} style={{ overflowWrap: 'anywhere' }}>
                {text.subject ?? text.body}
              </Text>
            </div>
            {mayWrite && (
              <Group gap="xs" wrap="nowrap">
                {text.isOwn && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Reset ${emailKindLabels[text.kind]}`}
                    {...dialogs.opens({ name: 'reset', text })}
                  >
                    Reset
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${emailKindLabels[text.kind]}`}
                  {...dialogs.opens({ name: 'save', text })}
                >
                  Edit
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
      {dialogs.opened && <TextDialogs {...dialogs.opened} onClose={dialogs.close} />}
    </Panel>
  );
}
