'use client';

import type { ComponentType } from 'react';
import {
  ChargeSelect,
  DemarcationPointSelect,
  InvoiceSelect,
  PaymentSelect,
  PlanSelect,
  type RecordSelectProps,
  SubscriberSelect,
  SubscriptionSelect,
} from '../forms/record-select.tsx';
import type { RecordKind } from './list-definition.ts';

const selects: Record<RecordKind, ComponentType<RecordSelectProps>> = {
  subscriber: SubscriberSelect,
  subscription: SubscriptionSelect,
  plan: PlanSelect,
  demarcationPoint: DemarcationPointSelect,
  invoice: InvoiceSelect,
  charge: ChargeSelect,
  payment: PaymentSelect,
};

type RecordFieldProps = Pick<RecordSelectProps, 'label' | 'value' | 'onChange'> & { of: RecordKind };

/** The field of a filter by a resource. Ended and disabled ones can be chosen too. */
export function RecordField({ of, ...props }: RecordFieldProps) {
  const Select = selects[of];
  return (
    <Select
      {...props}
      all
      placeholder="Type a part of the name"
      data-autofocus
      // Within the popover, which a click outside of it closes.
      comboboxProps={{ withinPortal: false }}
    />
  );
}
