import type { Font } from './fonts.ts';
import type { Glyph, Run } from './shape.ts';
import { subsetOf } from './subset.ts';

/** The pdfkit document. */
type Doc = PDFKit.PDFDocument;

/** A font of the document: what is drawn with it goes into its subset. */
type Embedded = {
  name: string;
  ref: PDFKit.PDFKitReference;
  font: Font;
  /**
   * Codes of the document, by glyph and the text that it shows: letters that share a glyph have codes of their own, so
   * that readers copy and search the right text.
   */
  codes: Map<string, Code>;
};

type Code = { code: number; glyph: number; text: string /** In units of the font. */; width: number };

/** The width of a run in points. */
export function widthOfRun({ font, clusters }: Run, size: number): number {
  const units = clusters.reduce((sum, { glyphs }) => sum + advanceOf(glyphs), 0);
  return (units * size) / font.face.upem;
}

/** The distance from the first to behind the last of some glyphs, in units of their font. */
export const advanceOf = (glyphs: Glyph[]): number => glyphs.reduce((sum, { advance }) => sum + advance, 0);

const hex4 = (number: number) => number.toString(16).padStart(4, '0');
const utf16 = (text: string) =>
  Array.from({ length: text.length }, (_, i) => hex4(text.charCodeAt(i))).join('');
const decimal = (number: number) => String(Math.round(number * 1000) / 1000);

/**
 * Writes shaped text into a document. pdfkit shapes with its own library, which has neither the Unicode Bidirectional
 * Algorithm nor all scripts; this writes glyphs where HarfBuzz placed them.
 */
export function textWriter(doc: Doc) {
  const fonts = new Map<Font, Embedded>();

  function embedded(font: Font): Embedded {
    const known = fonts.get(font);
    if (known) return known;
    const added = { name: `F${fonts.size + 1}`, ref: doc.ref({}), font, codes: new Map<string, Code>() };
    fonts.set(font, added);
    codeOf(added, 0, '');
    return added;
  }

  function codeOf({ codes, font }: Embedded, glyph: number, text: string, advance?: number): Code {
    const width = advance ?? font.shaper.glyphHAdvance(glyph);
    const key = `${glyph} ${width} ${text}`;
    let known = codes.get(key);
    if (!known) {
      known = { code: codes.size, glyph, text, width };
      codes.set(key, known);
    }
    return known;
  }

  /**
   * The operators that show a run. The first glyph of a cluster carries its text and its width, so that readers find
   * whole words; marks and other glyphs of clusters follow behind the run.
   */
  function show({ font, clusters }: Run, x: number, baseline: number, size: number): string[] {
    const owner = embedded(font);
    doc.page.fonts[owner.name] = owner.ref;
    const scale = size / font.face.upem;
    const place = (dx: number, dy: number) =>
      `1 0 0 -1 ${decimal(x + dx * scale)} ${decimal(baseline - dy * scale)} Tm`;
    let shown = '';
    const marks: string[] = [];
    let pen = 0;
    for (const { text, glyphs } of clusters) {
      if (!text) continue;
      const total = advanceOf(glyphs);
      const carrier = glyphs.find(({ advance }) => advance > 0) ?? glyphs[0];
      for (const glyph of glyphs) {
        if (glyph === carrier && !glyph.dy) {
          const isAlone = glyphs.length === 1 && total > 0;
          const code = codeOf(owner, glyph.id, text, isAlone ? undefined : total);
          const shift = (distance: number) =>
            distance ? `${decimal((distance * 1000) / font.face.upem)} ` : '';
          shown += `${shift(-glyph.dx)}<${hex4(code.code)}>${shift(glyph.dx + code.width - total)}`;
        } else {
          const { code } = codeOf(owner, glyph.id, glyph === carrier ? text : '');
          marks.push(place(pen + glyph.dx, glyph.dy), `[<${hex4(code)}>] TJ`);
          if (glyph === carrier) shown += `${decimal((-total * 1000) / font.face.upem)} `;
        }
        pen += glyph.advance;
      }
    }
    return [`/${owner.name} ${decimal(size)} Tf`, place(0, 0), `[${shown}] TJ`, ...marks];
  }

  function end({ ref, font, codes: known }: Embedded): void {
    const { face, shaper } = font;
    const codes = [...known.values()];
    const file = subsetOf(
      font,
      codes.map(({ glyph }) => glyph),
    );
    const stream = doc.ref({ Length1: file.length });
    stream.end(Buffer.from(file));
    const unit = 1000 / face.upem;
    const head = Buffer.from(face.referenceTable('head') ?? new Uint8Array(54));
    const { ascender, descender } = shaper.hExtents();
    const name = `${nameTag(codes)}+${font.name}`;
    const descriptor = doc.ref({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [36, 38, 40, 42].map((at) => Math.round(head.readInt16BE(at) * unit)),
      ItalicAngle: 0,
      Ascent: Math.round(ascender * unit),
      Descent: Math.round(descender * unit),
      CapHeight: Math.round(ascender * unit),
      StemV: 0,
      FontFile2: stream,
    });
    descriptor.end(undefined);
    const glyphs = doc.ref({});
    glyphs.end(Buffer.from(codes.flatMap(({ glyph }) => [glyph >> 8, glyph & 0xff])));
    const descendant = doc.ref({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, codes.map(({ width }) => Math.round(width * unit * 1000) / 1000)],
      CIDToGIDMap: glyphs,
    });
    descendant.end(undefined);
    const unicode = doc.ref({});
    unicode.end(Buffer.from(unicodeMap(codes)));
    Object.assign(ref.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    });
    ref.end(undefined);
  }

  return {
    /** Writes runs from left to right from a point on the baseline, in points from the top left of the page. */
    write(runs: Run[], x: number, baseline: number, size: number, color: string): void {
      doc.fillColor(color);
      let left = x;
      const operators: string[] = [];
      for (const run of runs) {
        operators.push(...show(run, left, baseline, size));
        left += widthOfRun(run, size);
      }
      // The page has its origin at the top left; the text matrix turns the letters upright.
      doc.addContent(['BT', ...operators, 'ET'].join('\n'));
    },
    /** Embeds the fonts. Comes before the end of the document. */
    end: () => fonts.forEach(end),
  };
}

/** Six letters that differ between subsets. */
function nameTag(codes: Code[]): string {
  let hash = codes.reduce((sum, { glyph }) => (sum * 31 + glyph) % 308_915_776, 7);
  return Array.from({ length: 6 }, () => {
    const letter = String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
    return letter;
  }).join('');
}

function unicodeMap(codes: Code[]): string {
  const entries = codes.map(({ text }) => `<${utf16(text)}>`);
  const ranges: string[] = [];
  for (let first = 0; first < entries.length; first += 256) {
    const part = entries.slice(first, first + 256);
    ranges.push(`<${hex4(first)}> <${hex4(first + part.length - 1)}> [${part.join(' ')}]`);
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    `${ranges.length} beginbfrange`,
    ...ranges,
    'endbfrange',
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
