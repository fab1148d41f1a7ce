import { railTitles } from '../contract/enums.ts';
import { currencies } from '../contract/money.ts';
import type { Rail } from './rail.ts';

/** Money that the partner has received, in cash or by bank transfer. Demarc records it. */
export const manual: Rail = {
  name: 'manual',
  label: railTitles.manual,
  currencies,
  isAvailableFor: () => true,
  begins: 'received',
};
