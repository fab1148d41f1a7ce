'use client';

import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';

type PhoneInputProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: string;
  onChange?: (value: string) => void;
};

/** A phone number. A local one gets the country code of the organisation when the field is left. */
export function PhoneInput({ value = '', onChange, onBlur, ...props }: PhoneInputProps) {
  const { country } = useSession().provider;
  const parse = useRef<((written: string, country: string | null) => string | null) | null>(null);
  const load = () =>
    import('@/server/contract/phone.ts').then(({ parsePhone }) => {
      parse.current = parsePhone;
    });
  const finish = () => {
    const number = parse.current?.(value, country) ?? value;
    if (number !== value) onChange?.(number);
  };
  return (
    <TextInput
      type="tel"
      autoComplete="off"
      {...props}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onFocus={() => void load()}
      onBlur={(event) => {
        const leave = () => {
          finish();
          onBlur?.(event);
        };
        if (parse.current) leave();
        else void load().then(leave);
      }}
      onKeyDown={(event) => {
        // Enter sends the form from within the field.
        if (event.key === 'Enter') finish();
      }}
    />
  );
}
