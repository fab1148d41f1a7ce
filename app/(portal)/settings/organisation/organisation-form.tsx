'use client';

import { Switch, Textarea, TextInput } from '@mantine/core';
import { AddressFields, addressValues } from '@/components/forms/address-fields.tsx';
import { PhoneInput } from '@/components/forms/phone-input.tsx';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { OrganisationSnapshot, OrganisationUpdate } from '@/server/contract/portal/organisation.ts';

const loadSchema = () =>
  import('@/server/contract/portal/organisation.ts').then((contract) => contract.organisationUpdate);

const valuesOf = (organisation: OrganisationSnapshot) => ({
  legalName: organisation.legalName ?? '',
  taxId: organisation.taxId ?? '',
  ...addressValues(organisation),
  email: organisation.email ?? '',
  phone: organisation.phone ?? '',
  website: organisation.website ?? '',
  paymentInstructions: organisation.paymentInstructions ?? '',
  brandColor: organisation.brandColor ?? '',
  supportCollects: organisation.supportCollects,
  supportSeesRevenue: organisation.supportSeesRevenue,
});

/** The details of the organisation. People without the permission see them read-only. */
export function OrganisationForm({
  organisation,
  etag,
}: {
  organisation: OrganisationSnapshot;
  etag: string;
}) {
  const utils = trpc.useUtils();
  const mayWrite = useCan('settings:write');
  const resource = useResourceForm({
    loadSchema,
    initialValues: valuesOf(organisation),
    version: { etag, values: valuesOf(organisation) },
    // A country that was cleared is null in the form. It is not sent.
    toRequest: (values) => withoutBlanks({ ...values, country: values.country ?? '' }) as OrganisationUpdate,
    submit: (request, call) => utils.client.organisation.update.mutate(request, call),
    valuesOf,
    onDone: () => {
      void utils.invalidate();
      notify({ color: 'green', message: 'New invoices and emails show these details.' });
    },
  });
  const { field } = resource;
  return (
    <ResourceForm resource={resource} submitLabel="Save organisation" isReadOnly={!mayWrite}>
      <FormSection title="Company" description={`Customers see the name ${organisation.name}.`}>
        <TextInput label="Legal name" autoComplete="off" {...field('legalName')} />
        <TextInput label="Tax number" autoComplete="off" {...field('taxId')} />
      </FormSection>
      <FormSection title="Address">
        <AddressFields field={field} />
      </FormSection>
      <FormSection title="Contact">
        <TextInput
          label="Email"
          description="Replies to emails go to this address"
          type="email"
          autoComplete="off"
          {...field('email')}
        />
        <PhoneInput label="Phone" {...field('phone')} />
        <TextInput label="Website" autoComplete="off" {...field('website')} />
      </FormSection>
      <FormSection title="Pages of customers">
        <TextInput
          label="Colour"
          description="Such as #3152c8. The page of each customer has it"
          placeholder="#3152c8"
          autoComplete="off"
          {...field('brandColor')}
        />
      </FormSection>
      <FormSection title="Payment">
        <Textarea
          label="Payment instructions"
          description="Shown on open invoices and in emails. The invoice number to quote is added."
          autosize
          minRows={3}
          {...field('paymentInstructions')}
        />
        <Switch
          label="Support may collect payments"
          description="Staff with the role support record payments and send prompts. Refunds and credit stay with billing."
          {...field('supportCollects', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title="Figures">
        <Switch
          label="Revenue is shown to support"
          description="The figures of revenue on Home, and the sums above payments, refunds and invoices."
          {...field('supportSeesRevenue', { type: 'checkbox' })}
        />
      </FormSection>
    </ResourceForm>
  );
}
