'use client';

import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { FilterOption } from './list-definition.ts';

type OptionsFilterProps = {
  pill: ReactElement;
  options: FilterOption[];
  value: string;
  onChange: (value: string | null) => void;
};

export function OptionsFilter({ pill, options, value, onChange }: OptionsFilterProps) {
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>{pill}</Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            onClick={() => onChange(option.value === value ? null : option.value)}
            rightSection={option.value === value && <IconCheck size={14} aria-hidden />}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
