import { readFileSync } from 'node:fs';
import { Blob, Face, Font as HarfBuzzFont, Variation } from 'harfbuzzjs';
import decompress from 'wawoff2/decompress.js';
import { shippedFile } from '../shipped-file.ts';
import { fileOf, hanStyle, notoFamilies, packageFile } from './font-families.ts';

export type Weight = 'regular' | 'semibold';

/** A font at one weight. */
export type Font = {
  /** The name in a PDF. */
  name: string;
  /** An OpenType file. */
  file: Uint8Array;
  /** The position on the weight axis of a variable font. */
  axis: number | null;
  face: Face;
  shaper: HarfBuzzFont;
  has(codePoint: number): boolean;
};

type Typeface = Record<Weight, Font>;

/** The fonts of one document. */
export type FontSet = {
  /**
   * The font that has all of some characters, if there is one.
   * @param preferred for what Inter lacks
   */
  find(codePoints: number[], weight: Weight, text: string, preferred?: Font): Font | undefined;
};

const AXIS: Record<Weight, number> = { regular: 400, semibold: 600 };

/** Opens a file at some weights. A font that has no weight axis is the same at each. */
function open(name: string, file: Uint8Array, isVariable: boolean): Typeface {
  const face = new Face(new Blob(file));
  const known = new Map<number, boolean>();
  function at(weight: Weight): Font {
    const shaper = new HarfBuzzFont(face);
    if (isVariable) shaper.setVariations([new Variation('wght', AXIS[weight])]);
    const has = (codePoint: number) => {
      let found = known.get(codePoint);
      if (found === undefined) {
        found = Boolean(shaper.nominalGlyph(codePoint));
        known.set(codePoint, found);
      }
      return found;
    };
    return {
      name: `${name}-${weight}`,
      file,
      axis: isVariable ? AXIS[weight] : null,
      face,
      shaper,
      has,
    };
  }
  return { regular: at('regular'), semibold: at('semibold') };
}

const shipped = (name: string) =>
  open(name, readFileSync(shippedFile(`server/documents/fonts/${name}.ttf`)), false);

/** Kept between documents: reading a font takes longer than laying out a page. */
let base: { inter: Typeface; dejavu: Typeface } | undefined;
const opened = new Map<string, Promise<Typeface>>();
/** Bounds the memory of `opened`. Chinese, Japanese and Korean have about 120 files of 100 KB each. */
const MAX_OPENED = 80;

function baseFonts() {
  const regular = () => shipped('inter-regular').regular;
  const semibold = () => shipped('inter-semibold').semibold;
  base ??= { inter: { regular: regular(), semibold: semibold() }, dejavu: shipped('dejavu-sans') };
  return base;
}

let unpacking: Promise<unknown> = Promise.resolve();

/** Unpacks one file after the other: the decoder's result is a view of its memory, which the next file overwrites. */
function unpack(file: Uint8Array): Promise<Uint8Array> {
  const unpacked = unpacking.then(async () => (await decompress(file)).slice());
  unpacking = unpacked.catch(() => undefined);
  return unpacked;
}

function openFile(name: string): Promise<Typeface> {
  const known = opened.get(name);
  if (known) return known;
  const title = name.replace(/.*\/|-wght-normal.*/g, '');
  const typeface = unpack(packageFile(name)).then((file) => open(title, file, true));
  opened.set(name, typeface);
  const [oldest] = opened.keys();
  if (opened.size > MAX_OPENED && oldest) opened.delete(oldest);
  return typeface;
}

/**
 * Opens the fonts that some texts need: Inter, else the Noto font of the script, else DejaVu Sans. Files are read and
 * unpacked when the first text needs them.
 * @param countries ISO 3166-1 alpha-2, the first one that decides gives the form of Han characters
 */
export async function fontsFor(texts: string[], countries: (string | null)[]): Promise<FontSet> {
  const { inter, dejavu } = baseFonts();
  const loaded = new Map<string, Typeface>();

  async function load(codePoint: number, text: string): Promise<void> {
    for (const family of notoFamilies(hanStyle(text, countries))) {
      const file = fileOf(family, codePoint);
      if (!file) continue;
      const typeface = await openFile(file);
      if (!typeface.regular.has(codePoint)) continue;
      loaded.set(file, typeface);
      return;
    }
  }

  for (const text of texts.flatMap((each) => each.split('\n'))) {
    for (const codePoint of new Set(Array.from(text, (each) => each.codePointAt(0) as number))) {
      if (!inter.regular.has(codePoint)) await load(codePoint, text);
    }
  }

  /** The families of the last text, because characters of one text follow each other. */
  let recent = { text: '', families: notoFamilies(hanStyle('', countries)) };
  const familiesOf = (text: string) => {
    if (recent.text !== text) recent = { text, families: notoFamilies(hanStyle(text, countries)) };
    return recent.families;
  };

  return {
    find(codePoints, weight, text, preferred) {
      const covers = (face: Typeface | undefined) =>
        codePoints.every((point) => face?.[weight].has(point)) ? face?.[weight] : undefined;
      const first = covers(inter);
      if (first ?? preferred) return first ?? preferred;
      const [codePoint = 0] = codePoints;
      for (const family of familiesOf(text)) {
        const file = fileOf(family, codePoint);
        const font = file && covers(loaded.get(file));
        if (font) return font;
      }
      return covers(dejavu);
    },
  };
}
