/** Imports no library, so that pages can import it at no cost. */

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Octets in decimal units, like data caps. */
export function bytesOf(octets: number): string {
  const power = octets < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(octets) / 3));
  const amount = octets / 1_000 ** power;
  const digits = power === 0 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${units[power]}`;
}
