'use client';

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { DayInput } from '@/components/forms/day-input.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { Select } from '@/components/forms/select.tsx';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';

type StatementDialogProps = {
  subscriberId: string;
  /** Those that the subscriber has money in; the first is chosen. */
  currencies: string[];
  onClose: () => void;
};

/** Downloads the statement of account of a period. */
export function StatementDialog({ subscriberId, currencies, onClose }: StatementDialogProps) {
  const { provider } = useSession();
  const [today] = useState(() => todayOf(provider).day);
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [to, setTo] = useState(today);
  const [currency, setCurrency] = useState(currencies[0] ?? 'USD');
  const isReady = from !== '' && to !== '' && from <= to;
  const link = (kind: 'pdf' | 'csv') =>
    `/api/subscribers/${subscriberId}/statement.${kind}?${new URLSearchParams({ from, to, currency })}`;
  return (
    <Dialog onClose={onClose} title="Statement of account">
      <Stack gap="md">
        <DayInput label="From" required value={from} onChange={setFrom} />
        <DayInput
          label="To"
          description="Both days are included"
          required
          value={to}
          onChange={setTo}
          error={from > to ? 'The last day is before the first.' : undefined}
        />
        {currencies.length > 1 && (
          <Select
            label="Currency"
            data={currencies}
            allowDeselect={false}
            value={currency}
            onChange={(code) => code && setCurrency(code)}
          />
        )}
        <FormActions>
          <Button component="a" href={link('csv')} download variant="default" disabled={!isReady}>
            CSV
          </Button>
          <Button component="a" href={link('pdf')} download disabled={!isReady}>
            PDF
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  );
}
