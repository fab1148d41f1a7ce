import type { FactKind } from '../contract/enums.ts';

/** The texts of one language that ship. A blank line begins a new paragraph of an email. */
export type ShippedTexts = Record<FactKind, { subject: string; email: string; sms: string }>;
