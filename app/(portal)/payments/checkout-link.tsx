'use client';

import { Anchor, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

type CheckoutLinkProps = { payment: PaymentSnapshot; url: string; onClose: () => void };

/** The checkout link, to send to the payer. */
export function CheckoutLink({ payment, url, onClose }: CheckoutLinkProps) {
  const { reference, amount, currency, expiresAt } = payment;
  return (
    <Stack>
      <Text>
        Send this link to the payer of <MoneyText amount={amount} currency={currency} />. The link is valid
        until <TimeText value={expiresAt} />, and {reference} is completed when the gateway confirms the
        payment.
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
          Open checkout
        </Anchor>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
