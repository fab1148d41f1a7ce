'use client';

import type { ReactElement } from 'react';
import { MenuButton } from '@/components/shell/menu-button.tsx';
import type { TriggerProps } from '@/components/shell/popup-props.ts';
import type { FilterOption } from './list-definition.ts';

type OptionsFilterProps = {
  pill: ReactElement<TriggerProps>;
  options: FilterOption[];
  /** Several values are separated by commas. */
  value: string;
  onChange: (value: string | null) => void;
  /** Whether several options can be chosen. The menu then stays open. */
  isAnyOf?: boolean;
  /** Shown in place of the options while there are none. */
  empty?: string;
};

export function OptionsFilter({ pill, options, value, onChange, isAnyOf, empty }: OptionsFilterProps) {
  return (
    <MenuButton position="bottom-start" width={230} maxHeight={360} button={pill}>
      {(Menu) =>
        options.length === 0 && empty ? (
          <Menu.Label>{empty}</Menu.Label>
        ) : isAnyOf ? (
          <Menu.CheckboxGroup
            value={value ? value.split(',') : []}
            onChange={(values) => onChange(values.join() || null)}
          >
            {options.map((option) => (
              <Menu.CheckboxItem key={option.value} value={option.value}>
                {option.label}
              </Menu.CheckboxItem>
            ))}
          </Menu.CheckboxGroup>
        ) : (
          <Menu.RadioGroup value={value || null} onChange={onChange}>
            {options.map((option) => (
              <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                {option.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        )
      }
    </MenuButton>
  );
}
