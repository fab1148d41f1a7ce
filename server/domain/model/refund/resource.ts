import { refund } from '../../../../drizzle/schema/refund.ts';
import { refundSnapshot } from '../../../contract/refund.ts';
import { defineResource, type Row } from '../../../state/resource.ts';

export const refundResource = defineResource({
  name: 'refund',
  object: 'refund',
  table: refund,
  snapshot: refundSnapshot,
});

export type RefundRow = Row<typeof refundResource>;
