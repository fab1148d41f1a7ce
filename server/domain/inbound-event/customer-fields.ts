import { firstEmail } from '../../contract/email-address.ts';
import type { RejectionReason } from '../../contract/errors.ts';
import { fullNameOf, splitFullName } from '../../contract/full-name.ts';
import { firstPhone, parsePhone } from '../../contract/phone.ts';
import { reasonsOf } from '../../contract/reasons.ts';
import { type SubscriberCreate, subscriberCreate } from '../../contract/subscriber.ts';
import type { ExternalCustomer } from '../../integrations/command.ts';
import type { Scope } from '../../work/scope.ts';
import { ownCountry } from '../model/provider/country.ts';
import type { SubscriberRow } from '../model/subscriber/resource.ts';

/** The fields of a customer by Demarc's names: those that are valid, and the faults of the others. */
export type CustomerFields = { given: Partial<SubscriberCreate>; faults: RejectionReason[] };

/**
 * Reads the fields of a customer as imports and forms do: a full name is split at its first blank, a phone number may have the
 * local form of the organisation's country, and the first of several counts. Each field is checked alone. Contract: Inbound.
 */
export async function customerFields(scope: Scope, customer: ExternalCustomer): Promise<CustomerFields> {
  const { externalId, name, email, phone, ...others } = customer;
  const country = phone === undefined ? null : await ownCountry(scope);
  const written = {
    externalUserId: externalId ?? undefined,
    ...others,
    ...(name !== undefined && splitFullName(name)),
    email: email === undefined ? undefined : firstEmail(email),
    phone: phone === undefined ? undefined : (firstPhone(phone, (one) => parsePhone(one, country)) ?? phone),
  };
  const fields: CustomerFields = { given: {}, faults: [] };
  for (const [field, value] of Object.entries(written)) {
    if (value === undefined) continue;
    const checked = subscriberCreate.partial().safeParse({ [field]: value });
    if (checked.success) Object.assign(fields.given, checked.data);
    else fields.faults.push(...reasonsOf(checked.error.issues, written));
  }
  return fields;
}

/** The input that creates a subscriber; null if the fields do not suffice. A first name alone is a full name. */
export function completeFields({ given }: CustomerFields): SubscriberCreate | null {
  const { firstName, lastName } = given;
  const names = firstName !== undefined && lastName === undefined ? splitFullName(firstName) : {};
  const complete = subscriberCreate.safeParse({ ...given, ...names });
  return complete.success ? complete.data : null;
}

/**
 * The fields that differ from those of a subscriber. A full name is compared with the full name, because its parts may be
 * divided elsewhere.
 */
export function changedFields(
  known: SubscriberRow,
  { given }: CustomerFields,
  isFullName: boolean,
): Partial<SubscriberCreate> {
  const hasName = isFullName && comparable(given) === comparable(known);
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => {
      if (hasName && (field === 'firstName' || field === 'lastName')) return false;
      return known[field as keyof SubscriberRow] !== value;
    }),
  );
}

function comparable({ firstName = '', lastName = '' }: { firstName?: string; lastName?: string }): string {
  return fullNameOf({ firstName, lastName }).normalize('NFC').replace(/\s+/gu, ' ').trim();
}
