import { isInternational, parsePhone } from '../contract/phone.ts';
import { db } from '../db/client.ts';
import { ownCountry } from '../domain/model/provider/country.ts';
import type { ApiContext } from './context.ts';

/**
 * The input of a person's call with its `phone` in international form, where it is written in the local form of the
 * organisation's country or without `+`. Every other input is unchanged, so that its schema names what is wrong. API
 * credentials send numbers in international form only. Contract: Values.
 */
export async function withInternationalPhone(
  { caller, providerId }: ApiContext,
  input: unknown,
): Promise<unknown> {
  if (caller.type !== 'staff' || typeof input !== 'object' || input === null) return input;
  const { phone, country } = input as { phone?: unknown; country?: unknown };
  if (typeof phone !== 'string' || isInternational(phone.trim())) return input;
  // The details of an organisation may have a new country.
  const own = typeof country === 'string' && 'legalName' in input ? country : null;
  const number = parsePhone(phone, own ?? (await ownCountry({ providerId, db: db() })));
  return number === null ? input : { ...input, phone: number };
}
