import type { Minor } from '../../contract/money.ts';
import type { Sale } from './money.ts';
import type { Report } from './report.ts';

/** What people do at a gateway with checkout pages, as the report that the gateway sends about it. */
export type GatewayActs = {
  /** The payer pays. */
  pay(sale: Sale): Report;
  /** The payer's card is declined; null at a gateway that does not report it. */
  decline(sale: Sale): Report | null;
  /** Staff refund a part in the gateway's dashboard. @param amount minor units of the currency */
  refund(sale: Sale, amount: Minor): Report;
  /** The payer disputes the payment, and the dispute ends. */
  dispute(sale: Sale, result: 'open' | 'won' | 'lost'): Report;
};
