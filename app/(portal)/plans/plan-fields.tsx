'use client';

import { NumberInput, type NumberInputProps, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo, useState } from 'react';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import { SpeedInput } from '@/components/forms/speed-input.tsx';
import { type FloorTier, PLAN_TYPE } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { DEFAULT_GRACE_DAYS } from '@/server/contract/plan-rules.ts';
import { LiveFloor } from './live-floor.tsx';

/** Number fields hold `''` while they are blank. */
type Typed = number | '';

type PlanValues = {
  planName: string;
  downloadSpeedMbps: Typed;
  uploadSpeedMbps: Typed;
  dataCapMb: Typed;
  priceCurrency: string;
  priceAmount: Typed;
  billingCycleDays: Typed;
  graceDays: Typed;
};

/** The form's values for a plan, or for none. */
export function planValues(from?: PlanSnapshot): PlanValues {
  return {
    planName: from?.planName ?? '',
    downloadSpeedMbps: from?.downloadSpeedMbps ?? '',
    uploadSpeedMbps: from?.uploadSpeedMbps ?? '',
    dataCapMb: from?.dataCapMb ?? '',
    priceCurrency: from?.priceCurrency ?? '',
    priceAmount: from?.priceAmount ?? '',
    billingCycleDays: from?.billingCycleDays ?? 30,
    graceDays: from?.graceDays ?? DEFAULT_GRACE_DAYS,
  };
}

/** Blank required fields are not sent, so that the contract reports them as missing. A blank data cap means no cap. */
export function planRequest(values: PlanValues) {
  const { dataCapMb, ...needed } = values;
  const given = Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== ''));
  type Given = { [K in keyof typeof needed]: Exclude<(typeof needed)[K], ''> };
  return { ...(given as Given), planType: PLAN_TYPE, dataCapMb: dataCapMb === '' ? null : dataCapMb };
}

export function PlanFields({ form, floors }: { form: UseFormReturnType<PlanValues>; floors: FloorTier[] }) {
  const currencies = useMemo(() => [...new Set(floors.map(({ currency }) => currency))].sort(), [floors]);
  const field = form.getInputProps;
  const { downloadSpeedMbps, priceCurrency, priceAmount } = form.values;
  return (
    <>
      <FormSection title="Name">
        <TextInput
          label="Plan name"
          description="Must be unique. Shown on invoices"
          autoComplete="off"
          required
          {...field('planName')}
        />
      </FormSection>
      <FormSection title="Speed">
        <SpeedInput label="Download" required {...field('downloadSpeedMbps')} />
        <SpeedInput label="Upload" required {...field('uploadSpeedMbps')} />
        <DataCapInput {...field('dataCapMb')} />
      </FormSection>
      <FormSection title="Price">
        <Select
          label="Currency"
          data={currencies}
          placeholder="Choose a currency"
          searchable
          autoComplete="off"
          required
          {...field('priceCurrency')}
          value={priceCurrency || null}
          onChange={(value) => form.setFieldValue('priceCurrency', value ?? '')}
        />
        <div>
          <MoneyInput
            label="Price for a cycle"
            currency={priceCurrency || ''}
            required
            aria-describedby="plan-floor"
            {...field('priceAmount')}
          />
          <LiveFloor
            id="plan-floor"
            floors={floors}
            currency={priceCurrency}
            downloadSpeedMbps={downloadSpeedMbps}
            price={priceAmount}
          />
        </div>
      </FormSection>
      <FormSection title="Cycle">
        <NumberInput
          label="Length"
          description="Each day has 24 hours"
          rightSection="days"
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          required
          {...field('billingCycleDays')}
        />
        <NumberInput
          label="Grace period"
          description="Days of service after an unpaid cycle"
          rightSection="days"
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          required
          {...field('graceDays')}
        />
      </FormSection>
    </>
  );
}

/** A data cap in GB, as lists show it. Its value is in MB, as the API has it, or `''` while it is blank. */
function DataCapInput({ value, onChange, ...props }: NumberInputProps) {
  // As it was typed: `1.` and `1.0` are the same number.
  const [typed, setTyped] = useState<string | number>('');
  const shown = megabytesOf(typed) === value ? typed : value === '' ? '' : Number(value) / 1_000;
  return (
    <NumberInput
      label="Data cap"
      placeholder="No cap"
      rightSection="GB"
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      hideControls
      decimalScale={3}
      allowNegative={false}
      thousandSeparator=","
      {...props}
      value={shown}
      onChange={(gigabytes) => {
        setTyped(gigabytes);
        onChange?.(megabytesOf(gigabytes));
      }}
    />
  );
}

function megabytesOf(gigabytes: string | number): number | '' {
  const megabytes = Math.round(Number(gigabytes) * 1_000);
  // A single decimal point is no number yet.
  return gigabytes === '' || Number.isNaN(megabytes) ? '' : megabytes;
}
