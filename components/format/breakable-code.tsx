import { Fragment } from 'react';

/** A code such as `subscription.plan_change_queued`, which may break after a dot or an underscore where space is short. */
export function BreakableCode({ code }: { code: string }) {
  return code.split(/(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a code do not move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
