import type { InstallationSnapshot } from '../../installation.ts';
import { instant, money, say, together } from '../../sentence.ts';
import { type EventSentences, nameOf } from './facts.ts';

export const installationSentences: EventSentences<'installation'> = {
  'installation.created': ({ current, names }) =>
    together([
      say`${installationNames[current.kind]} for ${nameOf(names, current.subscriberId, 'the subscriber')} is ordered${
        current.feeAmount > 0 && !current.free
          ? say` for ${money(current.feeAmount, current.currency)}`
          : ' without a fee'
      }.`,
      current.scheduledAt
        ? say`The appointment is ${instant(current.scheduledAt)}.`
        : say`Not done by ${instant(current.windowEndsAt)}, it is abandoned.`,
    ]),
  'installation.updated': ({ current, names }) =>
    say`${installationNames[current.kind]} for ${nameOf(names, current.subscriberId, 'the subscriber')} ${installationStates[current.status]}.`,
};

const installationNames: Record<InstallationSnapshot['kind'], string> = {
  INITIAL: 'The first installation',
  REPLACEMENT: 'The replacement',
  RELOCATION: 'The relocation',
};

const installationStates: Record<InstallationSnapshot['status'], string> = {
  PENDING_PAYMENT: 'waits for its fee',
  AWAITING_INSTALLATION: 'waits to be done: its fee is settled',
  ACTIVATED: 'is activated',
  COMPLETED: 'is completed',
  CANCELLED: 'is cancelled',
  ABANDONED: 'is abandoned: it was not done in time',
  ARCHIVED: 'is archived: its subscription has ended',
};
