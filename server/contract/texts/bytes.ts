/** Imports no library, so that pages can import it at no cost. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Octets in decimal units, like data caps. */
export function bytesOf(octets: number): string {
  const power = octets < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(octets) / 3));
  const amount = octets / 1_000 ** power;
  const digits = power === 0 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[power]}`;
}

/** A data cap in decimal megabytes, exact to the megabyte: `1.05 GB`. */
export function capOf(megabytes: number | null): string {
  if (megabytes === null) return 'No cap';
  const [amount, unit] = megabytes >= 1_000 ? [megabytes / 1_000, 'GB'] : [megabytes, 'MB'];
  return `${amount.toLocaleString('en')} ${unit}`;
}
