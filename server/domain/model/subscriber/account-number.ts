import { randomInt } from 'node:crypto';

/** The first seven digits. The first of them is not 0, because spreadsheets drop leading zeros. */
const [LOWEST, END] = [1_000_000, 10_000_000];

/**
 * A random account number: seven digits and their Luhn check digit, which finds a wrong digit and most swapped ones. The database
 * refuses a number that the provider has already; the unit of work is then repeated with another. Contract: Subscriber.
 */
export function newAccountNumber(): string {
  const digits = String(randomInt(LOWEST, END));
  return `${digits}${checkDigit(digits)}`;
}

/** The Luhn check digit that follows the digits. */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}
