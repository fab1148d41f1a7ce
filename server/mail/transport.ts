import { isIPv4 } from 'node:net';
import nodemailer from 'nodemailer';
import { SECOND_MS } from '../clock.ts';
import type { Letter } from './letter.ts';

/** Mails on their way at once, over as many connections. */
export const CONCURRENT_MAILS = 5;

/** An attempt takes no longer than this: connecting, greeting, and each silence of the server. */
const TIMEOUTS = {
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
};

export type OutgoingMail = Letter & {
  /** Stable for a mail, so that one sent twice is recognised as the same. */
  messageId: string;
  attachments: { filename: string; content: Uint8Array; contentType: string }[];
};

export type SendOutcome =
  | { sent: true }
  | { sent: false; error: string; isFinal: boolean; isServerGone: boolean };

export type MailTransport = { send(mail: OutgoingMail): Promise<SendOutcome>; close(): void };

/**
 * How a mail server is reached. `smtps://` is TLS from the first byte. `smtp://` insists on STARTTLS, whatever the
 * address says of it, unless the host is loopback: in clear, anybody on the way reads mails and the password.
 */
export function connectionTo(server: string): { url: string; requireTLS?: true } {
  const url = new URL(server);
  if (url.protocol !== 'smtp:' || isLoopback(url.hostname)) return { url: server };
  for (const option of ['ignoreTLS', 'requireTLS', 'opportunisticTLS']) url.searchParams.delete(option);
  return { url: url.href, requireTLS: true };
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/** Opens connections to a mail server, kept until closed. It is spoken to with the first mail. */
export function openMailTransport(server: string): MailTransport {
  const transport = nodemailer.createTransport({
    ...connectionTo(server),
    pool: true,
    maxConnections: CONCURRENT_MAILS,
    ...TIMEOUTS,
  } as never);
  return {
    close: () => transport.close(),
    async send({ from, to, replyTo, subject, html, text, messageId, attachments }) {
      try {
        await transport.sendMail({
          from,
          to,
          replyTo: replyTo ?? undefined,
          ...{ subject, html, text, messageId },
          attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { sent: true };
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/** What went wrong: whether another attempt makes sense, and whether any other mail would fare better now. */
function failure(error: unknown): SendOutcome {
  const { responseCode, command, message } = error as Error & { responseCode?: number; command?: string };
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return {
    sent: false,
    error: String(message ?? error).slice(0, 500),
    isFinal: isAboutThisMail && responseCode !== undefined && responseCode >= 500,
    isServerGone: responseCode === undefined || !isAboutThisMail,
  };
}
