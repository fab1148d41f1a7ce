/** Second argument of a `mutate` of `trpc.useUtils().client`: the link sends the key as `Idempotency-Key`. */
export type CallOptions = { context: { idempotencyKey: string } };
