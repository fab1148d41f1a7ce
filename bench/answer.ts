/**
 * Does the work of each message of the parent process and sends back `result` or `error`. The process ends with its parent.
 * @param stop runs before the end
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
