import { invalid, type Refusal } from '../../contract/errors.ts';
import { type Minor, toMinor } from '../../contract/money.ts';
import { fitsCurrency, tooManyDecimals } from '../../contract/primitives.ts';

/**
 * Converts an amount of a request from major to minor units.
 * @throws VALIDATION_FAILED (INVALID_FORMAT) for more decimals than the currency has
 */
export function minorAmount(field: string, amount: number, currency: string): Minor {
  const fault = decimalsFault(field, amount, currency);
  if (fault) throw fault;
  return toMinor(amount, currency);
}

/** The refusal of an amount in major units with more decimals than its currency has. */
export function decimalsFault(field: string, amount: number, currency: string): Refusal | undefined {
  if (fitsCurrency(amount, currency)) return undefined;
  return invalid([{ field, code: 'INVALID_FORMAT', message: tooManyDecimals(currency) }]);
}
