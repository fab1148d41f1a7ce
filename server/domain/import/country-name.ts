import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import { nextTurn } from '../../turn.ts';

const regions = codes.map(([two]) => two as string);

/** English names that people use and the lists of names do not have, and names whose official form begins otherwise. */
const common: Record<string, string> = {
  ...{ 'u.k.': 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB' },
  ...{ 'u.s.': 'US', 'u.s.a.': 'US', america: 'US', uae: 'AE', emirates: 'AE', ksa: 'SA', rsa: 'ZA' },
  ...{ 'dr congo': 'CD', drc: 'CD', 'congo kinshasa': 'CD', zaire: 'CD', 'congo brazzaville': 'CG' },
  ...{ 'democratic republic of congo': 'CD', 'republic of congo': 'CG', swaziland: 'SZ' },
  ...{ burma: 'MM', laos: 'LA', syria: 'SY', moldova: 'MD', macedonia: 'MK', holland: 'NL' },
  ...{ 'east timor': 'TL', 'vatican city': 'VA', 'sao tome': 'ST', 'st lucia': 'LC', korea: 'KR' },
  ...{ 'north korea': 'KP', micronesia: 'FM', 'cape verde': 'CV', palestine: 'PS', brunei: 'BN' },
  ...{ 'cabo verde': 'CV', 'viet nam': 'VN', 'lao pdr': 'LA', prc: 'CN', dprk: 'KP', 'holy see': 'VA' },
  ...{ 'brunei darussalam': 'BN', 'vatican city state': 'VA', 'swiss confederation': 'CH' },
  'united kingdom of great britain and northern ireland': 'GB',
  ...{ 'republic of china': 'TW', "democratic people's republic of korea": 'KP' },
  ...{ "people's republic of korea": 'KP', 'democratic republic of korea': 'KP' },
  ...{ 'state of israel': 'IL', 'state of kuwait': 'KW', 'state of qatar': 'QA', 'state of eritrea': 'ER' },
  ...{ 'state of libya': 'LY', 'plurinational state of bolivia': 'BO', 'independent state of samoa': 'WS' },
  ...{ 'independent state of papua new guinea': 'PG', "lao people's democratic republic": 'LA' },
  ...{ 'argentine republic': 'AR', 'french republic': 'FR', 'gabonese republic': 'GA' },
  ...{ 'hellenic republic': 'GR', 'italian republic': 'IT', 'kyrgyz republic': 'KG' },
  ...{ 'lebanese republic': 'LB', 'portuguese republic': 'PT', 'slovak republic': 'SK' },
  ...{ 'syrian arab republic': 'SY', 'togolese republic': 'TG', 'united mexican states': 'MX' },
};

/** Forms of official names before the name itself: "Federal Republic of", "Grand Duchy of". */
const OFFICIAL =
  /^(?:(?:and|arab|bolivarian|co operative|cooperative|democratic|eastern|federal|federated|federative|hashemite|independent|islamic|oriental|peoples|people s|socialist|sovereign|united) )*(?:commonwealth|emirate|grand duchy|kingdom|principality|republic|states|sultanate|union)(?: of the union)? of (?:the )?(.+)$/;

/** Names that several countries share. */
const shared: Record<string, readonly string[]> = {
  congo: ['CD', 'CG'],
  kongo: ['CD', 'CG'],
  'virgin islands': ['VG', 'VI'],
  'saint martin': ['MF', 'SX'],
  guiana: ['GF', 'GY'],
};

/**
 * A name without case, accents, punctuation and a leading or trailing "the". The marks of scripts that write vowels
 * with them stay.
 */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the | the$/g, '')
    .replace(/^st /, 'saint ');
}

/** Codes by plain name. */
type Names = Map<string, Set<string>>;

function add(names: Names, name: string, code: string): void {
  const key = plain(name);
  const known = names.get(key);
  if (known) known.add(code);
  else names.set(key, new Set([code]));
}

/** The names of all countries in a language, in Unicode's long and short form. */
function namesIn(language: string): Names {
  const names: Names = new Map();
  for (const style of ['long', 'short'] as const) {
    const list = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' });
    for (const code of regions) {
      const name = list.of(code);
      if (name) add(names, name, code);
    }
  }
  return names;
}

/** The languages of all countries, one each: `de`, `sr-Cyrl`, `sr-Latn`. */
function languages(): string[] {
  const all = regions.map((region) => {
    const { language, script } = new Intl.Locale(`und-${region}`).maximize();
    return script ? `${language}-${script}` : language;
  });
  return Intl.DisplayNames.supportedLocalesOf([...new Set(all)]);
}

/** English names and codes. They go before those of all other languages. */
let first: Names | undefined;
/** Names of the other languages that have been read. */
const others: Names = new Map();
let unread: string[] | undefined;

function englishNames(): Names {
  if (first) return first;
  const names: Names = new Map();
  first = names;
  const known = (name: string, code: string) => {
    if (!names.has(plain(name))) add(names, name, code);
  };
  for (const [name, given] of Object.entries(shared)) for (const code of given) add(names, name, code);
  for (const [name, code] of Object.entries(common)) known(name, code);
  for (const [code, given] of Object.entries(english.countries as Record<string, string | string[]>)) {
    for (const name of [given].flat()) known(name, code);
  }
  for (const [name, given] of namesIn('en')) for (const code of given) known(name, code);
  for (const [two, three] of codes) if (two && three) known(three, two);
  return names;
}

/** Reads the names of the next language; false after the last one. */
function readNext(): boolean {
  if (!unread) {
    unread = languages();
    for (const { countries } of [spanish, french, portuguese]) {
      for (const [code, given] of Object.entries(countries as Record<string, string | string[]>)) {
        for (const name of [given].flat()) add(others, name, code);
      }
    }
    return true;
  }
  const language = unread.pop();
  if (language === undefined) return false;
  for (const [name, given] of namesIn(language)) for (const code of given) add(others, name, code);
  return true;
}

/**
 * Reads the names of all languages, one in a turn of the event loop: all of them take 200 ms. Later calls have nothing to do.
 */
export async function readCountryNames(): Promise<void> {
  englishNames();
  while (readNext()) await nextTurn();
}

/** `Tanzania, United Republic of` is `United Republic of Tanzania`: lists sort countries by the first word. */
function inOrder(name: string): string {
  const at = name.indexOf(',');
  return at < 0 ? name : `${name.slice(at + 1)} ${name.slice(0, at)}`;
}

/** The codes of the countries that have a name. */
function codesOf(text: string): Iterable<string> {
  const name = plain(text);
  const names = englishNames();
  const known = names.get(name) ?? names.get(plain(inOrder(text)));
  if (known) return known;
  const [, short] = OFFICIAL.exec(name) ?? OFFICIAL.exec(plain(inOrder(text))) ?? [];
  const official = short === undefined ? undefined : names.get(short);
  if (official) return official;
  while (readNext());
  return others.get(name) ?? [];
}

/** The longest text that can be the name of a country. */
const MAX_NAME = 100;

/**
 * The ISO 3166-1 alpha-2 codes that a country in a file can mean: by its code of two or three letters, or by its usual or
 * official name in English or in the main language of any country, in any case. A text without a meaning is its only code, so that
 * the API refuses it. Contract: Imports.
 */
export function countriesOf(text: string): string[] {
  if (text.length > MAX_NAME) return [text];
  const code = text.toUpperCase();
  if (regions.includes(code)) return [code];
  const found = [...codesOf(text)].sort();
  return found.length > 0 ? found : [text];
}
