import { replacerOf } from './replace-names.ts';

/** The text in place of an erased one. The database function `is_erasure` has the same. */
export const ERASED = '[erased]';

/** The name of an erased subscriber. The database function `is_erasure` has the same. */
export const ERASED_NAME = { firstName: 'Erased', lastName: 'subscriber' } as const;

/** An address that no mail server resolves, for clients that expect a valid one. The database function `is_erasure` has the same. */
const ERASED_EMAIL = 'erased@erased.invalid';

type Edit = (text: string) => string;
type Rules = { [field: string]: Edit | Rules };

/** Removes what names a person. */
export type Eraser = {
  /** Free text without the person's names. */
  text: Edit;
  /** A JSON value without the person's data: of a snapshot, an event, an audit entry or a stored answer. */
  document: (value: unknown) => unknown;
  /** As `document`, for JSON text. A text without personal data stays as it is, byte for byte. */
  json: Edit;
};

const whole: Edit = () => ERASED;

/**
 * The eraser of a person.
 * @param names what names the person in free text: names, email addresses, phone numbers and the like
 */
export function eraserOf(names: readonly string[]): Eraser {
  const text: Edit = replacerOf(names, ERASED);
  const document = (value: unknown) => erase(value, rulesWith(text));
  return { text, document, json: jsonWith(document) };
}

const jsonWith =
  (document: Eraser['document']): Edit =>
  (given) => {
    const before: unknown = JSON.parse(given);
    const after = JSON.stringify(document(before));
    return after === JSON.stringify(before) ? given : after;
  };

/** Erases the texts of a notice, whole, in the JSON of its audit entry. */
export const eraseNotice: Pick<Eraser, 'json'> = {
  json: jsonWith((value) => erase(value, { subject: whole, body: whole, pageText: whole })),
};

/** Erases what the payer entered as account, in the JSON of the audit entry of a receipt. */
export const eraseReceipt: Pick<Eraser, 'json'> = {
  json: jsonWith((value) => erase(value, { accountNumber: whole })),
};

/** An eraser that also removes the search in the filter of a list, where it is for the person. */
export function searchEraser(eraser: Eraser, isForPerson: (search: string) => boolean): Eraser {
  const withoutSearch = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutSearch);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [
        field,
        field === 'q' && typeof inner === 'string' && isForPerson(inner) ? ERASED : withoutSearch(inner),
      ]),
    );
  };
  const document = (value: unknown) => eraser.document(withoutSearch(value));
  return { text: eraser.text, document, json: jsonWith(document) };
}

/** How each field is erased, in a document about a subscriber or what belongs to one. Other fields stay. */
function rulesWith(text: Edit): Rules {
  return {
    firstName: () => ERASED_NAME.firstName,
    lastName: () => ERASED_NAME.lastName,
    email: () => ERASED_EMAIL,
    phone: whole,
    externalUserId: whole,
    companyName: whole,
    taxId: whole,
    street: whole,
    city: whole,
    region: whole,
    postalCode: whole,
    country: whole,
    externalReference: whole,
    metadata: whole,
    hold: { reason: whole },
    notes: whole,
    serialNumber: whole,
    macAddress: whole,
    tags: whole,
    // The text of a note.
    text: whole,
    // Accounting keeps these.
    description: text,
    reference: text,
    reason: text,
    note: text,
    what: text,
    name: text,
    // The texts of a notice.
    subject: text,
    body: text,
    sms: text,
    pageText: text,
    // The search in the filter of a list.
    q: text,
    // The answer of a mail server may quote the address.
    error: text,
  };
}

/** Applies a rule to a value and all that it contains. Parts of a field without a rule of their own have that of the field. */
function erase(value: unknown, rule: Edit | Rules, rules = rule as Rules): unknown {
  if (typeof value === 'string') return typeof rule === 'function' ? rule(value) : value;
  if (Array.isArray(value)) return value.map((each) => erase(each, rule, rules));
  if (typeof value !== 'object' || value === null) return value;
  const own = typeof rule === 'function' ? rules : rule;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      erase(inner, Object.hasOwn(own, field) ? (own[field] ?? rule) : rule, rules),
    ]),
  );
}
