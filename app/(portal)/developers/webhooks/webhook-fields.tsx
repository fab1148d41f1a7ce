'use client';

import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { FormSection } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { apiVersions, NEWEST_API_VERSION } from '@/server/contract/event-catalogue.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { EventChooser } from './event-chooser.tsx';
import classes from './webhook-fields.module.css';
import type { WebhookValues } from './webhook-request.ts';

/** The form's values for a webhook, or for none. */
export function webhookValues(from?: WebhookSnapshot): WebhookValues {
  return {
    url: from?.url ?? '',
    description: from?.description ?? '',
    events: from?.events ?? ['*'],
    apiVersion: from?.apiVersion ?? NEWEST_API_VERSION,
    headers: from?.headers ?? [],
  };
}

const versions = apiVersions.toReversed().map((value) => ({
  value,
  label: value === NEWEST_API_VERSION ? `${value} (newest)` : `${value} (without changedFields)`,
}));

export function WebhookFields({ form, field }: Pick<ResourceForm<WebhookValues>, 'form' | 'field'>) {
  const { livemode } = useSession().provider;
  const { headers } = form.values;
  return (
    <>
      <FormSection title="Receiver">
        <TextInput
          label="URL"
          type="url"
          placeholder="https://example.com/hooks/billing"
          description={
            livemode
              ? 'https, reachable from the internet'
              : 'https, in sandbox also http; reachable from the internet'
          }
          autoComplete="off"
          required
          className={classes.wide}
          {...field('url')}
        />
        <TextInput
          label="Description"
          description="Shown in the portal only"
          autoComplete="off"
          {...field('description')}
        />
        <Select
          label="API version"
          description="The version of the event envelope"
          data={versions}
          allowDeselect={false}
          {...field('apiVersion')}
        />
      </FormSection>
      <FormSection title="Events">
        <EventChooser
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={field('events').error}
        />
      </FormSection>
      <FormSection
        title="Custom headers"
        description="Sent with each delivery, for instance for your API gateway. Deliveries are always signed."
      >
        <div className={classes.wide}>
          {headers.map((_header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers have no other name, their rows no state
            <div key={index} className={classes.header}>
              <TextInput
                label={`Name of header ${index + 1}`}
                placeholder="X-Gateway-Key"
                autoComplete="off"
                spellCheck={false}
                {...field(`headers.${index}.name`)}
              />
              <TextInput
                label={`Value of header ${index + 1}`}
                autoComplete="off"
                spellCheck={false}
                {...field(`headers.${index}.value`)}
              />
              <ActionIcon
                size={36}
                variant="default"
                aria-label={`Remove header ${index + 1}`}
                onClick={() => form.removeListItem('headers', index)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </div>
          ))}
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={15} aria-hidden />}
            disabled={headers.length >= 20}
            onClick={() => form.insertListItem('headers', { name: '', value: '' })}
          >
            Add header
          </Button>
        </div>
      </FormSection>
    </>
  );
}
