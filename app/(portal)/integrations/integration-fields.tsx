'use client';

import { ActionIcon, Button, Group, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { humanize } from '@/components/format/status-badge.tsx';
import { FormSection } from '@/components/forms/resource-form.tsx';
import type { ResourceForm } from '@/components/forms/use-resource-form.ts';
import { adapters, integrationStatuses, signings } from '@/server/contract/enums.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { DemarcationPointSelect, PlanSelect } from '../subscriptions/record-select.tsx';
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
  /** Of one that is there already. */
  status: IntegrationSnapshot['status'] | null;
};

let keys = 0;

function rowsOf(map: Record<string, string> = {}): MapRow[] {
  return Object.entries(map).map(([from, to]) => ({ key: ++keys, from, to }));
}

/** The form's values for an integration, or for none. */
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
          label="Speaks"
          placeholder="Choose what it speaks"
          description={isNew ? 'This cannot be changed later' : 'Make another integration for another system'}
          data={adapters.map((value) => ({ value, label: adapterNames[value] }))}
          allowDeselect={false}
          disabled={!isNew}
          required
          {...field('adapter')}
        />
        <Select
          label="Proof of who sends"
          data={signings.map((value) => ({ value, label: signingNames[value] }))}
          allowDeselect={false}
          {...field('signing')}
        />
        <TextInput
          label="What it calls you"
          description="Unsigned events name it as partner_id"
          autoComplete="off"
          {...field('externalPartnerId')}
        />
        {!isNew && (
          <Select
            label="Status"
            description="A disabled one tells senders to try again later"
            data={integrationStatuses.map((value) => ({ value, label: humanize(value) }))}
            allowDeselect={false}
            {...field('status')}
          />
        )}
      </FormSection>
      <FormSection title="Services">
        <Switch
          label="Dearer tariffs hold at once and for free"
          description="Else they wait for the difference to be paid"
          {...field('freeImmediateUpgrade', { type: 'checkbox' })}
        />
        <DemarcationPointSelect
          label="Where new services are"
          description="Nothing in their events says so; without it the place stays open"
          placeholder="Nowhere yet"
          {...field('defaultDemarcationPointId')}
          value={form.values.defaultDemarcationPointId}
          onChange={(id) => form.setFieldValue('defaultDemarcationPointId', id)}
        />
      </FormSection>
      <FormSection
        title="Tariffs"
        description="The plan for each tariff of the system. A service on another tariff is not taken over."
      >
        <MapRows
          form={form}
          path="tariffMap"
          from="Tariff id"
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
        description="The RADIUS pool for each address pool of the system. Pool 0 is the NAS’s default one."
      >
        <MapRows
          form={form}
          path="poolMap"
          from="Pool id"
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

/** Pairs of an external id and what it is here. Refusals name a pair by its external id. */
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
            aria-label={`Remove ${from.toLowerCase()} ${row.from || i + 1}`}
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
