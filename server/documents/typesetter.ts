import type { FontSet, Weight } from './fonts.ts';
import { breaksOf, graphemeEnds, type Paragraph, paragraphOf, settable, visualItems } from './paragraph.ts';
import { type Run, shape } from './shape.ts';
import { advanceOf, textWriter, widthOfRun } from './text-writer.ts';

export type Style = {
  /** In points. */
  size: number;
  weight?: Weight;
  color?: string;
  /** The maximum line length in points. */
  width: number;
  /** `start` is the side at which a paragraph begins: the right for Arabic. */
  align?: 'left' | 'right' | 'start';
  /** Digits of equal width, so that columns of figures align. */
  tabular?: boolean;
};

/** A line that fits its style. Width in points. */
export type Line = { runs: Run[]; width: number; isRightToLeft: boolean };

const LEADING = 1.42;
/** Inter's ascent, used for every font so that all share one baseline. */
const ASCENT = 0.97;
/** Rounding of widths, in points. */
const SLACK = 0.01;

/**
 * Writes text of any language into a document: the order of the Unicode Bidirectional Algorithm, glyphs by HarfBuzz, line
 * breaks of Unicode Standard Annex 14.
 * @param fonts of all texts of the document
 */
export function typesetter(doc: PDFKit.PDFDocument, fonts: FontSet) {
  const writer = textWriter(doc);

  /** Shapes the text between two positions as a line of its own. */
  function lineOf(paragraph: Paragraph, start: number, end: number, style: Style): Line {
    const text = paragraph.text.slice(start, end);
    const runs = visualItems(paragraph, start, end).map((item) =>
      shape(text, { ...item, start: item.start - start, end: item.end - start }, style.tabular ?? false),
    );
    const widths = runs.map((run) => widthOfRun(run, style.size));
    const width = widths.reduce((sum, each) => sum + each, 0);
    return { runs, width, isRightToLeft: paragraph.isRightToLeft };
  }

  function paragraphsOf(text: string, style: Style): Paragraph[] {
    return text
      .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
      .map((each) => paragraphOf(settable(each, fonts), fonts, style.weight ?? 'regular'));
  }

  /** Breaks a paragraph into lines that fit; a word that is too long is cut between graphemes. */
  function broken(paragraph: Paragraph, style: Style): Line[] {
    const { text } = paragraph;
    const whole = lineOf(paragraph, 0, text.length, style);
    if (whole.width <= style.width + SLACK) return [whole];
    const ends = endsIn(whole, text.length, style.size);
    const breaks = breaksOf(text);
    const graphemes = graphemeEnds(text);
    const trimmed = (start: number, end: number) => start + text.slice(start, end).trimEnd().length;

    /** The ends of a line that fits, the longest first. A line has at least one grapheme. */
    function* endsFrom(start: number): Generator<number> {
      const limit = (ends[start] ?? 0) + style.width + SLACK;
      const after = (positions: number[]) => {
        const from = positions.findIndex((end) => end > start);
        const rest = from < 0 ? [] : positions.slice(from);
        const tooLong = rest.findIndex((end) => (ends[trimmed(start, end)] ?? 0) > limit);
        return (tooLong < 0 ? rest : rest.slice(0, tooLong)).toReversed();
      };
      yield* after(breaks);
      yield* after(graphemes);
      yield graphemes.find((end) => end > start) ?? text.length;
    }

    const lines: Line[] = [];
    let start = 0;
    while (start < text.length) {
      for (const end of endsFrom(start)) {
        const line = lineOf(paragraph, start, trimmed(start, end), style);
        // A line alone differs by a kern or a joined letter from its part of the paragraph.
        const isLast = !graphemes.some((each) => each > start && each < end);
        if (line.width > style.width + SLACK && !isLast) continue;
        if (line.runs.length > 0) lines.push(line);
        start = end;
        break;
      }
    }
    return lines;
  }

  const linesOf = (text: string, style: Style): Line[] =>
    paragraphsOf(text, style).flatMap((paragraph) => broken(paragraph, style));

  /** Writes lines below a point. Returns the top of the next line. */
  function writeLines(lines: Line[], x: number, y: number, style: Style): number {
    const { size, width, align = 'left', color = '#111827' } = style;
    const widest = Math.max(0, ...lines.map((line) => line.width));
    let top = y;
    for (const line of lines) {
      // The lines of a right-to-left field begin below each other, at the right of the field's block.
      const space = align === 'left' ? (line.isRightToLeft ? widest : line.width) : width;
      const isAtRight = align === 'right' || line.isRightToLeft;
      writer.write(line.runs, isAtRight ? x + space - line.width : x, top + size * ASCENT, size, color);
      top += size * LEADING;
    }
    return top;
  }

  /** The width of text in one line, in points. */
  const widthOf = (text: string, style: Style): number =>
    Math.max(0, ...linesOf(text, { ...style, width: Number.POSITIVE_INFINITY }).map(({ width }) => width));

  return {
    linesOf,
    writeLines,
    /** The height of a line in points. */
    lineHeight: ({ size }: Style) => size * LEADING,
    widthOf,
    /** A style in which text fits one line: the same, or a smaller size. */
    fitted(text: string, style: Style): Style {
      const width = widthOf(text, style);
      return width > style.width ? { ...style, size: (style.size * style.width) / width } : style;
    },
    /** The height of wrapped text in points. */
    heightOf: (text: string, style: Style) => linesOf(text, style).length * style.size * LEADING,
    /**
     * Writes wrapped text below a point.
     * @returns the top of the next line, in points from the top of the page
     */
    write: (text: string, x: number, y: number, style: Style): number =>
      writeLines(linesOf(text, style), x, y, style),
    /** Embeds the fonts. Comes before the end of the document. */
    end: writer.end,
  };
}

export type Typesetter = ReturnType<typeof typesetter>;

/** The width in points of a paragraph up to each position. */
function endsIn({ runs }: Line, length: number, size: number): number[] {
  const widths = new Array<number>(length + 1).fill(0);
  for (const { font, clusters } of runs) {
    for (const { start, glyphs } of clusters) {
      widths[start + 1] = (widths[start + 1] ?? 0) + (advanceOf(glyphs) * size) / font.face.upem;
    }
  }
  for (let i = 1; i <= length; i++) widths[i] = (widths[i] ?? 0) + (widths[i - 1] ?? 0);
  return widths;
}
