'use client';

import { ActionIcon, Avatar, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLogout } from '@tabler/icons-react';
import { useSession } from './session-context.tsx';

export function AccountMenu() {
  const { user, role } = useSession();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size="lg" radius="xl" variant="transparent" aria-label={`Account of ${user.name}`}>
          <Avatar size={28} color="brand" variant="light" name={user.name} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
          <Text size="xs" tt="capitalize">
            {role}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session and leaves nothing of it in the page. */
export async function signOut() {
  const { authClient } = await import('./auth-client.ts');
  const { error } = await authClient.signOut();
  if (error) notifications.show({ color: 'red', message: 'Signing out failed. Please try again.' });
  else window.location.assign('/login');
}
