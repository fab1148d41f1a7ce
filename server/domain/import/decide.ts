import type { RejectionReason } from '../../contract/errors.ts';
import type { ImportTypeName } from '../../contract/portal/import-fields.ts';
import { takenBy } from '../model/unique-violations.ts';
import { findingKeys, type Keys, kindOf, valueOfKind } from './identity.ts';

/** A resource, or a row that a check would create, with what it is known by. */
export type Holder = {
  /** Null for a row of a check. */
  id: string | null;
  /** The row of the file; null for what was there before. */
  position: number | null;
  keys: Keys;
};

export type Decision =
  | { is: 'new' }
  | { is: 'same'; holder: Holder }
  | { is: 'refused'; reasons: RejectionReason[] };

const isNew: Decision = { is: 'new' };

/**
 * Whether a row creates something, is what exists already, or is refused because others have what it is known by. Contract:
 * Imports.
 * @param holders all that share a key with the row, the oldest first
 */
export function decide(type: ImportTypeName, keys: Keys, holders: readonly Holder[]): Decision {
  return type === 'subscribers' ? decideSubscriber(keys, holders) : decideByFirstKey(keys, holders);
}

/** A plan is known by its name; a subscription by its reference, else by subscriber, plan and demarcation point. */
function decideByFirstKey([first]: Keys, holders: readonly Holder[]): Decision {
  const holder = first && holders.find(({ keys }) => keys.includes(first));
  return holder ? { is: 'same', holder } : isNew;
}

/**
 * The external id decides who a subscriber is, but a row that contradicts it by the email or the phone is refused. Without it,
 * the same email is the same person if the phone number or the name is the same too.
 */
function decideSubscriber(keys: Keys, holders: readonly Holder[]): Decision {
  const mine = findingKeys(keys);
  const touched = holders.filter((holder) => mine.some((each) => holder.keys.includes(each)));
  const has = (holder: Holder, kind: string) => {
    const value = valueOfKind(keys, kind);
    return value !== undefined && valueOfKind(holder.keys, kind) === value;
  };
  const byId = touched.find((holder) => has(holder, 'externalUserId'));
  if (byId) {
    const others = touched.filter((holder) => holder !== byId);
    const reasons = (['email', 'phone'] as const)
      .filter((kind) => others.some((holder) => has(holder, kind)))
      .map(belongsToAnother);
    if (reasons.length > 0) return { is: 'refused', reasons };
    return has(byId, 'email') || has(byId, 'phone')
      ? { is: 'same', holder: byId }
      : { is: 'refused', reasons: [hasOtherContact] };
  }
  const [only, another] = touched;
  if (!only) return isNew;
  const hasContact = has(only, 'email') && (has(only, 'phone') || has(only, 'name'));
  const isSame = !another && hasContact && !hasOtherId(keys, only.keys);
  return isSame ? { is: 'same', holder: only } : { is: 'refused', reasons: taken(mine, touched) };
}

function hasOtherId(keys: Keys, others: Keys): boolean {
  const [own, other] = [valueOfKind(keys, 'externalUserId'), valueOfKind(others, 'externalUserId')];
  return own !== undefined && other !== undefined && own !== other;
}

const labels = { email: 'email', phone: 'phone number' };

function belongsToAnother(field: 'email' | 'phone'): RejectionReason {
  const message = `This ${labels[field]} is not that of the subscriber with this external ID, but of another one.`;
  return { field, code: 'ALREADY_EXISTS', message };
}

const hasOtherContact: RejectionReason = {
  field: 'externalUserId',
  code: 'ALREADY_EXISTS',
  message: 'The subscriber with this external ID has another email and another phone number.',
};

const indexes = { email: 'subscriber_email', phone: 'subscriber_phone' } as const;

/** The API's reasons for values that other subscribers have. */
function taken(mine: string[], touched: readonly Holder[]): RejectionReason[] {
  return mine
    .filter((each) => touched.some(({ keys }) => keys.includes(each)))
    .flatMap((each) => {
      const index = indexes[kindOf(each) as keyof typeof indexes];
      return index ? takenBy(index).body.rejectionReasons : [];
    });
}
