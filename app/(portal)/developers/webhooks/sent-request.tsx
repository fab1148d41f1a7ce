'use client';

import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { JsonView } from '@/components/detail/json-view.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import type { DeliveryRequest } from '@/server/contract/portal/delivery.ts';
import classes from './sent-request.module.css';

type Form = 'json' | 'raw';

/** The headers that differ between attempts, in the order in which they are sent. */
const changing = [
  'X-Service-Signature',
  'X-Service-Timestamp',
  'X-Service-Delivery-Id',
  'X-Service-Delivery-Attempt',
];

/** The request of a delivery: the headers, and the body, whose bytes are the same in each attempt. */
export function Sent({ request }: { request: DeliveryRequest }) {
  const [form, setForm] = useState<Form>('json');
  return (
    <>
      <Panel title="Headers">
        <dl className={classes.headers}>
          {request.headers.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {value ?? (
                  <Text span c="dimmed" inherit>
                    your own header, not shown
                  </Text>
                )}
              </dd>
            </div>
          ))}
          {changing.map((name) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Text span c="dimmed" inherit>
                  different for each attempt
                </Text>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel
        title="Body"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Form of the body"
            value={form}
            onChange={setForm}
            data={[
              { value: 'json', label: 'Formatted' },
              { value: 'raw', label: 'As sent' },
            ]}
          />
        }
      >
        {form === 'json' ? (
          <JsonView value={JSON.parse(request.body)} label="Body as JSON" />
        ) : (
          <pre className={classes.raw}>{request.body}</pre>
        )}
      </Panel>
    </>
  );
}
