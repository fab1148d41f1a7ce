/**
 * Second argument of a `mutate` of `trpc.useUtils().client`: the link sends the key as `Idempotency-Key`, and the
 * correlation id where the page shows the effects of the call.
 */
export type CallOptions = { context: { idempotencyKey: string; correlationId?: string } };
