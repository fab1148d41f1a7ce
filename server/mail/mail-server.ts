import { env } from '../env.ts';

/** Where mails go out; null where none is configured, and they stay in the portal's outbox. */
export const mailServer: string | null = env.SMTP_URL ?? null;

/** The address mails come from; the name in front of it is each provider's. */
export const senderAddress: string = env.MAIL_FROM ?? `no-reply@${new URL(env.PUBLIC_URL).hostname}`;
