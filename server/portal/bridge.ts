import { randomUUID } from 'node:crypto';
import { openBridge } from '../api/bridge.ts';
import { appRouter } from '../api/root.ts';
import { readInvitation, staffSession } from '../auth/staff.ts';
import { env } from '../env.ts';
import { documentedOperations } from '../rest/openapi.ts';
import { postmanText } from '../rest/postman.ts';
import { apiContextOf } from './trpc.ts';
import { withinPage } from './within-page.ts';

/** Gives the pages of this process access to the session and the API. */
export function bridgePages(): void {
  openBridge({
    session: (headers) => staffSession(headers),
    operations: documentedOperations,
    postman: postmanText,
    sendsEmails: () => env.SMTP_URL !== undefined,
    invitation: readInvitation,
    async caller(headers, tag) {
      const session = await staffSession(headers);
      if (!session || session.requiredStep) return null;
      const answerAs = async (data: unknown) => withinPage(data);
      return appRouter.createCaller({ ...apiContextOf(session, randomUUID()), tag, answerAs });
    },
  });
}
