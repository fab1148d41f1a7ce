import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };

/** Names that people use and the lists of names do not have. */
const common: Record<string, string> = {
  ...{ 'u.k.': 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB' },
  ...{ 'u.s.': 'US', 'u.s.a.': 'US', america: 'US', uae: 'AE', emirates: 'AE', ksa: 'SA', rsa: 'ZA' },
  ...{ 'dr congo': 'CD', drc: 'CD', 'congo kinshasa': 'CD', zaire: 'CD', 'congo brazzaville': 'CG' },
  ...{ 'democratic republic of congo': 'CD', 'republic of congo': 'CG', swaziland: 'SZ' },
  ...{ burma: 'MM', laos: 'LA', syria: 'SY', moldova: 'MD', macedonia: 'MK', holland: 'NL' },
  ...{ 'east timor': 'TL', 'vatican city': 'VA', 'sao tome': 'ST', 'st lucia': 'LC', korea: 'KR' },
  ...{ 'north korea': 'KP', micronesia: 'FM', 'cape verde': 'CV', palestine: 'PS', brunei: 'BN' },
};

/** A name without case, accents, punctuation and a leading or trailing "the". */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the | the$/g, '');
}

let byName: Map<string, string> | undefined;

/** The code of each name. Names of English go before those of the other languages. */
function names(): Map<string, string> {
  if (byName) return byName;
  byName = new Map();
  for (const [name, code] of Object.entries(common)) byName.set(plain(name), code);
  for (const list of [english, french, spanish, portuguese]) {
    for (const [code, given] of Object.entries(list.countries as Record<string, string | string[]>)) {
      for (const name of [given].flat()) if (!byName.has(plain(name))) byName.set(plain(name), code);
    }
  }
  for (const [two, three] of codes) if (two && three) byName.set(plain(three), two);
  return byName;
}

/** `Tanzania, United Republic of` is `United Republic of Tanzania`: lists sort countries by the first word. */
function inOrder(name: string): string {
  const at = name.indexOf(',');
  return at < 0 ? name : `${name.slice(at + 1)} ${name.slice(0, at)}`;
}

/** The longest text that can be the name of a country. */
const MAX_NAME = 100;

/**
 * The ISO 3166-1 alpha-2 code of a country in a file: its code of two or three letters, or its name in English, French, Spanish
 * or Portuguese, in any case. Any other text is unchanged, so that the API refuses it.
 */
export function countryOf(text: string): string {
  if (text.length > MAX_NAME) return text;
  const code = names().get(plain(text)) ?? names().get(plain(inOrder(text)));
  return code ?? (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text);
}
