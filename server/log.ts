import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { env } from './env.ts';

const secretWord =
  '(?:authorization|cookies?|password|secret|token|signature|signing[-_]?key|secrets[-_]?key|database[-_]?url)';
const secretKey = new RegExp(`${secretWord}$`, 'i');
const mentionsSecret = new RegExp(`${secretWord}\\\\*"\\s*:|:\\/\\/[^\\s/@"]*:[^\\s/@"]*@`, 'i');
const quotedSecret = new RegExp(`("[\\w-]*${secretWord}"\\s*:\\s*")[^"]*`, 'gi');
const passwordInUrl = /(:\/\/[^\s:/@"]*:)[^\s/@"]+(?=@)/g;

function withoutSecrets(key: string, value: unknown): unknown {
  if (value !== null && typeof value !== 'boolean' && secretKey.test(key)) return '[redacted]';
  if (typeof value !== 'string') return value;
  return value.replace(passwordInUrl, '$1[redacted]').replace(quotedSecret, '$1[redacted]');
}

/** Works on the finished line, so that no depth, child binding, error cause or JSON inside a string escapes it. */
function redact(line: string): string {
  return mentionsSecret.test(line) ? `${JSON.stringify(JSON.parse(line), withoutSecrets)}\n` : line;
}

/**
 * A logger of JSON lines with ISO 8601 UTC times and without secrets.
 * @param destination where lines go; standard output by default
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The log of this process. A request's lines come from `log.child({ correlationId })`. */
export const log: Logger = createLog(env.LOG_LEVEL);
