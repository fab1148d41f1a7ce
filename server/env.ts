import { existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { lists, type Variable, variables } from './env-variables.ts';

/** The ending of the variable that has the path of a file instead of the value. */
const FILE = '_FILE';

type Variables = typeof variables;

type Parsed = { readonly [Name in keyof Variables]: z.output<Variables[Name]['schema']> };

export type Env = Parsed & { readonly PUBLIC_URL: string; readonly DEMO: boolean };

/**
 * Reads all variables; an empty value counts as unset. A credential can be in a file, whose path NAME_FILE has.
 * @throws Error whose message names every invalid variable and repeats no value
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const texts: Record<string, string | undefined> = {};
  for (const [name, { schema, default: fallback, isCredential }] of Object.entries<Variable>(variables)) {
    const { text: given, problem } = isCredential ? ownOrFile(source, name) : { text: source[name]?.trim() };
    if (problem) problems.push(problem);
    texts[name] = given;
    const raw = given ? given : fallback;
    const parsed = schema.safeParse(raw === '' && !lists.has(schema) ? undefined : raw);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  }
  const given = (name: keyof Variables) => Boolean(texts[name]);
  if (given('DATABASE_URL') && !given('SECRETS_KEY')) {
    problems.push('SECRETS_KEY is required when DATABASE_URL is set (generate one: openssl rand -base64 32)');
  }
  if (given('SECRETS_KEY') && values.SECRETS_KEY === values.SECRETS_KEY_PREVIOUS) {
    problems.push('SECRETS_KEY_PREVIOUS is the same key as SECRETS_KEY');
  }
  if (given('STRIPE_SECRET_KEY') && !given('STRIPE_WEBHOOK_SECRET')) {
    problems.push('STRIPE_WEBHOOK_SECRET is required when STRIPE_SECRET_KEY is set');
  }
  if (given('STRIPE_WEBHOOK_SECRET') && !given('STRIPE_SECRET_KEY')) {
    problems.push('STRIPE_SECRET_KEY is required when STRIPE_WEBHOOK_SECRET is set');
  }
  if (values.NODE_ENV === 'production' && given('INNGEST_DEV')) {
    problems.push('INNGEST_DEV is not allowed in production: it switches off the signature check of jobs');
  }
  if (problems.length > 0) throw new Error(`Environment:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  const parsed = values as Parsed;
  const host = ['0.0.0.0', '::'].includes(parsed.HOST) ? 'localhost' : parsed.HOST;
  return Object.freeze({
    ...parsed,
    PUBLIC_URL: parsed.PUBLIC_URL ?? `http://${host}:${parsed.PORT}`,
    DEMO: parsed.DEMO ?? !parsed.DATABASE_URL,
  });
}

/** The value of a credential, or the content of its file. */
function ownOrFile(
  source: Record<string, string | undefined>,
  name: string,
): { text?: string | undefined; problem?: string } {
  const own = source[name]?.trim();
  const path = source[`${name}${FILE}`]?.trim();
  if (!path) return { text: own };
  if (own) return { problem: `${name} and ${name}${FILE} are both set` };
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text ? { text } : { problem: `${name}${FILE}: the file is empty` };
  } catch (error) {
    return { problem: `${name}${FILE}: the file cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}

function readOrExit(): Env {
  // Next reads this variable. It switches off the telemetry of Next.
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
  // Tests must not depend on a developer's .env.
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readEnv(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** The environment of this process, read once at start. An invalid value ends the process with code 1 and a message. */
export const env: Env = readOrExit();
