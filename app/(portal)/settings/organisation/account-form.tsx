'use client';

import { TextInput } from '@mantine/core';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ProviderSnapshot } from '@/server/contract/provider.ts';
import { percentOf, shareOf } from './percent.ts';

const loadSchema = () =>
  import('@/server/contract/portal/provider.ts').then((contract) => contract.providerUpdate);

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

const valuesOf = ({ taxRate, timeZone }: ProviderSnapshot) => ({
  taxRate: percentOf(taxRate),
  timeZone: timeZone as string | null,
});

/** The settings of this account alone, sandbox or live. */
export function AccountForm({ account, etag }: { account: ProviderSnapshot; etag: string }) {
  const utils = trpc.useUtils();
  const mayWrite = useCan('settings:write');
  const resource = useResourceForm({
    loadSchema,
    initialValues: valuesOf(account),
    version: { etag, values: valuesOf(account) },
    toRequest: ({ taxRate, timeZone }) => ({ taxRate: shareOf(taxRate), timeZone: timeZone ?? '' }),
    submit: (request, call) => utils.client.provider.update.mutate(request, call),
    valuesOf,
    onDone: ({ taxRate }) => {
      void utils.invalidate();
      notify({ color: 'green', message: `The tax rate of new invoices is ${percentOf(taxRate)} %.` });
    },
  });
  const { field } = resource;
  return (
    <ResourceForm resource={resource} submitLabel="Save tax and time zone" isReadOnly={!mayWrite}>
      <FormSection
        title={`Tax and time of the ${account.livemode ? 'live account' : 'sandbox'}`}
        description="The tax rate applies to new invoices; issued invoices keep their rate. The time zone applies to times and days in the portal, on invoices and in emails. Cycles still start and end at the same instants."
      >
        <TextInput
          label="Tax rate"
          description="Per cent, on top of each price"
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
          {...field('taxRate')}
        />
        <Select
          label="Time zone"
          description="Days begin at its midnight"
          data={zones}
          searchable
          nothingFoundMessage="No such zone"
          {...field('timeZone')}
        />
      </FormSection>
    </ResourceForm>
  );
}
