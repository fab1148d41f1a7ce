import { say } from '../sentence.ts';
import type { EventSentences } from './facts.ts';

export const networkSessionSentences: EventSentences<'network'> = {
  'network.session_started': ({ current }) =>
    say`${current.username} is online${current.ipAddress ? ` at ${current.ipAddress}` : ''}.`,
  'network.session_ended': ({ current }) =>
    say`${current.username} is offline${current.reason ? `: ${current.reason}` : ''}.`,
  'network.throttled': ({ current }) => say`${current.username} is throttled: the data cap is used up.`,
};
