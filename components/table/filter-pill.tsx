'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import type { TriggerProps } from '../shell/popup-props.ts';
import classes from './filter-pill.module.css';

type FilterPillProps = {
  label: string;
  /** Null while the filter is off. */
  value: string | null;
  onRemove: () => void;
  /** Renders the menu or popover around the pill's button. */
  renderInput: (button: ReactElement<TriggerProps>) => ReactNode;
};

export function FilterPill({ label, value, onRemove, renderInput }: FilterPillProps) {
  const isOn = value !== null;
  const button = (
    <UnstyledButton
      className={classes.button}
      aria-label={isOn ? `Filter ${label}: ${value}` : `Filter by ${label}`}
    >
      {!isOn && <IconPlus size={13} aria-hidden />}
      <span>{label}</span>
      {isOn && <span className={classes.value}>{value}</span>}
      {isOn && <IconChevronDown size={13} aria-hidden />}
    </UnstyledButton>
  );
  return (
    <span className={classes.root} data-on={isOn || undefined}>
      {renderInput(button)}
      {isOn && (
        <UnstyledButton className={classes.remove} onClick={onRemove} aria-label={`Remove filter ${label}`}>
          <IconX size={13} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}
