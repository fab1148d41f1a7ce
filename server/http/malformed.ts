import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { failureBody } from '../contract/envelope.ts';
import { refuse } from '../contract/errors.ts';
import { log } from '../log.ts';

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/**
 * Answers bytes that Node cannot parse as HTTP, in the envelope. For the server's `clientError` event, which has no
 * request object. Contract: Transport.
 * @param headerLines headers of every answer, each line with its line end
 */
export function answerMalformed(error: Error & { code?: string }, socket: Socket, headerLines: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const correlationId = randomUUID();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const { body } = refuse('VALIDATION_FAILED', {
    code: status === 431 ? 'OUT_OF_RANGE' : status === 408 ? 'TIMEOUT' : 'INVALID_FORMAT',
    message: status === 431 ? 'Path, query and headers may have 16 KiB together.' : undefined,
  });
  const text = failureBody(status === 408 ? { ...body, error: 'TIMEOUT' } : body, correlationId);
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nx-correlation-id: ${correlationId}\r\n` +
      `${headerLines}connection: close\r\n\r\n${text}`,
  );
  log.info({ correlationId, status, code: error.code }, 'malformed request');
}
