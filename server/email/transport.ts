import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import nodemailer from 'nodemailer';
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import { SECOND_MS } from '../clock.ts';
import { outgoingTls } from '../outgoing-tls.ts';
import { CONNECT_MS, EMAILS_OF_CONNECTION, openLimitedConnection } from './limited-connection.ts';
import type { EmailMessage } from './message.ts';

/** Emails that are sent at the same time, each over its own connection. */
const CONCURRENT_EMAILS = 5;

/**
 * The limit of a whole attempt, in ms. A server that sends a byte now and then is never silent. A lease of the queue is longer.
 */
const ATTEMPT_MS = 60 * SECOND_MS;

/** The limit of an attempt for which a person waits, in ms. */
export const WATCHED_MS = 30 * SECOND_MS;

/** Limits within an attempt: to connect, for the greeting, and for each silence of the server. */
const TIMEOUTS = {
  connectionTimeout: CONNECT_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
};

type OutgoingEmail = EmailMessage & {
  /** The same in every attempt, so that receivers recognise a second copy. */
  messageId: string;
  /** Documents, and images that the email shows by their `contentId`. */
  attachments: { fileName: string; content: Uint8Array; contentId?: string }[];
};

export type SendOutcome =
  | { sent: true }
  | { sent: false; error: string; isFinal: boolean; isServerGone: boolean };

export type EmailTransport = { send(email: OutgoingEmail): Promise<SendOutcome>; close(): void };

/**
 * How to connect to a mail server. `smtps://` uses TLS from the first byte. `smtp://` requires STARTTLS whatever the URL
 * says, unless the host is loopback. Without TLS, anyone on the network path can read the emails and the password.
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

/**
 * Signs in by CRAM-MD5 (RFC 2195) in place of nodemailer, where one challenge of 16 KB with blanks takes the event loop for a second.
 * @throws Error where the server refuses
 */
async function answerChallenge({
  auth: { credentials },
  sendCommand,
}: SMTPConnectionCustomAuthContext): Promise<void> {
  const challenge = await sendCommand('AUTH CRAM-MD5');
  if (challenge.status !== 334) throw new Error(`Invalid login: ${challenge.response}`);
  const digest = createHmac('md5', credentials.pass)
    .update(Buffer.from(challenge.text, 'base64'))
    .digest('hex');
  const answer = Buffer.from(`${credentials.user} ${digest}`).toString('base64');
  const { status, response } = await sendCommand(answer);
  if (status !== 235) throw new Error(`Invalid login: ${response}`);
}

/** Of a connection to any mail server. */
const OF_CONNECTION = { ...TIMEOUTS, customAuth: { 'CRAM-MD5': answerChallenge } };

/**
 * Opens a pool of connections to a mail server. The first email opens the first connection; `close` ends all.
 * @param server with the name in the certificate, where the URL has the address of the host
 * @param attemptMs how long a whole attempt may take, in ms
 */
export function openEmailTransport(
  { url, servername }: { url: string; servername?: string },
  attemptMs = ATTEMPT_MS,
): EmailTransport {
  const transport = nodemailer.createTransport({
    ...connectionTo(url),
    tls: { ...outgoingTls, ...(servername && { servername }) },
    pool: true,
    maxConnections: CONCURRENT_EMAILS,
    maxMessages: EMAILS_OF_CONNECTION,
    getSocket: openLimitedConnection,
    ...OF_CONNECTION,
  });
  return {
    close: () => transport.close(),
    async send({ from, to, replyTo, subject, html, text, messageId, attachments }) {
      try {
        await transport.sendMail({
          from,
          to,
          replyTo: replyTo ?? undefined,
          ...{ subject, html, text, messageId },
          attachments: attachments.map(({ fileName: filename, content, contentId }) => ({
            ...{ filename, content: Buffer.from(content) },
            ...(contentId
              ? { cid: contentId, contentType: 'image/png', contentDisposition: 'inline' as const }
              : { contentType: 'application/pdf' }),
          })),
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Closes the connection of this email only.
          signal: AbortSignal.timeout(attemptMs),
        });
        return { sent: true };
      } catch (error) {
        return failure(error);
      }
    },
  };
}

/**
 * Signs in to a mail server, which shows that it accepts the password.
 * @param attemptMs how long the whole attempt may take, in ms
 * @throws Error with its answer
 */
export async function checkMailServer(
  { url, servername }: { url: string; servername?: string },
  attemptMs = WATCHED_MS,
): Promise<string> {
  // `verify` has no limit of its own, and `close` leaves its connection open.
  const limit = AbortSignal.timeout(attemptMs);
  const transport = nodemailer.createTransport({
    ...connectionTo(url),
    tls: { ...outgoingTls, ...(servername && { servername }) },
    getSocket: (target, connected) => openLimitedConnection(target, connected, limit),
    ...OF_CONNECTION,
  });
  try {
    await transport.verify();
    return 'The mail server accepts the connection and the password.';
  } finally {
    transport.close();
  }
}

/** Decides whether another attempt can succeed (`isFinal`) and whether other emails would fail too (`isServerGone`). */
function failure(error: unknown): SendOutcome {
  const { name, responseCode, command, message } = error as Error & {
    responseCode?: number;
    command?: string;
  };
  const isAboutThisEmail = command === 'RCPT TO' || command === 'DATA';
  return {
    sent: false,
    error: name === 'AbortError' ? 'The mail server took too long.' : String(message ?? error),
    isFinal: isAboutThisEmail && responseCode !== undefined && responseCode >= 500,
    isServerGone: responseCode === undefined || !isAboutThisEmail,
  };
}
