/**
 * Second argument of a `mutate` of `trpc.useUtils().client`: the link sends the key as `Idempotency-Key`, the correlation
 * id where the page shows the effects of the call, and `If-Match` where a form changes what it has read.
 */
export type CallOptions = { context: { idempotencyKey: string; correlationId?: string; ifMatch?: string } };
