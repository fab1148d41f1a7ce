'use client';

import { Menu } from '@mantine/core';
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
        <Menu.RadioGroup value={value || null} onChange={onChange}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
