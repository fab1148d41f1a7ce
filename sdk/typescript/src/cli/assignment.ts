import { UsageError } from './command.ts';

/** A field with its value: `FIELD=TEXT`, or `FIELD:=JSON`. @throws UsageError */
export function assignment(text: string): [name: string, value: string, isJson: boolean] {
  const [, name, colon, value] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`${text} is no assignment, such as firstName=Ada or priceAmount:=29.99.`);
  return [name, value, colon === ':'];
}

/** @throws UsageError */
export function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${name} is no JSON: ${(error as Error).message}. A text is FIELD=TEXT, without the colon.`,
    );
  }
}
