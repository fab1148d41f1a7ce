'use client';

import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { MenuButton } from './menu-button.tsx';

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Same as the system' },
];

export function ThemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <MenuButton
      position="bottom-end"
      width={180}
      button={
        <ActionIcon size="lg" title="Theme" aria-label="Theme">
          <IconSun size={18} className="mantine-dark-hidden" aria-hidden />
          <IconMoon size={18} className="mantine-light-hidden" aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {schemes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </MenuButton>
  );
}
