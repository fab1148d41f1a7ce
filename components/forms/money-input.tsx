'use client';

import { NumberInput, type NumberInputProps } from '@mantine/core';
import { currencyDigits } from '@/server/contract/texts/format-money.ts';

type MoneyInputProps = Omit<NumberInputProps, 'decimalScale' | 'prefix'> & {
  /** ISO 4217; decides how many digits can be typed. */
  currency: string;
};

/** An amount in major units of a currency. Its value is a number, or `''` while it is blank. */
export function MoneyInput({ currency, ...props }: MoneyInputProps) {
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
      leftSection={currency}
      leftSectionWidth={52}
      leftSectionPointerEvents="none"
      {...props}
    />
  );
}
