import { durationText } from '../../duration.ts';
import { type Sentence, say } from '../../sentence.ts';
import { bytesOf } from '../bytes.ts';
import { endMeaning } from '../end-reason.ts';
import type { EventSentences } from './facts.ts';

export const networkSessionSentences: EventSentences<'network'> = {
  'network.session_started': ({ current }) =>
    say`${current.username} is online${current.ipAddress ? ` at ${current.ipAddress}` : ''}.`,
  'network.session_ended': ({ current }) =>
    say`${current.username} is offline${current.reason ? `: ${endMeaning(current.reason)}` : ''}.`,
  'network.throttled': ({ current }) => say`${current.username} is throttled: the data cap is used up.`,
};

/** Under this time, a new session is the same connection to a customer. */
const NOTICED_MS = 60_000;

/** The start of a session. @param offlineMs the time since the session before; null for the first */
export function describeOnline(
  { username, ipAddress }: { username: string; ipAddress: string | null },
  offlineMs: number | null,
): Sentence {
  const outage =
    offlineMs !== null && offlineMs >= NOTICED_MS ? `, after ${durationText(offlineMs)} offline` : '';
  return say`${username} is online${ipAddress ? ` at ${ipAddress}` : ''}${outage}.`;
}

/** The end of a session, with its cause and what it transferred in both directions. */
export function describeOffline(
  { username, reason }: { username: string; reason: string | null },
  onlineMs: number,
  octets: number,
): Sentence {
  return say`${username} is offline after ${durationText(onlineMs)}: ${endMeaning(reason)}. ${bytesOf(octets)} transferred.`;
}
