'use client';

import type { ReactElement } from 'react';
import { lazyPart } from '../shell/lazy-part.tsx';
import { PopoverButton } from '../shell/popover-button.tsx';
import type { TriggerProps } from '../shell/popup-props.ts';
import type { RecordKind } from './list-definition.ts';

const RecordField = lazyPart(() => import('./record-field.tsx'), 'RecordField');

type RecordFilterProps = {
  pill: ReactElement<TriggerProps>;
  of: RecordKind;
  label: string;
  value: string;
  onChange: (value: string | null) => void;
};

/** Filters by one resource, which is searched by its name. */
export function RecordFilter({ pill, of, label, value, onChange }: RecordFilterProps) {
  return (
    <PopoverButton position="bottom-start" width={320} button={pill}>
      {(close) => (
        <RecordField
          of={of}
          label={label}
          value={value}
          onChange={(id) => {
            onChange(id || null);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
