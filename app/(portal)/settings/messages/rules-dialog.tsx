'use client';

import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { languageLabels } from '@/components/format/language-labels.ts';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { Select } from '@/components/forms/select.tsx';
import { type AutomaticKind, automaticKinds, type Language, languages } from '@/server/contract/enums.ts';
import { mandatoryEmailKinds } from '@/server/contract/message-texts.ts';
import type { MessageSettingsSnapshot } from '@/server/contract/portal/message-settings.ts';
import { emailKindLabels } from '../../emails/labels.ts';

const channels = ['email', 'sms'] as const;
type Channel = (typeof channels)[number];
const channelNames: Record<Channel, string> = { email: 'email', sms: 'SMS' };
const sides = ['before', 'after'] as const;

const isMandatory = (kind: AutomaticKind) => mandatoryEmailKinds.some((each) => each === kind);

/** `1, 3` → `[1, 3]`. What is no whole number stays, and is refused. */
const daysIn = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);

/** Which messages are sent, and when. */
export function RulesDialog({
  settings,
  onClose,
}: {
  settings: MessageSettingsSnapshot;
  onClose: () => void;
}) {
  const [language, setLanguage] = useState<Language>(settings.language);
  const [kinds, setKinds] = useState(settings.kinds);
  const [days, setDays] = useState(() => ({
    email: {
      before: settings.reminders.email.before.join(', '),
      after: settings.reminders.email.after.join(', '),
    },
    sms: { before: settings.reminders.sms.before.join(', '), after: settings.reminders.sms.after.join(', ') },
  }));
  const [quiet, setQuiet] = useState(settings.quietHours ?? { from: '', until: '' });
  const remindersOf = (channel: Channel) => ({
    before: daysIn(days[channel].before),
    after: daysIn(days[channel].after),
  });
  return (
    <ConfirmDialog
      title="Change what is sent"
      actionLabel="Save"
      operation="messageSettings.save"
      input={{
        language,
        kinds,
        reminders: { email: remindersOf('email'), sms: remindersOf('sms') },
        quietHours: quiet.from || quiet.until ? quiet : null,
      }}
      effects={['It holds for messages from now on.']}
      done="The settings of messages are saved."
      onClose={onClose}
      fields={[
        ...channels.flatMap((channel) => sides.map((side) => `reminders.${channel}.${side}`)),
        'quietHours.from',
        'quietHours.until',
      ]}
    >
      {(errors) => (
        <Stack>
          <Select
            label="Language"
            description="Of subscribers without one of their own"
            data={languages.map((value) => ({ value, label: languageLabels[value] }))}
            value={language}
            onChange={(value) => value && setLanguage(value as Language)}
          />
          <KindsByChannel kinds={kinds} onChange={setKinds} />
          {channels.map((channel) => (
            <ReminderDays
              key={channel}
              channel={channel}
              days={days[channel]}
              errors={errors}
              onChange={(of) => setDays({ ...days, [channel]: of })}
            />
          ))}
          <QuietHours hours={quiet} errors={errors} onChange={setQuiet} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}

type Kinds = MessageSettingsSnapshot['kinds'];

/** The channels of each automatic message. Those that a customer must get by email stay. */
function KindsByChannel({ kinds, onChange }: { kinds: Kinds; onChange: (kinds: Kinds) => void }) {
  const has = (channel: Channel, kind: AutomaticKind) => kinds[channel].includes(kind);
  const toggled = (channel: Channel, kind: AutomaticKind) =>
    has(channel, kind) ? kinds[channel].filter((each) => each !== kind) : [...kinds[channel], kind];
  return (
    <Stack gap="xs" role="group" aria-label="Messages by channel">
      {automaticKinds
        .filter((kind) => kind !== 'REMINDER')
        .map((kind) => (
          <Group key={kind} justify="space-between" wrap="nowrap">
            <Text size="sm">{emailKindLabels[kind]}</Text>
            <Group gap="lg" wrap="nowrap">
              {channels.map((channel) => (
                <Checkbox
                  key={channel}
                  label={channel === 'email' ? 'Email' : 'SMS'}
                  aria-label={`${emailKindLabels[kind]} by ${channelNames[channel]}`}
                  checked={has(channel, kind)}
                  disabled={channel === 'email' && isMandatory(kind)}
                  onChange={() => onChange({ ...kinds, [channel]: toggled(channel, kind) })}
                />
              ))}
            </Group>
          </Group>
        ))}
    </Stack>
  );
}

type Errors = Record<string, string>;
type Days = Record<(typeof sides)[number], string>;

/** The days before and after the due date on which reminders are sent. */
function ReminderDays({
  channel,
  days,
  errors,
  onChange,
}: {
  channel: Channel;
  days: Days;
  errors: Errors;
  onChange: (days: Days) => void;
}) {
  return (
    <Group grow align="flex-start">
      {sides.map((side) => (
        <TextInput
          key={side}
          label={`Reminders by ${channelNames[channel]}, days ${side}`}
          description={side === 'before' ? 'Such as 2, 1' : 'Such as 1, 3, while grace lasts'}
          autoComplete="off"
          value={days[side]}
          error={errorOf(errors, `reminders.${channel}.${side}`)}
          onChange={(event) => onChange({ ...days, [side]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

type Hours = { from: string; until: string };

function QuietHours({
  hours,
  errors,
  onChange,
}: {
  hours: Hours;
  errors: Errors;
  onChange: (hours: Hours) => void;
}) {
  return (
    <Group grow align="flex-start">
      {(['from', 'until'] as const).map((end) => (
        <TextInput
          key={end}
          label={end === 'from' ? 'Quiet hours from' : 'Quiet hours until'}
          description={end === 'from' ? 'Such as 20:00; empty for none' : 'Such as 08:00'}
          autoComplete="off"
          value={hours[end]}
          error={errors[`quietHours.${end}`]}
          onChange={(event) => onChange({ ...hours, [end]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

/** The refusal of a list, or of one of its entries. */
function errorOf(errors: Errors, path: string): string | undefined {
  return errors[path] ?? Object.entries(errors).find(([field]) => field.startsWith(`${path}.`))?.[1];
}
