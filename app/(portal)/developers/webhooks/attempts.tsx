import { Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { DeliverySnapshot } from '@/server/contract/delivery.ts';
import classes from './attempts.module.css';
import { arrived, latencyText, outcomeOf } from './labels.ts';

/** The attempts of a delivery, the latest first, with the beginning of each response. */
export function Attempts({ delivery }: { delivery: DeliverySnapshot }) {
  const { attempts } = delivery;
  return (
    <Panel title="Attempts" flush>
      {attempts.length === 0 ? (
        <Text p="md" c="dimmed">
          {delivery.status === 'PENDING'
            ? 'No attempts yet. The first one follows when the receiver has capacity.'
            : 'Attempts are kept for 30 days. The attempts of this delivery have been removed.'}
        </Text>
      ) : (
        <ol className={classes.list} reversed>
          {attempts.toReversed().map((attempt) => (
            <li key={attempt.id} className={classes.attempt}>
              <div className={classes.head}>
                <span className={classes.number}>{attempt.number}</span>
                <StatusBadge
                  status={arrived(attempt) ? 'delivered' : 'failed'}
                  label={attempt.responseStatus ?? 'No answer'}
                />
                <span className={classes.when}>
                  <TimeText value={attempt.at} detail="second" />
                  <span className="tabular">{latencyText(attempt.latencyMs)}</span>
                </span>
              </div>
              {attempt.error && <Text size="sm">{outcomeOf(attempt)}</Text>}
              {attempt.responseExcerpt && (
                <section
                  className={classes.answer}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
                  tabIndex={0}
                  aria-label={`Answer to attempt ${attempt.number}`}
                >
                  <pre>{attempt.responseExcerpt}</pre>
                </section>
              )}
              <Text size="sm" c="dimmed" component="div">
                X-Service-Delivery-Id <CopyId id={attempt.id} what="id of the attempt" short />
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
