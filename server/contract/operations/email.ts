import { portalRead, portalWrite } from '../operation.ts';
import { emailId, emailList, emailPage, emailSnapshot, renderedEmail } from '../portal/email.ts';

export const emailOperations = {
  list: portalRead({ permission: 'read', input: emailList, output: emailPage }),
  get: portalRead({ permission: 'read', input: emailId, output: emailSnapshot }),
  preview: portalRead({ permission: 'read', input: emailId, output: renderedEmail }),
  resend: portalWrite({ permission: 'emails:write', input: emailId, output: emailSnapshot }),
};
