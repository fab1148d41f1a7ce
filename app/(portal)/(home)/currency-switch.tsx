'use client';

import { SegmentedControl } from '@mantine/core';

type CurrencySwitchProps = { currencies: string[]; value: string; onChange: (currency: string) => void };

/** Chooses the currency of the figures. Amounts of several currencies are never added. */
export function CurrencySwitch({ currencies, value, onChange }: CurrencySwitchProps) {
  return <SegmentedControl aria-label="Currency" data={currencies} value={value} onChange={onChange} />;
}
