import type { PostgresType } from 'postgres';

type Parse = (text: string) => unknown;

/** The array types of PostgreSQL that statements use, and how one element is read. */
const parsers: Record<number, Parse> = {
  1000: (text) => text === 't', // boolean
  1003: String, // name
  1005: Number, // smallint
  1007: Number, // integer
  1009: String, // text
  1015: String, // character varying
  1016: String, // bigint
  1021: Number, // real
  1022: Number, // double precision
  2951: String, // uuid
};

/**
 * Arrays of one dimension as parameters and in results, for the driver. The driver can read the types from the server
 * instead. It does so once for each connection, in a promise that nothing catches.
 */
export const arrayTypes: Record<string, PostgresType> = Object.fromEntries(
  Object.entries(parsers).map(([oid, parse]) => [
    `array${oid}`,
    { to: Number(oid), from: [Number(oid)], serialize, parse: (text: string) => elements(text, parse) },
  ]),
);

/** An element in quotes, or one without. */
const element = /"((?:[^"\\]|\\.)*)"|[^{},]+/gs;

function elements(text: string, parse: Parse): unknown[] {
  return [...text.matchAll(element)].map(([plain, quoted]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : parse(plain);
  });
}

/** Text is a parameter that has been serialized already. */
function serialize(value: unknown[] | string): string {
  return typeof value === 'string' ? value : `{${value.map(literal).join(',')}}`;
}

function literal(value: unknown): string {
  if (value === undefined) throw new TypeError('an element of an array parameter is undefined');
  return value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}
