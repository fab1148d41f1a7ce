import { expect, test } from 'vitest';
import { fontsFor } from './fonts.ts';
import { breaksOf, paragraphOf, settable, visualItems } from './paragraph.ts';
import { type Run, shape } from './shape.ts';

/** The runs of a line from left to right. */
async function runsOf(text: string): Promise<(Run & { level: number })[]> {
  const fonts = await fontsFor([text], []);
  const set = settable(text, fonts);
  const items = visualItems(paragraphOf(set, fonts, 'regular'), 0, set.length);
  return items.map((item) => ({ ...shape(set, item, false), level: item.level }));
}

/** The text as it stands on paper, from left to right. Brackets stand for the side to which they open. */
async function visual(text: string): Promise<string> {
  let shown = '';
  for (const { font, clusters, level } of await runsOf(text)) {
    for (const { text: own, glyphs } of clusters) {
      const seen = level % 2 === 1 ? mirrored(own) : own;
      shown += seen;
      if (seen !== own) expect(glyphs[0]?.id).toBe(font.shaper.nominalGlyph(seen.charCodeAt(0)));
    }
  }
  return shown;
}

const mirrored = (text: string) =>
  ({ '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' })[text] ?? text;
const glyphsOf = (runs: Run[]) => runs.flatMap(({ clusters }) => clusters.flatMap(({ glyphs }) => glyphs));
const glyphIds = async (text: string) => glyphsOf(await runsOf(text)).map(({ id }) => id);

/** Right-to-left text as it stands on paper, written from left to right. */
const rtl = (text: string) => [...text].reverse().join('');

// By hand from Unicode Standard Annex 9.
test.each([
  ['شارع ١٥', `١٥ ${rtl('شارع')}`],
  ['Flat ١٥', 'Flat ١٥'],
  ['١٥', '١٥'],
  ['شقة 15', `15 ${rtl('شقة')}`],
  ['شارع النيل (حي) 15', `15 (${rtl('حي')}) ${rtl('شارع النيل')}`],
  ['مكتب ABC Ltd (فرع 3)', `(3 ${rtl('فرع')}) ABC Ltd ${rtl('مكتب')}`],
  ['ABC (مكتب) 3', `ABC (${rtl('مكتب')}) 3`],
  ['المبلغ 1,234.50 KES', `KES 1,234.50 ${rtl('المبلغ')}`],
  ['رقم -5', `5- ${rtl('رقم')}`],
  ['من 10-12-2026 إلى 20%', `%20 ${rtl('إلى')} 2026-12-10 ${rtl('من')}`],
  ['שדרות 15 [קומה 3], תל אביב', `${rtl('תל אביב')} ,[3 ${rtl('קומה')}] 15 ${rtl('שדרות')}`],
  ['«كتاب»', `«${rtl('كتاب')}»`],
  ['15 شارع', `${rtl('شارع')} 15`],
  ['😀 سلام', `${rtl('سلام')} 😀`],
  // A letter of two UTF-16 units is a letter of its direction.
  ['שלום 𠮷𠮷 12', `𠮷𠮷 12 ${rtl('שלום')}`],
  ['Villa\u200f ١٥!', 'Villa١٥ !'],
])('%s has its parts in the order of the Unicode Bidirectional Algorithm', async (text, expected) => {
  expect(await visual(text)).toBe(expected);
});

test.each(['中12abc', '日本12abc', 'سلام12abc', 'हिन्दी 12 abc'])(
  'digits and Latin letters of %s have the font of the document, also where the font before has them',
  async (text) => {
    const fonts = await fontsFor([text], []);
    const { items } = paragraphOf(text, fonts, 'regular');
    const fontAt = (position: number) =>
      items.find(({ start, end }) => start <= position && position < end)?.font;
    expect(fontAt(text.indexOf('1'))).toBe(fonts.find([0x61], 'regular', 'a'));
    expect(fontAt(text.indexOf('b'))).toBe(fonts.find([0x61], 'regular', 'a'));
  },
);

const SAMPLES = {
  Latin: 'Ångström Łódź Nguyễn Thị Ánh Adébọ̀wálé Ọ̀ṣun Īśvara ŵ',
  Cyrillic: 'Їжакевич Ґалина Қазақстан Ө',
  Greek: 'Άννα Παπαδοπούλου ᾧ',
  Arabic: 'محمد علي مُحَمَّد لا إله',
  Persian: 'می‌خواهم کتاب‌ها ۴۷',
  Urdu: 'محمد علی جناح روڈ، کراچی ہے',
  Hebrew: 'שלום שָׁלוֹם כהן',
  Ethiopic: 'አዲስ አበባ ቦሌ መንገድ ፩',
  Devanagari: 'क्षत्रिय श्री कृष्ण हिन्दी ।',
  Bengali: 'বাংলাদেশ ক্ষুদ্র র‍্যাব কি',
  Tamil: 'தமிழ்நாடு கொழும்பு ஸ்ரீ',
  Thai: 'กรุงเทพมหานคร น้ำผึ้ง ที่นี่',
  'simplified Chinese': '北京市朝阳区建国路８８号，囍',
  'traditional Chinese': '臺北市信義區松高路',
  Japanese: '東京都渋谷区ひかりヶ丘、々',
  Korean: '서울특별시 강남구 테헤란로',
  Armenian: 'Արամ Խաչատրյան',
  Georgian: 'შოთა რუსთაველი',
  Gujarati: 'અમદાવાદ શ્રી',
  Gurmukhi: 'ਅੰਮ੍ਰਿਤਸਰ',
  Kannada: 'ಬೆಂಗಳೂರು ಶ್ರೀ',
  Khmer: 'ភ្នំពេញ',
  Lao: 'ວຽງຈັນ',
  Malayalam: 'തിരുവനന്തപുരം',
  Burmese: 'ရန်ကုန်မြို့',
  Odia: 'ଭୁବନେଶ୍ୱର',
  Sinhala: 'ශ්‍රී ලංකාව',
  Telugu: 'హైదరాబాద్ స్త్రీ',
  Thaana: 'ދިވެހި',
  emoji: '😀 🏠 ☎️ 👨‍👩‍👧 🇰🇪 ✅',
  currencies: '₦ ₵ ₹ ৳ ₪ ฿ ₩ ¥ € £ ₺ ₽ ﷼ ₱ ₫',
};

// Before the others, which leave the fonts open.
test('fonts that are read at once do not mix', async () => {
  for (const runs of await Promise.all(Object.values(SAMPLES).map(runsOf))) {
    expect(glyphsOf(runs).map(({ id }) => id)).not.toContain(0);
    expect(runs.flatMap(({ clusters }) => clusters.map(({ text }) => text))).not.toContain('\ufffd');
  }
});

test.each(Object.entries(SAMPLES))('%s has a glyph for each letter', async (_script, text) => {
  const runs = await runsOf(text);
  expect(glyphsOf(runs).map(({ id }) => id)).not.toContain(0);
  const shown = runs.flatMap(({ clusters }) => clusters.map((cluster) => cluster.text)).join('');
  expect(shown).not.toContain('\ufffd');
});

test('a character that no font has is a replacement, and never an error', async () => {
  expect(await visual('a\u{10fff0}b\u0378')).toBe('a\ufffdb\ufffd');
  expect(await glyphIds('a\ud800b \u{1f9ff}\u0301 \u0e33\u0301')).not.toContain(0);
});

test('the joiner without width parts Persian letters', async () => {
  const [joined, parted] = [await glyphIds('میخ'), await glyphIds('می\u200cخ')];
  expect(joined.filter((id) => !parted.includes(id))).not.toEqual([]);
});

test.each([
  ['a joiner of Persian is not', 'می\u200cخ', 'میخ'],
  ['a joiner of Hindi is', 'क्\u200dष', 'क्\u200dष'],
  ['a direction mark is not', 'a\u200eb', 'ab'],
])('in text that a reader copies %s kept', async (_, text, copied) => {
  const clusters = (await runsOf(text)).flatMap((run) => run.clusters);
  const inOrder = clusters.toSorted((one, other) => one.start - other.start);
  expect(inOrder.map((cluster) => cluster.text).join('')).toBe(copied);
});

test.each([
  ['an Arabic letter has the form of its place', 'ععع', 3],
  ['a Devanagari conjunct', 'क्ष', 1],
  ['a Bengali conjunct', 'ক্ষ', 1],
  ['a Tamil ligature', 'ஸ்ரீ', 1],
  ['a Telugu conjunct', 'స్త్రీ', 2],
])('%s', async (_name, text, count) => {
  const ids = await glyphIds(text);
  expect(new Set(ids).size).toBe(count);
});

test('the sign that is spoken after a Devanagari letter stands before it', async () => {
  const [matra] = await glyphIds('कि');
  const [letter] = await glyphIds('क');
  expect(matra).not.toBe(letter);
  expect((await glyphIds('कि')).at(-1)).toBe(letter);
});

test('a tone above a Thai vowel stands higher than alone', async () => {
  const high = glyphsOf(await runsOf('ที่'));
  const low = glyphsOf(await runsOf('ท่'));
  expect(high.at(-1)).not.toEqual(low.at(-1));
});

test.each([
  ['Japanese', '東京都渋谷区ひかり', 'noto-sans-jp'],
  ['Korean', '서울 大韓', 'noto-sans-kr'],
  ['Chinese', '北京市', 'noto-sans-sc'],
])('Han characters of a %s text have its forms', async (_language, text, family) => {
  for (const { font } of await runsOf(text.replace(' ', ''))) expect(font.name).toContain(family);
});

test('a character that only another language has does not change the forms of those beside it, nor their digits', async () => {
  const families = (await runsOf('乕丂12号')).map(({ font }) => font.name.replace(/-[\d]*-?regular$/, ''));
  expect(families).toEqual(['noto-sans-jp', 'noto-sans-sc', 'inter-regular', 'noto-sans-sc']);
});

test.each([
  [['JP', 'CN'], 'noto-sans-jp'],
  [['KR', null], 'noto-sans-kr'],
  [['TW', 'JP'], 'noto-sans-tc'],
  [['CN', 'JP'], 'noto-sans-sc'],
  [[null, 'JP'], 'noto-sans-jp'],
  [['KE', null], 'noto-sans-sc'],
])(
  'Han characters alone have the forms of the first country of %j that decides',
  async (countries, family) => {
    const fonts = await fontsFor(['東京'], countries);
    expect(fonts.find([0x6771], 'regular', '東京')?.name).toContain(family);
  },
);

test.each([
  ['Thai', 'กรุงเทพมหานครเป็นเมืองหลวง'],
  ['Chinese', '北京市朝阳区建国路'],
  ['Japanese', '東京都渋谷区ひかり'],
  ['Khmer', 'ភ្នំពេញជារាជធានី'],
])('%s breaks between words without blanks', (_script, text) => {
  expect(breaksOf(text).length).toBeGreaterThan(1);
});

test('a line does not begin with a closing mark', () => {
  const text = '北京市，朝阳区。建国路（八十八号）';
  for (const end of breaksOf(text)) expect(text[end] ?? '').not.toMatch(/[，。）]/);
});
