'use client';

import { Anchor, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

type CheckoutLinkProps = { payment: PaymentSnapshot; url: string; onClose: () => void };

/** The link a payer gets: to be sent by whatever means people write to each other. */
export function CheckoutLink({ payment, url, onClose }: CheckoutLinkProps) {
  const { reference, amount, currency, expiresAt } = payment;
  return (
    <Stack>
      <Text>
        Send this link to whoever pays <MoneyText amount={amount} currency={currency} />. It works until{' '}
        <TimeText value={expiresAt} />, and {reference} completes by itself once the money is there.
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Checkout link"
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          style={{ flex: 1 }}
        />
        <CopyButton value={url} timeout={1500}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Group>
      <Group justify="space-between">
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          Open it here
        </Anchor>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
