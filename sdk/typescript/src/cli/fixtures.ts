import { randomBytes, randomInt } from 'node:crypto';
import { pathOf } from './api-call.ts';
import { assignment, jsonOf, textOf } from './assignment.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { setAt, setOption } from './overrides.ts';
import { client } from './settings.ts';
import { refuseLive } from './trigger.ts';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'];
const keys = ['name', 'method', 'path', 'body'];

type Fixture = { name: string; method: string; path: string; body?: unknown };

export const fixtures: Command = {
  usage: 'fixtures FILE [--set NAME.FIELD=TEXT]',
  summary: 'Sends the requests of a file in order, in a sandbox.',
  details: `
FILE is a JSON list of requests (- reads standard input). Each has path and body, method (POST by default) and a name for later ones:

  [{"name": "plan", "path": "plans", "body": {"planName": "Home {{random}}", …}},
   {"name": "ada", "path": "subscribers", "body": {"email": "ada.{{random}}@example.com", "phone": "+2547{{digits}}", …}},
   {"path": "subscriptions", "body": {"subscriberId": "{{ada.id}}", "planId": "{{plan.id}}"}}]

{{NAME.FIELD}} is a field of an earlier answer, {{random}} a text and {{digits}} eight digits of this run. It stops at the first refusal.`,
  options: {
    set: { ...setOption, value: 'NAME.FIELD=TEXT', about: 'Set a field of a body. May be repeated.' },
  },
  async run(given, io) {
    const [file, ...more] = given.positionals;
    if (file === undefined || more.length > 0) throw new UsageError('The command is demarc fixtures FILE.');
    const wanted = fixturesOf(jsonOf(textOf(file), file));
    setFields(wanted, given.texts('set'));
    const answers: Record<string, unknown> = {
      random: randomBytes(4).toString('hex'),
      digits: String(randomInt(1e8)).padStart(8, '0'),
    };
    for (const [i, { name, path, body }] of wanted.entries())
      checkReferences(`${nameOf(i)} (${name})`, { path, body }, [
        ...Object.keys(answers),
        ...wanted.slice(0, i).map((earlier) => earlier.name),
      ]);
    const demarc = client(given, io);
    await refuseLive(demarc);
    const results: Record<string, unknown> = {};
    for (const { name, method, path, body } of wanted) {
      const target = pathOf(String(resolved(path, answers)));
      const { data } = (await demarc.request(method, target, resolved(body, answers))) as { data: unknown };
      answers[name] = data;
      results[name] = data;
      io.note(`${method} ${target}  ${(data as { id?: string } | null)?.id ?? 'done'}`);
    }
    io.result(JSON.stringify(results, null, 2), results);
  },
};

const nameOf = (i: number) => `Request ${i + 1}`;

/** @throws UsageError for what is no list of requests */
function fixturesOf(value: unknown): Fixture[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new UsageError('The file is a JSON list of requests.');
  const names = new Set<string>();
  return value.map((item: unknown, i) => {
    const fail = (text: string): never => {
      throw new UsageError(`${nameOf(i)}: ${text}`);
    };
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return fail('it is no object.');
    const unknownKey = Object.keys(item).find((key) => !keys.includes(key));
    if (unknownKey !== undefined) return fail(`there is no ${unknownKey}. There are ${keys.join(', ')}.`);
    const { name = `request${i + 1}`, method = 'POST', path, body } = item as Record<string, unknown>;
    if (typeof path !== 'string' || path === '') return fail('path is missing, such as "subscribers".');
    if (typeof name !== 'string' || !/^[a-z]\w*$/i.test(name))
      return fail('name has letters, digits and _, and begins with a letter.');
    if (names.has(name) || name === 'random' || name === 'digits') return fail(`the name ${name} is taken.`);
    names.add(name);
    const verb = String(method).toUpperCase();
    if (!methods.includes(verb)) return fail(`method is one of ${methods.join(', ')}.`);
    return { name, method: verb, path, ...(body === undefined ? {} : { body }) };
  });
}

/** Sets fields of the bodies. @throws UsageError for the name of no request */
function setFields(wanted: Fixture[], texts: readonly string[]): void {
  for (const text of texts) {
    const [target, value] = assignment(text);
    const [name, ...path] = target.split('.');
    const found = wanted.find((fixture) => fixture.name === name);
    if (!found || path.length === 0)
      throw new UsageError(
        `${text}: give NAME.FIELD. Names are ${wanted.map((one) => one.name).join(', ')}.`,
      );
    found.body = { ...(found.body as object) };
    setAt(found.body as Record<string, unknown>, path.join('.'), value);
  }
}

const REFERENCE = /\{\{([\w.]+)\}\}/g;

/** Each text within a value, replaced. */
function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

/** @throws UsageError for a reference to no earlier request, before anything is sent */
function checkReferences(what: string, value: unknown, known: readonly string[]): void {
  mapTexts(value, (text) => {
    for (const [whole, path = ''] of text.matchAll(REFERENCE))
      if (!known.includes(path.split('.')[0] ?? ''))
        throw new UsageError(`${what}: ${whole} is of no earlier request. There are ${known.join(', ')}.`);
  });
}

/** A value with its references replaced. A text that is nothing but a reference becomes the value with its type. */
function resolved(value: unknown, answers: Record<string, unknown>): unknown {
  return mapTexts(value, (text) => {
    const [only] = [...text.matchAll(REFERENCE)];
    if (only && only[0] === text) return at(answers, only[1] ?? '');
    return text.replace(REFERENCE, (_, path: string) => String(at(answers, path)));
  });
}

function at(answers: Record<string, unknown>, path: string): unknown {
  let value: unknown = answers;
  for (const key of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere) throw new CommandError(`No answer has ${path}.`);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
