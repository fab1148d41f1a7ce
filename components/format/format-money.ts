const formats = new Map<string, Intl.NumberFormat>();

/** An amount in major units, such as `KES 2,499.00`; the code and not the sign, as `$` alone is many currencies. */
export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
    formats.set(currency, format);
  }
  return format.format(amount);
}

/** The number of decimals of a currency. */
export function currencyDigits(currency: string): number {
  try {
    const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    return options.maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
