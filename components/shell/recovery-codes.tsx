'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyValue } from './copy-value.tsx';
import classes from './second-factor.module.css';

type RecoveryCodesProps = { codes: string[]; email: string; onStored: () => void };

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, email, onStored }: RecoveryCodesProps) {
  const text = `Recovery codes of ${email} for Demarc. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <Stack gap="md">
      <Text size="sm">
        With a recovery code you sign in without the app. Each works once.{' '}
        <strong>They are shown only once</strong>: store them away from your phone.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyValue value={codes.join('\n')} label="the recovery codes" />
        <Button
          size="compact-md"
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="demarc-recovery-codes.txt"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          Download
        </Button>
      </Group>
      <Button size="md" onClick={onStored} data-autofocus fullWidth>
        I have stored them
      </Button>
    </Stack>
  );
}
