/**
 * Does what the parent orders: one message in, `result` or `error` out. The process ends with the parent.
 * @param stop what has to be done before that
 */
export function answer<Order, Result>(
  work: (order: Order) => Promise<Result>,
  stop: () => Promise<unknown> = async () => {},
): void {
  process.on('message', (order: Order) => {
    work(order).then(
      (result) => process.send?.({ result: result ?? null }),
      (error: Error) => process.send?.({ error: error.stack }),
    );
  });
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
}
