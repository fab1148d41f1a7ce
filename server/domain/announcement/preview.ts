import { fullNameOf } from '../../contract/full-name.ts';
import type { AnnouncementPreview, AnnouncementTexts } from '../../contract/portal/announcement.ts';
import { prepare } from '../../messages/engine.ts';
import { withPlainBlanks } from '../../messages/format.ts';
import { sizeOfSms } from '../../sms/parts.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { Scope } from '../../work/scope.ts';
import { filledOf, requireFillable } from '../message/texts.ts';
import { valuesOfReader } from '../messaging/email/values.ts';
import { exampleLink } from '../model/customer-page/link.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { type AnnouncementReader, readReaders } from './readers.ts';

/**
 * What an announcement would be: how many people it reaches on each channel, the parts of all SMS, and what one reader gets.
 * Stores nothing. Contract: Announcements.
 * @throws VALIDATION_FAILED for a text that cannot be filled, also with the values of one of the readers of its SMS
 */
export async function previewAnnouncement(
  scope: Scope,
  subscriberIds: readonly string[],
  { subject, email, sms }: AnnouncementTexts,
): Promise<AnnouncementPreview> {
  requireFillable('NOTICE', { subject: subject ?? null, email: email ?? null, sms: sms ?? null });
  const [readers, issuer] = await Promise.all([readReaders(scope, subscriberIds), issuerOf(scope)]);
  const valuesFor = (reader: AnnouncementReader) => valuesOfReader({ reader, issuer, pageLink: exampleLink });
  const byEmail = readers.filter(({ contactPreferences }) => contactPreferences.email);
  const bySms = readers.filter(({ contactPreferences }) => contactPreferences.sms);
  const first = (sms === undefined ? byEmail[0] : bySms[0]) ?? readers[0];
  const values = first && valuesFor(first);
  return {
    people: readers.length,
    email: email === undefined ? null : { wanted: byEmail.length, unwanted: readers.length - byEmail.length },
    sms:
      sms === undefined
        ? null
        : {
            ...{ wanted: bySms.length, unwanted: readers.length - bySms.length },
            parts: await partsOf(sms, bySms, valuesFor),
          },
    sample: values
      ? {
          readerName: fullNameOf(first),
          email:
            email === undefined ? null : filled('EMAIL', { subject: subject ?? null, body: email }, values),
          sms: sms === undefined ? null : filled('SMS', { subject: null, body: sms }, values),
        }
      : null,
  };
}

type Values = ReturnType<typeof valuesOfReader>;

function filled(channel: 'EMAIL' | 'SMS', text: { subject: string | null; body: string }, values: Values) {
  return { ...filledOf(channel, text, values, channel === 'EMAIL' ? 'email' : 'sms'), readerName: null };
}

/** The parts of an SMS to each reader, together. */
async function partsOf(
  text: string,
  readers: AnnouncementReader[],
  valuesFor: (reader: AnnouncementReader) => Values,
): Promise<number> {
  const fill = prepare(text, 'sms');
  const parts = await mapInTurns(
    readers,
    (reader) => sizeOfSms(withPlainBlanks(fill(valuesFor(reader))).trim()).parts,
  );
  return parts.reduce((sum, each) => sum + each, 0);
}
