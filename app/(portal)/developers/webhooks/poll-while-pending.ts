const POLL_MS = 2_500;

type PendingDelivery = { status: string; nextAttemptAt: string | null };
type Asked = { state: { data?: { data: PendingDelivery[] } } };

/** Polls while a delivery is due within 30 seconds. A delivery that waits for a later attempt is not polled. */
export function pollWhilePending({ state }: Asked): number | false {
  const soon = Date.now() + 30_000;
  return state.data?.data.some(isUnderWay(soon)) ? POLL_MS : false;
}

function isUnderWay(soon: number) {
  return ({ nextAttemptAt }: PendingDelivery) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon;
}
