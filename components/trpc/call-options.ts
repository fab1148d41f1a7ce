/**
 * Second argument of a `mutate` of `trpc.useUtils().client`: the link sends the key as `Idempotency-Key`, and the
 * correlation id where the page wants to find again what the call caused.
 */
export type CallOptions = { context: { idempotencyKey: string; correlationId?: string } };
