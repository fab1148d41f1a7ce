import { env } from '../env.ts';

/** The SMTP server, as a URL. Null when none is configured: emails are then kept in the portal and not sent. */
export const mailServer: string | null = env.SMTP_URL ?? null;

/** The sender address of all emails. Its display name is the name of the provider. */
export const senderAddress: string = env.MAIL_FROM ?? `no-reply@${new URL(env.PUBLIC_URL).hostname}`;
