import { emailId, emailList, emailPage, emailSnapshot, renderedEmail } from '../../contract/email.ts';
import { getEmail, listEmails, previewEmail } from '../../domain/email/read.ts';
import { resendEmail } from '../../domain/email/resend.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** Emails to subscribers and staff. Portal only. */
export const emailRouter = router({
  list: procedure('read').input(emailList).output(emailPage).query(read(listEmails)),
  get: procedure('read').input(emailId).output(emailSnapshot).query(read(getEmail)),
  preview: procedure('read').input(emailId).output(renderedEmail).query(read(previewEmail)),
  resend: procedure('emails:write').input(emailId).output(emailSnapshot).mutation(write(resendEmail)),
});
