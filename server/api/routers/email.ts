import { emailOperations } from '../../contract/operations/email.ts';
import { getEmail, listEmails, previewEmail } from '../../domain/email/read.ts';
import { resendEmail } from '../../domain/email/resend.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Emails to subscribers and staff. Portal only. */
export const emailRouter = routerOf(emailOperations, {
  list: read(listEmails),
  get: read(getEmail),
  preview: read(previewEmail),
  resend: write(resendEmail),
});
