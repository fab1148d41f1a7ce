'use client';

import type { ReactElement } from 'react';
import { MenuButton } from '@/components/shell/menu-button.tsx';
import type { TriggerProps } from '@/components/shell/popup-props.ts';
import type { FilterOption } from './list-definition.ts';

type OptionsFilterProps = {
  pill: ReactElement<TriggerProps>;
  options: FilterOption[];
  value: string;
  onChange: (value: string | null) => void;
};

export function OptionsFilter({ pill, options, value, onChange }: OptionsFilterProps) {
  return (
    <MenuButton position="bottom-start" width={230} maxHeight={360} button={pill}>
      {(Menu) => (
        <Menu.RadioGroup value={value || null} onChange={onChange}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </MenuButton>
  );
}
