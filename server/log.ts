import {
  type DestinationStream,
  type LogFn,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';
import { env } from './env.ts';

const secretWord =
  '(?:authorization|cookies?|password|secret|token|signature|signing[-_]?key|secrets[-_]?key|database[-_]?url)';
const secretKey = new RegExp(`${secretWord}$`, 'i');
// The user has no colon, so that a path of colons, which anyone can send, is read once and not once for each colon.
const mentionsSecret = new RegExp(`${secretWord}\\\\*"\\s*:|:\\/\\/[^\\s:/@"]*:[^\\s/@"]*@`, 'i');
const quotedSecret = new RegExp(`("[\\w-]*${secretWord}"\\s*:\\s*")[^"]*`, 'gi');
const passwordInUrl = /(:\/\/[^\s:/@"]*:)[^\s/@"]+(?=@)/g;

function withoutSecrets(key: string, value: unknown): unknown {
  if (value !== null && typeof value !== 'boolean' && secretKey.test(key)) return '[redacted]';
  if (typeof value !== 'string') return value;
  return value.replace(passwordInUrl, '$1[redacted]').replace(quotedSecret, '$1[redacted]');
}

/**
 * Works on the finished line, so that secrets at any depth, in bindings, error causes and JSON inside strings are
 * covered.
 */
function redact(line: string): string {
  return mentionsSecret.test(line) ? `${JSON.stringify(JSON.parse(line), withoutSecrets)}\n` : line;
}

/**
 * The text of an error without the values of failed statements. drizzle writes them into its message, and any of them
 * may be a password or personal data.
 */
function withoutValues(text: string, error: unknown): string {
  let clean = text;
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('params' in e) clean = clean.replaceAll(`\nparams: ${e.params}`, '');
  }
  return clean;
}

/** An error as it is logged. PostgreSQL's detail quotes whole rows, so it is left out. */
function shown(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack, ...more } = stdSerializers.err(error);
  for (const key of ['detail', 'params', 'parameters']) delete more[key];
  return { ...more, message: withoutValues(message, error), stack: withoutValues(stack, error) };
}

/** pino uses an error's message for a line without a message of its own. */
function ownMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  // pino types the arguments by its format strings.
  const [first, message] = args as unknown[];
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  if (message === undefined && error instanceof Error) {
    method.call(this, first instanceof Error ? { err: first } : first, withoutValues(error.message, error));
  } else method.apply(this, args);
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
    hooks: { streamWrite: redact, logMethod: ownMessage },
    serializers: { err: shown },
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * Writes lines in the background, together with those that arrive meanwhile, so that no request waits for the terminal.
 * The rest is written at the exit of the process.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false });
  process.once('exit', () => stream.flushSync());
  return stream;
}

/** The log of this process. Lines of a request come from `log.child({ correlationId })`. */
export const log: Logger = createLog(env.LOG_LEVEL);
