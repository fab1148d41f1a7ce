'use client';

import { Text } from '@mantine/core';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { JsonView } from '@/components/detail/json-view.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { CorrelationId } from '@/components/format/correlation-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { AsApiRequest } from '@/components/forms/as-api-request.tsx';
import type { ApiRequest } from '@/components/forms/curl-command.ts';
import type { ApiRequestDetail } from '@/server/contract/api-request.ts';
import { durationText, parsedBody, targetOf, toneOfHttpStatus } from './labels.ts';
import { Refusal } from './refusal.tsx';
import classes from './request.module.css';

/** One call of the API: what was sent, what was answered, and why it was refused. */
export function RequestPage({ request }: { request: ApiRequestDetail }) {
  const { id, method, path, status, error, requestBody, responseBody } = request;
  return (
    <>
      <DetailHeader
        title={
          <span className={classes.title}>
            {method} {path}
          </span>
        }
        id={id}
        parent={{ label: 'API requests', href: '/developers/requests' }}
        status={String(status)}
        statusLabel={String(status)}
        reason={error}
        tone={toneOfHttpStatus(status)}
      />
      <DetailColumns
        mainFirst
        main={
          <>
            {error && <Refusal error={error} responseBody={responseBody} />}
            <Panel title="Request">
              <Body text={requestBody} label="Request body" empty={noRequestBody(request)} />
              <AsApiRequest
                request={asRequest(request)}
                idempotencyKey={request.idempotencyKey ?? undefined}
              />
            </Panel>
            <Panel title="Answer">
              <Body text={responseBody} label="Answer body" empty="The answer has no JSON body." />
            </Panel>
          </>
        }
        side={<Facts request={request} />}
      />
    </>
  );
}

function Facts({ request }: { request: ApiRequestDetail }) {
  const { callerType, callerName, createdAt, recordedAt } = request;
  // A test clock that is ahead makes the two times differ.
  const isAhead = createdAt !== recordedAt;
  return (
    <Panel title="Facts">
      <PropertyList
        items={[
          {
            label: 'Received',
            value: <TimeText value={createdAt} detail="second" />,
          },
          isAhead && { label: 'In real time', value: <TimeText value={recordedAt} detail="second" /> },
          { label: 'Duration', value: durationText(request.durationMs) },
          {
            label: callerType === 'credential' ? 'API key' : 'Integration',
            value: (
              <TextLink
                inherit
                href={callerType === 'credential' ? '/developers/keys' : `/integrations/${request.callerId}`}
              >
                {callerName}
              </TextLink>
            ),
          },
          {
            label: 'Operation',
            wide: true,
            value: request.route && <span className="mono">{request.route}</span>,
          },
          {
            label: 'Query',
            wide: true,
            value: request.query && <span className="mono">{request.query}</span>,
          },
          { label: 'Correlation ID', wide: true, value: <CorrelationId id={request.correlationId} /> },
          {
            label: 'Idempotency-Key',
            wide: true,
            value: request.idempotencyKey && <CopyId id={request.idempotencyKey} what="idempotency key" />,
          },
          request.replayed && {
            label: 'Replayed',
            wide: true,
            value: 'Yes, the answer of the first request',
          },
          !request.authenticated && {
            label: 'Sender',
            wide: true,
            value:
              'Not authenticated: anyone who knows the access ID or the integration ID can send such a request.',
          },
          request.dryRun && { label: 'Dry run', value: 'Yes, nothing changed' },
          { label: 'Address', value: request.address },
          { label: 'User-Agent', wide: true, value: request.userAgent },
        ]}
      />
    </Panel>
  );
}

function Body({ text, label, empty }: { text: string | null; label: string; empty: string }) {
  if (text === null) return <Text c="dimmed">{empty}</Text>;
  const json = parsedBody(text);
  if (json !== null) return <JsonView value={json} label={label} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
    <section className={classes.cut} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}

function noRequestBody({ method, status }: ApiRequestDetail): string {
  if (method === 'GET' || status === 401 || status === 429) return 'No body was read.';
  return 'The request had no JSON body.';
}

function asRequest({ method, path, query, requestBody }: ApiRequestDetail): ApiRequest {
  return {
    method: method as ApiRequest['method'],
    path: targetOf({ path, query }),
    body: requestBody === null ? undefined : (parsedBody(requestBody) ?? undefined),
  };
}
