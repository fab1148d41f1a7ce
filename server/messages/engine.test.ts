import { expect, test } from 'vitest';
import { faultIn, fill, fillLine } from './engine.ts';

const variables = ['firstName', 'amount'];

test.each([
  ['Hello {{ firstName }}', null],
  ['{% if amount != "" %}{{ amount }}{% else %}nothing{% endif %}', null],
  ['{{ firstName | default: "customer" | upcase }}', null],
  ['Hello {{ lastName }}', '{{ lastName }} is no variable of this text.'],
  ['{% if a %}{% endif %}{{ b.c }}', '{{ a }}, {{ b }} are no variables of this text.'],
  ['Hello {{ firstName', 'output "{{ firstName" not closed.'],
  ['{% if amount %}x', 'tag {% if amount %} not closed.'],
  ['{% include "x" %}', 'tag "include" not found.'],
  ['{% render "/etc/passwd" %}', 'tag "render" not found.'],
  ['{% for i in (1..100000000) %}x{% endfor %}', 'tag "for" not found.'],
  ['{% assign x = 1 %}', 'tag "assign" not found.'],
  ['{{ "now" | date: "%s" }}', 'undefined filter: date.'],
  ['{% if amount == "x" %}{{ amount | money }}{% endif %}', 'undefined filter: money.'],
  [`{{ firstName }}${'x'.repeat(6_000)}`, 'parse length limit exceeded.'],
  [`{{ "${'a'.repeat(100)}" | replace: "a", "${'b'.repeat(90)}" }}`, null],
  [`{{ "${'a'.repeat(100)}" | replace: "a", "${'b'.repeat(110)}" }}`, 'memory alloc limit exceeded.'],
])('%s', (text, fault) => {
  expect(faultIn(text, variables)).toBe(fault);
});

test('values are never parsed, and properties of objects are out of reach', () => {
  expect(fill('Hi {{ firstName }}', { firstName: '{{ amount }}{% if 1 %}<b>', amount: '5' })).toBe(
    'Hi {{ amount }}{% if 1 %}<b>',
  );
  expect(faultIn('{{ firstName.constructor }}', variables)).not.toBeNull();
});

test('a line has no line break, whatever its values contain', () => {
  const firstName = 'Ada\r\nBcc: all@example.com\u2028x\u0000';
  expect(fillLine('Hello {{ firstName }}\n', { firstName })).toBe('Hello Ada Bcc: all@example.com x');
});
