'use client';

import { TextInput } from '@mantine/core';
import { languageLabels } from '@/components/format/language-labels.ts';
import { AddressFields, type AddressValues, addressValues } from '@/components/forms/address-fields.tsx';
import { PhoneInput } from '@/components/forms/phone-input.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import { withoutBlanks } from '@/components/forms/without-blanks.ts';
import { type Language, languages } from '@/server/contract/enums.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** The channels of `contactPreferences`, as one choice. */
const contacts = {
  both: { label: 'Email and SMS', email: true, sms: true },
  email: { label: 'Email only', email: true, sms: false },
  sms: { label: 'SMS only', email: false, sms: true },
  none: { label: 'None', email: false, sms: false },
} as const;
type Contact = keyof typeof contacts;

function contactOf({ email, sms }: SubscriberSnapshot['contactPreferences']): Contact {
  if (email) return sms ? 'both' : 'email';
  return sms ? 'sms' : 'none';
}

type SubscriberValues = AddressValues & {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  externalUserId: string;
  companyName: string;
  taxId: string;
  /** Empty for the provider's. */
  language: string;
  contact: Contact;
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
    language: from?.language ?? '',
    contact: from ? contactOf(from.contactPreferences) : 'both',
    ...addressValues(from),
  };
}

/** Blank fields are not sent. A creation leaves them unset, a replacement clears them. */
export function subscriberRequest({ country, language, contact, ...texts }: SubscriberValues) {
  const { email, sms } = contacts[contact];
  return {
    ...withoutBlanks(texts),
    ...(country && { country }),
    ...(isLanguage(language) && { language }),
    contactPreferences: { email, sms },
  };
}

const isLanguage = (value: string): value is Language => languages.some((each) => each === value);

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
      <FormSection title="Messages">
        <Select
          label="Language"
          placeholder="The language of your account"
          data={languages.map((value) => ({ value, label: languageLabels[value] }))}
          clearable
          {...field('language')}
        />
        <Select
          label="Messages by"
          description="Invoices and suspensions are emailed in any case"
          data={Object.entries(contacts).map(([value, { label }]) => ({ value, label }))}
          allowDeselect={false}
          {...field('contact')}
        />
      </FormSection>
    </>
  );
}
