const POLL_MS = 2_500;

type Waiting = { status: string; nextAttemptAt: string | null };
type Asked = { state: { data?: { data: Waiting[] } } };

/** Asks again soon while something is on its way; what waits for a later attempt is not watched. */
export function pollWhileWaiting({ state }: Asked): number | false {
  const soon = Date.now() + 30_000;
  return state.data?.data.some(isUnderWay(soon)) ? POLL_MS : false;
}

function isUnderWay(soon: number) {
  return ({ nextAttemptAt }: Waiting) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon;
}
