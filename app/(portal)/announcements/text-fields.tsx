'use client';

import { Checkbox, Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { maxSubject, maxText, variablesOf } from '@/server/contract/message-texts.ts';
import { maxPageText } from '@/server/contract/portal/announcement-values.ts';

/** The texts of an announcement as they are entered. A channel without `use…` gets nothing. */
export type EnteredTexts = {
  useSms: boolean;
  sms: string;
  useEmail: boolean;
  subject: string;
  email: string;
};

export const noTexts: EnteredTexts = { useSms: true, sms: '', useEmail: false, subject: '', email: '' };

/** The input of the API; null while a chosen channel has no text. */
export function textsOf({ useSms, sms, useEmail, subject, email }: EnteredTexts) {
  const isMissing = (useSms && !sms.trim()) || (useEmail && (!subject.trim() || !email.trim()));
  return isMissing ? null : { ...(useSms && { sms }), ...(useEmail && { subject, email }) };
}

type TextFieldsProps = {
  texts: EnteredTexts;
  onChange: (texts: EnteredTexts) => void;
  errors: Record<string, string>;
};

/** The channels of an announcement, with the text for each. */
export function TextFields({ texts, onChange, errors }: TextFieldsProps) {
  const set = (change: Partial<EnteredTexts>) => onChange({ ...texts, ...change });
  return (
    <Stack gap="sm">
      <Checkbox
        label="SMS"
        checked={texts.useSms}
        onChange={(event) => set({ useSms: event.currentTarget.checked })}
      />
      {texts.useSms && (
        <Textarea
          aria-label="Text of the SMS"
          data-autofocus
          autosize
          minRows={3}
          maxLength={maxText.SMS}
          value={texts.sms}
          error={errors.sms}
          onChange={(event) => set({ sms: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label="Email"
        checked={texts.useEmail}
        onChange={(event) => set({ useEmail: event.currentTarget.checked })}
      />
      {texts.useEmail && (
        <>
          <TextInput
            label="Subject"
            autoComplete="off"
            maxLength={maxSubject}
            value={texts.subject}
            error={errors.subject}
            onChange={(event) => set({ subject: event.currentTarget.value })}
          />
          <Textarea
            label="Text of the email"
            description="A blank line begins a new paragraph"
            autosize
            minRows={5}
            maxLength={maxText.EMAIL}
            value={texts.email}
            error={errors.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        Variables:{' '}
        {variablesOf('NOTICE').map((name) => (
          <Code key={name} mr={6} style={{ whiteSpace: 'nowrap' }}>{`{{ ${name} }}`}</Code>
        ))}
      </Text>
    </Stack>
  );
}

type PageTextFieldProps = { value: string; onChange: (value: string) => void; error?: string | undefined };

/** What the pages of customers show about an outage. */
export function PageTextField({ value, onChange, error }: PageTextFieldProps) {
  return (
    <Textarea
      label="On the customers’ pages"
      description="Shown until you say that the outage is over. Leave blank for none"
      autosize
      minRows={2}
      maxLength={maxPageText}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
