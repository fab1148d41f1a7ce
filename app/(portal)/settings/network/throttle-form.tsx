'use client';

import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { SpeedInput } from '@/components/forms/speed-input.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ThrottleRate, ThrottleRateSet } from '@/server/contract/portal/throttle-rate.ts';

const loadSchema = () =>
  import('@/server/contract/portal/throttle-rate.ts').then((contract) => contract.throttleRateSet);

/** A blank number field holds `''`. It is left out of the request, so that the contract reports it as missing. */
type Values = Record<keyof ThrottleRateSet, number | ''>;

const toRequest = (values: Values) => withoutBlanks(values) as ThrottleRateSet;

/** The throttle rate. Without the permission to write it is read-only. */
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
      notify({ color: 'green', message: `The throttle rate is ${speedsOf(rate)}.` });
    },
  });
  const { field } = resource;
  return (
    <ResourceForm resource={resource} submitLabel="Save throttle rate" isReadOnly={!mayWrite}>
      <FormSection
        title="Throttle rate"
        description={`The speed of a subscription past its data cap, until its next cycle. It never exceeds the plan’s speed. ${affected(data.throttled)}`}
      >
        <SpeedInput label="Download" required {...field('downloadSpeedMbps')} />
        <SpeedInput label="Upload" required {...field('uploadSpeedMbps')} />
      </FormSection>
    </ResourceForm>
  );
}

function speedsOf({ downloadSpeedMbps, uploadSpeedMbps }: ThrottleRateSet): string {
  return `${downloadSpeedMbps} Mbps download and ${uploadSpeedMbps} Mbps upload`;
}

/** How many subscriptions a new rate applies to now. */
function affected(throttled: number): string {
  if (throttled === 0) return 'No subscription is past its cap.';
  return throttled === 1
    ? '1 subscription is past its cap and follows within a minute.'
    : `${throttled.toLocaleString('en')} subscriptions are past their cap and follow within a minute.`;
}
