import { type ImportTypeName, importTypeOf } from './import-fields.ts';

/** Which column of a file gives which field. Imports no library, so that pages can import it at no cost. */

/** A system whose exports are recognised by their headers. */
type ExportingSystem = {
  name: string;
  /** By what is imported: headers that this system's export has, and others do not. */
  signs: Partial<Record<ImportTypeName, readonly string[]>>;
  /** The header of a field, where the general names would find another one. */
  columns?: Partial<Record<ImportTypeName, Record<string, string>>>;
  /** What a number is multiplied by: Splynx has speeds in kbps. */
  scales?: Partial<Record<ImportTypeName, Record<string, number>>>;
};

const exportingSystems: readonly ExportingSystem[] = [
  {
    name: 'Splynx',
    signs: {
      subscribers: [
        ...['portallogin', 'login', 'partner', 'partnerid', 'billingtype', 'dateadd', 'streetn1', 'mrrtotal'],
        ...['internetplans', 'ips', 'accessdevice'],
      ],
      plans: [
        'title',
        'speeddownload',
        'speedupload',
        'vatpercent',
        'withvat',
        'aggregation',
        'burstlimit',
        'servicename',
      ],
      subscriptions: [
        'tariffid',
        'customerid',
        'login',
        'ipv4',
        'unitprice',
        'startdate',
        'bundleserviceid',
        'routerid',
      ],
    },
    columns: {
      subscribers: { externalUserId: 'id', street: 'street1' },
      plans: { planName: 'title' },
      subscriptions: { subscriberId: 'customerid', planId: 'description', externalReference: 'id' },
    },
    scales: { plans: { downloadSpeedMbps: 0.001, uploadSpeedMbps: 0.001 } },
  },
  {
    name: 'UISP',
    signs: {
      subscribers: [
        ...[
          'userident',
          'customid',
          'companyname',
          'islead',
          'invoicestreet1',
          'clienttype',
          'accountbalance',
        ],
        ...['serviceplans', 'connectedto', 'companytaxid', 'companywebsite', 'companyregistrationnumber'],
      ],
      plans: ['invoicelabel', 'organization', 'downloadburst', 'uploadburst', 'datausagelimit', 'periods'],
      subscriptions: [
        'clientid',
        'serviceplan',
        'invoicelabel',
        'activefrom',
        'invoicingstart',
        'contractid',
      ],
    },
    columns: {
      subscribers: { externalUserId: 'id' },
      subscriptions: { subscriberId: 'clientid', planId: 'serviceplan', externalReference: 'id' },
    },
  },
];

/** A header without case, spaces and punctuation. */
function plain(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The headers of the required fields of a statement; undefined for a file whose first line is the header. */
export function headersOf(type: ImportTypeName): string[][] | undefined {
  const { statementOf, fields } = importTypeOf(type);
  if (!statementOf) return undefined;
  return Object.values(fields).flatMap(({ required, headers }) => (required ? [[...headers]] : []));
}

/** Whether the cells of a line are a header that has each of these columns, under one of its names. */
export function isHeader(cells: readonly string[], required: readonly (readonly string[])[]): boolean {
  const names = new Set(cells.map(plain));
  return required.every((headers) => headers.some((header) => names.has(header)));
}

/** How many signs a file must have: one alone may be chance. */
const MIN_SIGNS = 2;

/** The system that exported a file with these headers; null for none that is known. */
export function recogniseSystem(type: ImportTypeName, columns: readonly string[]): string | null {
  const headers = new Set(columns.map(plain));
  const counted = exportingSystems.map(({ name, signs }) => ({
    name,
    n: (signs[type] ?? []).filter((sign) => headers.has(sign)).length,
  }));
  const [best] = counted.sort((a, b) => b.n - a.n);
  return best && best.n >= MIN_SIGNS ? best.name : null;
}

/** The column for each field, as far as the headers show it. */
export function guessMapping(type: ImportTypeName, columns: readonly string[]): Record<string, string> {
  const system = exportingSystems.find(({ name }) => name === recogniseSystem(type, columns));
  const own = system?.columns?.[type] ?? {};
  const byHeader = new Map(columns.map((column) => [plain(column), column]));
  const mapping: Record<string, string> = {};
  const take = (field: string, header: string) => {
    const column = byHeader.get(header);
    if (column) mapping[field] ??= column;
  };
  const { fields } = importTypeOf(type);
  for (const [field, header] of Object.entries(own)) take(field, header);
  for (const [field, { headers }] of Object.entries(fields)) {
    for (const header of headers) take(field, header);
  }
  return mapping;
}

/** What the numbers of a field are multiplied by, in a file of this system. */
export function scaleOf(type: ImportTypeName, field: string, system: string | null): number {
  const found = exportingSystems.find(({ name }) => name === system);
  return found?.scales?.[type]?.[field] ?? 1;
}

/** The required fields that neither a column nor a value for all rows gives. */
export function missingFields(
  type: ImportTypeName,
  mapping: Record<string, string>,
  defaults: Record<string, string>,
): string[] {
  const has = (field: string) => Boolean(mapping[field] || defaults[field]);
  const hasOtherName = has('fullName') || has('companyName');
  return Object.entries(importTypeOf(type).fields)
    .filter(([, { required }]) => required)
    .map(([field]) => field)
    .filter((field) => !has(field) && !(/^(first|last)Name$/.test(field) && hasOtherName));
}
