import { List, Text } from '@mantine/core';
import { anchorOf } from '@/app/docs/anchors.ts';
import { Panel } from '@/components/detail/panel.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import type { ErrorKey, RejectionReason } from '@/server/contract/errors.ts';
import { parsedBody } from './labels.ts';

type RefusalProps = { error: string; responseBody: string | null };

/** Why a request was refused, as its answer says, with the page about the error. */
export function Refusal({ error, responseBody }: RefusalProps) {
  const reasons = reasonsOf(responseBody);
  return (
    <Panel
      title="Why it was refused"
      actions={<TextLink href={`/docs/errors#${anchorOf.error(error as ErrorKey)}`}>About {error}</TextLink>}
    >
      {reasons.length === 0 ? (
        <Text>{error}</Text>
      ) : (
        <List spacing={4}>
          {reasons.map(({ field, code, message }) => (
            <List.Item key={`${field} ${code}`}>
              {field !== '_' && (
                <>
                  <span className="mono">{field}</span>:{' '}
                </>
              )}
              {message}{' '}
              <Text span c="dimmed" size="sm">
                {code}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Panel>
  );
}

function reasonsOf(responseBody: string | null): RejectionReason[] {
  const body =
    responseBody === null ? null : (parsedBody(responseBody) as { rejectionReasons?: unknown } | null);
  return Array.isArray(body?.rejectionReasons) ? body.rejectionReasons : [];
}
