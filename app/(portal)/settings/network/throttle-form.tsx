'use client';

import { NumberInput } from '@mantine/core';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ThrottleRate, ThrottleRateSet } from '@/server/contract/throttle-rate.ts';

const loadSchema = () =>
  import('@/server/contract/throttle-rate.ts').then((contract) => contract.throttleRateSet);

/** Number fields hold `''` while they are blank; what is blank is left out, so that the contract asks for it. */
type Values = Record<keyof ThrottleRateSet, number | ''>;

const toRequest = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as ThrottleRateSet;

const megabits = {
  rightSection: 'Mbps',
  rightSectionWidth: 56,
  rightSectionPointerEvents: 'none',
  hideControls: true,
  allowNegative: false,
  required: true,
} as const;

/** What is left to those whose data cap is used up. Those who may not change it see it all the same. */
export function ThrottleForm({ initial }: { initial: ThrottleRate }) {
  const utils = trpc.useUtils();
  const { data } = trpc.throttleRate.get.useQuery({}, { initialData: initial });
  const mayWrite = useCan('settings:write');
  const resource = useResourceForm({
    loadSchema,
    initialValues: {
      downloadSpeedMbps: initial.downloadSpeedMbps,
      uploadSpeedMbps: initial.uploadSpeedMbps,
    } as Values,
    toRequest,
    submit: (request, call) => utils.client.throttleRate.set.mutate(request, call),
    onDone: (rate) => {
      utils.throttleRate.get.setData({}, rate);
      resource.form.resetDirty();
      notify({ color: 'green', message: `Past a data cap it is ${speedsOf(rate)} from now on.` });
    },
  });
  const { field } = resource;
  return (
    <ResourceForm resource={resource} submitLabel="Save throttle rate" isReadOnly={!mayWrite}>
      <FormSection
        title="Past the data cap"
        description={`A subscription that has used up its plan’s data cap runs at this speed until its next cycle, and never faster than its plan. ${affected(data.throttled)}`}
      >
        <NumberInput label="Download" {...megabits} {...field('downloadSpeedMbps')} />
        <NumberInput label="Upload" {...megabits} {...field('uploadSpeedMbps')} />
      </FormSection>
    </ResourceForm>
  );
}

function speedsOf({ downloadSpeedMbps, uploadSpeedMbps }: ThrottleRateSet): string {
  return `${downloadSpeedMbps} Mbps down and ${uploadSpeedMbps} Mbps up`;
}

/** Whom a change reaches at once. */
function affected(throttled: number): string {
  if (throttled === 0) return 'None is past its cap now.';
  return throttled === 1
    ? '1 is past its cap now and follows within a minute.'
    : `${throttled.toLocaleString('en')} are past their cap now and follow within a minute.`;
}
