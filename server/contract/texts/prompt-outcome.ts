/** Imports no library, so that pages can import it at no cost. */

/** What the result codes of M-Pesa mean for a payer. Its own texts name parts of its system. */
export const promptResults = {
  '1': 'The M-Pesa balance was too low.',
  '1001': 'The phone had another M-Pesa transaction open.',
  '1019': 'The prompt expired before the PIN was entered.',
  '1032': 'The prompt was cancelled on the phone.',
  '1037': 'The phone was not reached, or no PIN was entered in time.',
  '2001': 'The PIN was wrong.',
} as const;
export type PromptResult = keyof typeof promptResults;

/**
 * The outcome of a prompt that was not paid for staff, with the gateway's own text. Contract: Payment.
 * @returns null where nothing is known
 */
export function promptOutcomeText(code: string | null, text: string | null): string | null {
  const parts = [promptResults[(code ?? '') as PromptResult], text && `M-Pesa says: ${text}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}
