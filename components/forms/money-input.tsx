'use client';

import { NumberInput, type NumberInputProps } from '@mantine/core';
import { currencyDigits } from '@/server/contract/texts/format-money.ts';

type MoneyInputProps = Omit<NumberInputProps, 'decimalScale' | 'prefix' | 'placeholder'> & {
  /** ISO 4217; decides how many digits can be typed. */
  currency: string;
  /** A text, or the amount that a blank field stands for. */
  placeholder?: string | number;
};

/** An amount in major units of a currency. Its value is a number, or `''` while it is blank. */
export function MoneyInput({ currency, placeholder, ...props }: MoneyInputProps) {
  const digits = currencyDigits(currency);
  return (
    <NumberInput
      min={0}
      max={1_000_000_000}
      clampBehavior="none"
      allowNegative={false}
      hideControls
      thousandSeparator=","
      decimalScale={digits}
      placeholder={
        typeof placeholder === 'number'
          ? placeholder.toLocaleString('en', { minimumFractionDigits: digits })
          : placeholder
      }
      leftSection={currency}
      leftSectionWidth={52}
      leftSectionPointerEvents="none"
      {...props}
    />
  );
}
