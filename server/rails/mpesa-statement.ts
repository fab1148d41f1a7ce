import { parseInstant } from '../contract/primitives.ts';

/** Reads the cells of an organisation's statement, as Safaricom's portal for organisations exports it. */

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME}$`, 'i');

/**
 * The instant of a time in Nairobi, which has no summer time: `2026-09-22 14:03:11`, or with the day first, `22-09-2026 14:03:11`.
 * @returns null for any other text, a time without a date included
 */
export function timeIn(text: string): Date | null {
  const [, year, month, day, ...yearFirst] = YEAR_FIRST.exec(text) ?? [];
  if (year) return instantFrom([year, month, day], yearFirst);
  const [, first, second, last, ...dayFirst] = DAY_FIRST.exec(text) ?? [];
  return last ? instantFrom([last, second, first], dayFirst) : parseInstant(text);
}

type Part = string | undefined;

function instantFrom(date: Part[], [hour = '0', minute = '0', second = '0', half]: Part[]): Date | null {
  const h = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const [day, time] = [date, [h, minute, second]].map((parts) =>
    parts.map((part) => String(part).padStart(2, '0')),
  );
  return parseInstant(`${day?.join('-')}T${time?.join(':')}+03:00`);
}

/** Who paid: the number as it is shown, with the country's code, and the name. */
type Party = { payer?: string | undefined; payerName?: string | undefined };

/** Reads `2547****678 - JANE DOE`, or one of both. */
export function partyIn(text: string): Party {
  const [, number, name = ''] = /^\+?([\d*]{9,15})(?: *- *(.*))?$/.exec(text.trim()) ?? [];
  if (!number) return text.trim() === '' ? {} : { payerName: text.trim() };
  const payer = number.replace(/^0(?=[17])/, '254');
  return name.trim() === '' ? { payer } : { payer, payerName: name.trim() };
}

/** Reads `Pay Bill from 254712345678 - JANE DOE Acc. 10000009`: the payer and the account that they entered. */
export function detailsIn(text: string): Party & { accountNumber?: string | undefined } {
  const [, accountNumber] = /\bAcc(?:ount)?\b\.?(?: (?:no|number)\b\.?)?:? ?(\S.*)$/is.exec(text) ?? [];
  const [, party = ''] =
    /\bfrom (\+?[\d*]{9,15}(?: *- *.*)?)$/is.exec(text.replace(/ Acc(?:ount)?\b.*$/is, '').trimEnd()) ?? [];
  return { accountNumber, ...partyIn(party) };
}

/** Money that an organisation moves itself, by the kind or the start of the details of a line. */
const OWN = /\b(?:transfer|settlement|reversal|reversed|withdraw(?:al)?|deposit|float)\b/i;

/** What a line says that it is, where that is no payment of a customer; null for one. */
export function ownMovementIn(reason: string, details: string): string | null {
  const kind = reason || details.split(/ from | Acc/i, 1)[0] || '';
  return OWN.test(kind) ? kind.trim() : null;
}
