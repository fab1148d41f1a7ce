'use client';

import { Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Select } from '@/components/forms/select.tsx';
import { departureReasons } from '@/server/contract/enums.ts';
import { departureReasonTexts } from '@/server/contract/texts/departure-texts.ts';

type Reason = (typeof departureReasons)[number];

export const departureOptions = departureReasons.map((value) => ({
  value,
  label: departureReasonTexts[value],
}));

/** The reason of a request that ends a subscription, as it is typed: the part of the input, and the fields. */
export function useDepartureReason() {
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  return {
    input: { ...(reason && { reason }), ...(note.trim() && { note: note.trim() }) },
    fields: (errors: Record<string, string>) => (
      <Stack gap="sm">
        <Select
          data-autofocus
          label="Reason"
          description="For the report of cancellations"
          placeholder="Why does the customer leave?"
          clearable
          data={departureOptions}
          value={reason}
          onChange={(value) => setReason(value as Reason | null)}
          error={errors.reason}
        />
        <Textarea
          label="Note"
          autosize
          minRows={1}
          maxRows={5}
          maxLength={255}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={errors.note}
        />
      </Stack>
    ),
  };
}
