'use client';

import { ActionIcon, Text } from '@mantine/core';
import { IconKey, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { MenuButton } from './menu-button.tsx';
import { useSession } from './session-context.tsx';
import classes from './shell.module.css';
import { signOut } from './sign-out.ts';
import { leavePage } from './unsaved-input.ts';

export function AccountMenu() {
  const { user, role } = useSession();
  return (
    <MenuButton
      position="bottom-end"
      width={240}
      button={
        <ActionIcon size="lg" radius="xl" variant="transparent" aria-label={`Account of ${user.name}`}>
          <span className={classes.initials}>{initials(user.name)}</span>
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate title={user.name}>
              {user.name}
            </Text>
            {user.email !== user.name && (
              <Text size="xs" truncate title={user.email}>
                {user.email}
              </Text>
            )}
            <Text size="xs" tt="capitalize">
              {role}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item
            component="a"
            href="/settings/profile"
            leftSection={<IconUserCircle size={16} aria-hidden />}
          >
            Profile
          </Menu.Item>
          <Menu.Item component="a" href="/change-password" leftSection={<IconKey size={16} aria-hidden />}>
            Change password
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leavePage(signOut)}>
            Sign out
          </Menu.Item>
        </>
      )}
    </MenuButton>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => word?.charAt(0).toUpperCase()).join('');
}
