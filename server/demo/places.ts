import type { DemarcationPointCreate } from '../contract/demarcation-point.ts';

/** A part of the city with the cabinets and towers that serve it. */
export type Neighbourhood = {
  name: string;
  code: string;
  city: string;
  region: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  streets: readonly string[];
};

function neighbourhood(
  [name, code]: [string, string],
  [latitude, longitude]: [number, number],
  postalCode: string,
  streets: readonly string[],
  [city, region]: [string, string] = ['Nairobi', 'Nairobi County'],
): Neighbourhood {
  return { name, code, city, region, postalCode, latitude, longitude, streets };
}

export const neighbourhoods: readonly Neighbourhood[] = [
  neighbourhood(['Kilimani', 'KLM'], [-1.2921, 36.7856], '00100', [
    'Argwings Kodhek Road',
    'Wood Avenue',
    'Kirichwa Road',
  ]),
  neighbourhood(['Westlands', 'WST'], [-1.2676, 36.8108], '00800', [
    'Waiyaki Way',
    'Rhapta Road',
    'Mpaka Road',
    'Church Road',
  ]),
  neighbourhood(['Lavington', 'LAV'], [-1.2793, 36.7686], '00603', ['James Gichuru Road', 'Hatheru Road']),
  neighbourhood(['Kileleshwa', 'KLS'], [-1.2797, 36.7866], '00100', [
    'Othaya Road',
    'Mandera Road',
    'Siaya Road',
  ]),
  neighbourhood(['Parklands', 'PKL'], [-1.2635, 36.8172], '00623', ['Limuru Road', 'Third Parklands Avenue']),
  neighbourhood(['South B', 'STB'], [-1.3109, 36.8352], '00200', ['Mukenia Road', 'Kapiti Road']),
  neighbourhood(['South C', 'STC'], [-1.3214, 36.8262], '00200', ['Muhoho Avenue', 'Popo Road']),
  neighbourhood(["Lang'ata", 'LNG'], [-1.3667, 36.7333], '00509', ["Lang'ata Road", 'Otiende Drive']),
  neighbourhood(['Karen', 'KRN'], [-1.3193, 36.7062], '00502', ['Karen Road', 'Ngong Road', 'Miotoni Road']),
  neighbourhood(['Embakasi', 'EMB'], [-1.3036, 36.9147], '00501', ['Airport North Road', 'Outer Ring Road']),
  neighbourhood(['Donholm', 'DON'], [-1.2959, 36.8886], '00515', ['Manyanja Road', 'Savanna Road']),
  neighbourhood(['Umoja', 'UMJ'], [-1.2829, 36.8978], '00515', ['Moi Drive', 'Mtindwa Road']),
  neighbourhood(['Buruburu', 'BRB'], [-1.2873, 36.8782], '00515', ['Mumias South Road', 'Rabai Road']),
  neighbourhood(['Eastleigh', 'EST'], [-1.2733, 36.8493], '00610', [
    'General Waruinge Street',
    'First Avenue',
  ]),
  neighbourhood(['Kasarani', 'KSR'], [-1.2214, 36.8969], '00608', ['Thika Road', 'Mwiki Road']),
  neighbourhood(['Roysambu', 'RYS'], [-1.2183, 36.8865], '00618', ['Lumumba Drive', 'Kamiti Road']),
  neighbourhood(['Runda', 'RND'], [-1.2158, 36.8157], '00621', ['Ruaka Drive', 'Mimosa Vale']),
  neighbourhood(
    ['Ruaka', 'RUA'],
    [-1.2051, 36.7784],
    '00621',
    ['Limuru Road', 'Gacharage Road'],
    ['Ruaka', 'Kiambu County'],
  ),
  neighbourhood(
    ['Syokimau', 'SYK'],
    [-1.3655, 36.9405],
    '00519',
    ['Mombasa Road', 'Katani Road'],
    ['Syokimau', 'Machakos County'],
  ),
  neighbourhood(
    ['Kitengela', 'KTG'],
    [-1.4766, 36.9604],
    '00242',
    ['Namanga Road', 'Deliverance Road'],
    ['Kitengela', 'Kajiado County'],
  ),
];

/** Estates at the edge of the city have a wireless tower; the others have a second cabinet. */
const wirelessEstates = new Set(['LNG', 'KRN', 'KSR', 'RND', 'RUA', 'SYK', 'KTG', 'EMB']);

/** Cabinets that are retired after a rebuild. */
const retired = new Set(['FAT-WST-02', 'FAT-BRB-02']);

export type DemoPoint = { neighbourhood: Neighbourhood; input: DemarcationPointCreate; retires: boolean };

/** Two demarcation points for each neighbourhood: a fibre cabinet, and a second one or a tower. */
export const points: readonly DemoPoint[] = neighbourhoods.flatMap((at) => [
  point(at, { kind: 'FAT', number: 1 }),
  wirelessEstates.has(at.code)
    ? point(at, { kind: 'TWR', number: 1 })
    : point(at, { kind: 'FAT', number: 2 }),
]);

function point(at: Neighbourhood, { kind, number }: { kind: 'FAT' | 'TWR'; number: number }): DemoPoint {
  const code = `${kind}-${at.code}-${String(number).padStart(2, '0')}`;
  const isTower = kind === 'TWR';
  const aside = isTower ? 0.004 : 0.0015 * number;
  return {
    neighbourhood: at,
    retires: retired.has(code),
    input: {
      name: isTower ? `${at.name} tower (${code})` : `${at.name} cabinet ${number} (${code})`,
      accessType: isTower ? 'WIRELESS' : 'FIBER',
      street: at.streets[(number - 1) % at.streets.length],
      city: at.city,
      region: at.region,
      postalCode: at.postalCode,
      country: 'KE',
      latitude: Number((at.latitude + aside).toFixed(6)),
      longitude: Number((at.longitude - aside).toFixed(6)),
      nasIdentifier: `${isTower ? 'ap' : 'bng'}-${at.code.toLowerCase()}-${number}`,
    },
  };
}
