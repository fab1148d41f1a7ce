import { mailId, mailList, mailPage, mailSnapshot, renderedMail } from '../../contract/mail.ts';
import { getMail, listMails, previewMail } from '../../domain/email/read.ts';
import { resendMail } from '../../domain/email/resend.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** The outbox of mails to subscribers: the portal's alone. */
export const mailRouter = router({
  list: procedure('read').input(mailList).output(mailPage).query(read(listMails)),
  get: procedure('read').input(mailId).output(mailSnapshot).query(read(getMail)),
  preview: procedure('read').input(mailId).output(renderedMail).query(read(previewMail)),
  resend: procedure('mails:write').input(mailId).output(mailSnapshot).mutation(write(resendMail)),
});
