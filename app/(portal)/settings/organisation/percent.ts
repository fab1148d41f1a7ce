/** A decimal share as a percentage: 0.165 is "16.5". Digits are moved as text, so no fraction is lost. */
export function percentOf(share: number): string {
  return shifted(String(share), 2);
}

/** A percentage as a decimal share: "16.5" is "0.165". A text that is no number is unchanged, and the API refuses it. */
export function shareOf(percent: string): string {
  const given = percent.trim().replace(/%$/, '').trim();
  return /^\d+(\.\d+)?$/.test(given) ? shifted(given, -2) : given;
}

function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const point = whole.length + places;
  const leading = '0'.repeat(Math.max(0, 1 - point));
  const digits = `${leading}${whole}${fraction}`.padEnd(leading.length + point, '0');
  const at = Math.max(1, point);
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '');
}
