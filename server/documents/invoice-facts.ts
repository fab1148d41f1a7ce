import type { Address } from '../contract/address.ts';
import type { Minor } from '../contract/money.ts';

/** The sender of a document: the provider, with the details of its organisation. */
export type Issuer = Address & {
  name: string;
  legalName: string | null;
  taxId: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  /** How to pay, as the organisation wrote it. */
  paymentInstructions: string | null;
  timeZone: string;
  livemode: boolean;
  /** A PNG in base64. */
  logo?: { png: string; width: number; height: number } | undefined;
};

/** `companyName` goes before the name of the person. */
export type Customer = Address & {
  name: string;
  companyName: string | null;
  taxId: string | null;
  email: string | null;
  accountNumber: string;
};

/** The contents of an invoice PDF. Amounts in minor units of the currency. */
export type InvoiceFacts = {
  /** Of a credit note: the number of the invoice that it is for, or null for a charge or credit. */
  creditOf?: string | null;
  issuer: Issuer;
  customer: Customer;
  number: string;
  status: 'OPEN' | 'PAID' | 'VOID';
  currency: string;
  lines: {
    description: string;
    quantity: number;
    unitAmount: Minor;
    amount: Minor;
    period: { start: Date; end: Date } | null;
  }[];
  subtotal: Minor;
  /** A decimal share. */
  taxRate: string;
  tax: Minor;
  total: Minor;
  amountPaid: Minor;
  amountRefunded: Minor;
  amountDue: Minor;
  issuedAt: Date;
  dueAt: Date;
  paidAt: Date | null;
};
