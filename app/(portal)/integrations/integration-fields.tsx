'use client';

import { ActionIcon, Button, Group, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { humanize } from '@/components/format/status-badge.tsx';
import { DemarcationPointSelect, PlanSelect } from '@/components/forms/record-select.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import { adapters, integrationStatuses, signings } from '@/server/contract/enums.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { adapterNames, signingNames } from './labels.ts';

type MapRow = { key: number; from: string; to: string };

export type IntegrationValues = {
  name: string;
  adapter: IntegrationSnapshot['adapter'] | null;
  externalPartnerId: string;
  signing: IntegrationSnapshot['signing'];
  freeImmediateUpgrade: boolean;
  tariffMap: MapRow[];
  poolMap: MapRow[];
  defaultDemarcationPointId: string;
  /** Null for a new integration. */
  status: IntegrationSnapshot['status'] | null;
};

let keys = 0;

function rowsOf(map: Record<string, string> = {}): MapRow[] {
  return Object.entries(map).map(([from, to]) => ({ key: ++keys, from, to }));
}

/** The form's values for an integration; the defaults for a new one. */
export function integrationValues(from?: IntegrationSnapshot): IntegrationValues {
  return {
    name: from?.name ?? '',
    adapter: from?.adapter ?? null,
    externalPartnerId: from?.externalPartnerId ?? '',
    signing: from?.signing ?? 'hmac',
    freeImmediateUpgrade: from?.freeImmediateUpgrade ?? false,
    tariffMap: rowsOf(from?.tariffMap),
    poolMap: rowsOf(from?.poolMap),
    defaultDemarcationPointId: from?.defaultDemarcationPointId ?? '',
    status: from?.status ?? null,
  };
}

type FieldsProps = Pick<ResourceForm<IntegrationValues>, 'form' | 'field'>;

export function IntegrationFields({ form, field }: FieldsProps) {
  const isNew = form.values.status === null;
  return (
    <>
      <FormSection title="System">
        <TextInput label="Name" placeholder="Splynx Nairobi" autoComplete="off" required {...field('name')} />
        <Select
          label="Adapter"
          placeholder="Choose an adapter"
          description={
            isNew
              ? 'It cannot be changed later'
              : 'It cannot be changed. Create another integration for another system'
          }
          data={adapters.map((value) => ({ value, label: adapterNames[value] }))}
          allowDeselect={false}
          disabled={!isNew}
          required
          {...field('adapter')}
        />
        <Select
          label="Authentication"
          data={signings.map((value) => ({ value, label: signingNames[value] }))}
          allowDeselect={false}
          {...field('signing')}
        />
        <TextInput
          label="Partner ID in the system"
          description="Unsigned events carry it as partner_id"
          autoComplete="off"
          {...field('externalPartnerId')}
        />
        {!isNew && (
          <Select
            label="Status"
            description="A disabled integration answers 503, so that the system retries later"
            data={integrationStatuses.map((value) => ({ value, label: humanize(value) }))}
            allowDeselect={false}
            {...field('status')}
          />
        )}
      </FormSection>
      <FormSection title="Services">
        <Switch
          label="Apply upgrades at once, free of charge"
          description="Otherwise an upgrade waits for its payment"
          {...field('freeImmediateUpgrade', { type: 'checkbox' })}
        />
        <DemarcationPointSelect
          label="Default demarcation point"
          description="For new subscriptions from this system, whose events name no place"
          placeholder="None"
          {...field('defaultDemarcationPointId')}
          value={form.values.defaultDemarcationPointId}
          onChange={(id) => form.setFieldValue('defaultDemarcationPointId', id)}
        />
      </FormSection>
      <FormSection
        title="Tariffs"
        description="The plan for each tariff of the system. A service on an unmapped tariff fails to import."
      >
        <MapRows
          form={form}
          path="tariffMap"
          from="Tariff ID"
          add="Add tariff"
          to={(at, row, error) => (
            <PlanSelect
              label="Plan"
              placeholder="Choose a plan"
              value={row.to}
              onChange={(id) => form.setFieldValue(`${at}.to`, id)}
              error={error}
              style={{ flex: 1 }}
            />
          )}
        />
      </FormSection>
      <FormSection
        title="Address pools"
        description="The RADIUS pool for each address pool of the system. Pool 0 is the default pool of the NAS."
      >
        <MapRows
          form={form}
          path="poolMap"
          from="Pool ID"
          add="Add pool"
          to={(at, _row, error) => (
            <TextInput
              label="RADIUS pool"
              autoComplete="off"
              {...field(`${at}.to`)}
              error={error}
              style={{ flex: 1 }}
            />
          )}
        />
      </FormSection>
    </>
  );
}

type MapRowsProps = Pick<FieldsProps, 'form'> & {
  path: 'tariffMap' | 'poolMap';
  from: string;
  add: string;
  to: (at: string, row: MapRow, error: ReactNode) => ReactNode;
};

/** Rows of an external id and its value in Demarc. The API reports errors by external id. */
function MapRows({ form, path, from, add, to }: MapRowsProps) {
  return (
    <>
      {form.values[path].map((row, i) => (
        <Group key={row.key} gap="sm" wrap="nowrap" align="flex-start" style={{ gridColumn: '1 / -1' }}>
          <TextInput
            label={from}
            autoComplete="off"
            style={{ flex: 1 }}
            {...form.getInputProps(`${path}.${i}.from`)}
          />
          {to(`${path}.${i}`, row, form.errors[`${path}.${row.from.trim()}`])}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            mt={25}
            aria-label={`Remove ${from} ${row.from || i + 1}`}
            onClick={() => form.removeListItem(path, i)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div style={{ gridColumn: '1 / -1' }}>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => form.insertListItem(path, { key: ++keys, from: '', to: '' })}
        >
          {add}
        </Button>
      </div>
    </>
  );
}
