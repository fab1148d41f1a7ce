'use client';

import { TextInput } from '@mantine/core';
import { AddressFields, type AddressValues, addressValues } from '@/components/forms/address-fields.tsx';
import { PhoneInput } from '@/components/forms/phone-input.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

type SubscriberValues = AddressValues & {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  externalUserId: string;
  companyName: string;
  taxId: string;
};

/** The form's values for a subscriber, or for none. */
export function subscriberValues(from?: SubscriberSnapshot): SubscriberValues {
  return {
    firstName: from?.firstName ?? '',
    lastName: from?.lastName ?? '',
    email: from?.email ?? '',
    phone: from?.phone ?? '',
    externalUserId: from?.externalUserId ?? '',
    companyName: from?.companyName ?? '',
    taxId: from?.taxId ?? '',
    ...addressValues(from),
  };
}

/** Blank fields are not sent. A creation leaves them unset, a replacement clears them. */
export function subscriberRequest({ country, ...texts }: SubscriberValues) {
  return { ...withoutBlanks(texts), ...(country && { country }) };
}

export function SubscriberFields({ field }: Pick<ResourceForm<SubscriberValues>, 'field'>) {
  return (
    <>
      <FormSection title="Person">
        <TextInput label="First name" autoComplete="off" required {...field('firstName')} />
        <TextInput label="Last name" autoComplete="off" required {...field('lastName')} />
        <TextInput
          type="email"
          label="Email"
          description="Unique among your subscribers"
          autoComplete="off"
          required
          {...field('email')}
        />
        <PhoneInput label="Phone" description="Unique among your subscribers" required {...field('phone')} />
        <TextInput
          label="External ID"
          description="Your own reference, for instance from a CRM; unique"
          autoComplete="off"
          {...field('externalUserId')}
        />
      </FormSection>
      <FormSection title="Company" description="For a business customer: invoices are made out to it.">
        <TextInput label="Company name" autoComplete="off" {...field('companyName')} />
        <TextInput label="Tax number" autoComplete="off" {...field('taxId')} />
      </FormSection>
      <FormSection title="Address">
        <AddressFields field={field} />
      </FormSection>
    </>
  );
}
