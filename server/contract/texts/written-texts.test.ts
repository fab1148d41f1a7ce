import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';
import * as enums from '../enums.ts';
import { businessErrors, genericErrors } from '../errors.ts';
import { permissions } from '../roles.ts';

/** Reads the texts for people in the source code of the portal and of the API, and finds what people should not read. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What programmers and operators read: the documentation of the API, logs, and the commands of a server. */
const forOthers = [
  /^server\/(background|cli|db|demo|doctor|http|postgres|probes|radius|rest|threads)\//,
  /^server\/domain\/(account-archive|account-move|partner)\//,
  /^server\/contract\/(examples|generated|operations)\//,
  /^server\/contract\/event-catalogue\.ts$/,
  /^server\/contract\/texts\/(error-help|field-texts)\.ts$/,
  /^server\/(env|env-variables|health|metrics|otlp-exporter|service|stand-ins)\.ts$/,
  /^app\/docs\//,
];

const sources = ['server', 'app', 'components']
  .flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((at) => join(top, at)),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !forOthers.some((part) => part.test(path)),
  );

/** In place of an expression of a template. */
const HOLE = '□';

type Text = { at: string; text: string; expressions: string[] };

/** The literal texts of a file, without those of exceptions for programmers and of SQL. */
function textsOf(file: string): Text[] {
  const code = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, code);
  const found: (Text & { start: number })[] = [];
  const skipped: { start: number; end: number }[] = [];
  const add = (start: number, text: string, expressions: string[] = []) =>
    found.push({ start, text, expressions, at: `${file}:${code.slice(0, start).split('\n').length}` });
  new Visitor({
    NewExpression: ({ callee, start, end }) => {
      if (callee.type === 'Identifier' && /Error$/.test(callee.name)) skipped.push({ start, end });
    },
    TaggedTemplateExpression: ({ tag, start, end }) => {
      if (tag.type !== 'Identifier' || tag.name !== 'say') skipped.push({ start, end });
    },
    // The description of a field of the API.
    Property: ({ key, start, end }) => {
      const isSchema = file.startsWith('server/contract/');
      if (isSchema && key.type === 'Identifier' && key.name === 'description') skipped.push({ start, end });
    },
    JSXText: ({ start, value }) => add(start, value.trim()),
    Literal: ({ start, value }) => void (typeof value === 'string' && add(start, value)),
    TemplateLiteral: ({ start, quasis, expressions }) =>
      add(
        start,
        quasis.map(({ value }) => value.cooked).join(HOLE),
        expressions.map((each) => code.slice(each.start, each.end)),
      ),
  }).visit(program);
  return found.filter(({ start }) => !skipped.some((part) => part.start < start && start < part.end));
}

/** A line with a word in lower case beside another word. Codes, addresses, names of classes, styles and SQL are none. */
const isProse = ({ text }: Text) =>
  /[A-Za-z,;:□] [a-z]{2,}|[a-z]{2,} [a-z□]/.test(text) && !/\n|\{[a-z-]+:/.test(text);
const isSentence = ({ text }: Text) => /^[A-Z“‘□][^{}<>]*[.!?]$/.test(text);

const texts = sources.flatMap(textsOf).filter(isProse);

const codes = new Set(
  [
    ...Object.values(enums).flatMap((values) => (Array.isArray(values) ? (values as readonly string[]) : [])),
    ...Object.keys({ ...businessErrors, ...genericErrors }),
  ].filter((code) => /^[A-Z][A-Z_]{3,}$/.test(code)),
);

/** `Only RESIDENTIAL plans …` is a text of the contract. */
const ofContract = new Set(Object.values(businessErrors).map(({ text }) => text as string));

const found = (isFound: (text: Text) => boolean) =>
  texts.filter((text) => !ofContract.has(text.text) && isFound(text)).map(({ at, text }) => `${at} ${text}`);

test('there are texts to read', () => {
  expect(texts.length).toBeGreaterThan(2_000);
  expect(texts.filter(isSentence).length).toBeGreaterThan(500);
});

test('no text has the name of a permission', () => {
  const names = permissions.filter((name) => name.includes(':'));
  expect(found(({ text }) => names.some((name) => text.includes(name)))).toEqual([]);
});

test('no text has a code of the API', () => {
  expect(
    found(({ text }) => text.match(/\b[A-Z][A-Z_]{3,}\b/g)?.some((word) => codes.has(word)) ?? false),
  ).toEqual([]);
});

test('no sentence has an id', () => {
  const isId = (expression: string) => /(^|\.)(\w+Id|id)$/.test(expression) && !/gatewayId$/.test(expression);
  expect(found((text) => isSentence(text) && text.expressions.some(isId))).toEqual([]);
});

test('an amount has its currency by its format', () => {
  const isByHand = ({ text, expressions }: Text) =>
    text
      .split(HOLE)
      .slice(1, -1)
      .some(
        (between, index) =>
          /^\s$/.test(between) && expressions.slice(index, index + 2).some((each) => /currency$/i.test(each)),
      );
  expect(found(isByHand)).toEqual([]);
});

test('a text with a number of its own agrees with it', () => {
  expect(found(({ text }) => /(^|[^\w.,])1 (?!(is|was|has)\b)[a-z]+(?<!s)s\b/.test(text))).toEqual([]);
});
