import { z } from 'zod';
import { EMAIL } from '../contract/email-address.ts';

/**
 * Makes zod's own check of email addresses the contract's. better-auth checks addresses with `z.email()` and has no option for
 * it, and zod's pattern refuses addresses that an account may have, such as `sales&marketing@example.org`. Contract: Values.
 */
export function useContractEmails(): void {
  // The pattern of the library is a constant of its module, so it is changed in place. Accounts are in lower case, what people
  // type is not.
  z.regexes.email.compile(EMAIL.source, 'i');
}
