import type { Rail } from './rail.ts';

/** Money the partner has in hand: cash, a bank transfer. It is recorded, not collected. */
export const manual: Rail = {
  name: 'manual',
  label: 'Cash or transfer',
  isAvailableFor: () => true,
  begins: 'received',
};
