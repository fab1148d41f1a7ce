import type { MoneyFacts } from '../../../../drizzle/schema/mail.ts';
import { plus } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import type { Minor } from '../../../contract/money.ts';

/** Facts for the preview of a text where no message of its kind exists yet. */
export function exampleFacts(now: Date): MoneyFacts {
  return {
    amount: 249_900 as Minor,
    currency: 'KES',
    invoiceId: null,
    at: now.toISOString(),
    until: plus(now, 3 * DAY_MS).toISOString(),
    what: 'Home 20',
    reference: 'PAY-7K3MXQ2WTB',
  };
}
