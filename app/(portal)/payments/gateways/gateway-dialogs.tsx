'use client';

import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { CopyValue } from '@/components/shell/copy-value.tsx';
import type { CredentialName, GatewayAccountSnapshot } from '@/server/contract/portal/gateway-account.ts';
import { addressHints, gatewayFields, gatewayTitles } from './fields.ts';

export type GatewayAction = 'save' | 'remove';

type DialogProps = { account: GatewayAccountSnapshot; onClose: () => void };

/** The dialogs of the page, loaded when one is opened. */
export function GatewayDialogs({ name, ...props }: DialogProps & { name: GatewayAction }) {
  return name === 'save' ? <SaveDialog {...props} /> : <RemoveDialog {...props} />;
}

/** The credentials are entered here and never shown again. */
function SaveDialog({ account: { gateway, isConnected, webhookUrl }, onClose }: DialogProps) {
  const [values, setValues] = useState<Partial<Record<CredentialName, string>>>({});
  const fields = gatewayFields[gateway];
  const given = Object.fromEntries(
    fields.flatMap(({ name }) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])),
  );
  const isComplete = fields.every(({ name, isOptional }) => isOptional || given[name]);
  const title = gatewayTitles[gateway];
  return (
    <ConfirmDialog
      title={isConnected ? `Replace the credentials of ${title}` : `Connect ${title}`}
      actionLabel="Save"
      operation="gatewayAccount.save"
      input={isComplete ? { gateway, ...given } : null}
      effects={[
        `New payments by ${title} go to this account.`,
        'The credentials are encrypted and never shown again.',
        ...(isConnected ? ['The address for reports stays the same.'] : []),
      ]}
      done={`${title} is connected. Test it on this page.`}
      onClose={onClose}
      fields={fields.map(({ name }) => name)}
    >
      {(errors) => (
        <>
          {gateway === 'stripe' && (
            <Stack gap={4}>
              <Text size="sm" fw={500}>
                Address for reports
              </Text>
              <Group gap="sm">
                <span className="mono" style={{ overflowWrap: 'anywhere' }}>
                  {webhookUrl}
                </span>
                <CopyValue value={webhookUrl} label="the address for reports" />
              </Group>
              <Text size="xs" c="dimmed">
                {addressHints[gateway]}
              </Text>
            </Stack>
          )}
          {fields.map(({ name, label, description, isSecret, isOptional }) => {
            const Input = isSecret ? PasswordInput : TextInput;
            return (
              <Input
                key={name}
                label={label}
                description={description}
                required={!isOptional}
                autoComplete={isSecret ? 'new-password' : 'off'}
                value={values[name] ?? ''}
                error={errors[name]}
                onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              />
            );
          })}
        </>
      )}
    </ConfirmDialog>
  );
}

function RemoveDialog({ account: { gateway, hasDefault }, onClose }: DialogProps) {
  const title = gatewayTitles[gateway];
  return (
    <ConfirmDialog
      title={`Disconnect ${title}`}
      danger
      operation="gatewayAccount.remove"
      input={{ gateway }}
      effects={[
        'The credentials are deleted.',
        hasDefault
          ? `New payments by ${title} go to the account of this installation.`
          : `Customers can no longer pay by ${title}.`,
        'What the gateway reports about earlier payments is refused, and refunds that are due wait until you connect again.',
      ]}
      done={`${title} is disconnected.`}
      onClose={onClose}
    />
  );
}
