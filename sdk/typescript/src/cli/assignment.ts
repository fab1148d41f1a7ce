import { readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

/** A field with its value: `FIELD=TEXT`, or `FIELD:=JSON`. @throws UsageError */
export function assignment(text: string): [name: string, value: unknown] {
  const [, name, colon, value] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`${text} is no assignment, such as firstName=Ada or priceAmount:=29.99.`);
  return [name, colon ? jsonOf(value, `${name}, given with :=,`) : value];
}

/** @throws UsageError */
export function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${(error as Error).message}.`);
  }
}

/** The text of a file; `-` is standard input. @throws UsageError */
export function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
