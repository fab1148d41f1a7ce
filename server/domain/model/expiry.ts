type Expiring = { status: string; expiresAt: Date | null };

/**
 * Whether a charge or payment is still PENDING at or after its `expiresAt`. The billing run that expires it may be late.
 * Contract: Charge, Payment.
 */
export function isPastExpiry({ status, expiresAt }: Expiring, now: Date): boolean {
  return status === 'PENDING' && expiresAt !== null && expiresAt <= now;
}
