/** Imports no library, so that pages can import it at no cost. */

/** The currencies of ISO 4217 whose amounts do not have two decimals. */
const digitsOfOthers: Record<string, number> = {
  ...withDigits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...withDigits(0, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'),
  ...withDigits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...withDigits(4, 'CLF UYW'),
};

function withDigits(digits: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, digits]));
}

/** The number of decimals of a currency, by ISO 4217. `Intl` has fewer for some, such as PKR and IDR. */
export function currencyDigits(currency: string): number {
  return digitsOfOthers[currency] ?? 2;
}

const formats = new Map<string, Intl.NumberFormat>();

/** The form of a currency code. `Intl` takes no other, and a gateway may report any text. */
const CODE = /^[A-Z]{3}$/;

/**
 * An amount in major units with the code of its currency, because `$` alone is many: `KES 2,499.00`, in French `2 499,00 KES`. A text
 * that is no code stands before the amount as it is.
 * @param locale BCP 47
 */
export function formatMoney(amount: number, currency: string, locale = 'en'): string {
  if (!CODE.test(currency)) return `${currency} ${amount}`;
  const key = `${locale} ${currency}`;
  let format = formats.get(key);
  if (!format) {
    const digits = currencyDigits(currency);
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format.format(amount);
}
