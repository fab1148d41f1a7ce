/**
 * All colours of the portal. The CSS variables of components/theme/theme.ts are generated from this table, and pages use
 * only these. Each `fg` on its `bg`, and white on each `filled`, has a contrast
 * of at least 4.5 : 1 (WCAG 2.2 AA).
 */
export type Tone = 'brand' | 'green' | 'yellow' | 'red' | 'blue' | 'violet' | 'gray';

type ToneColors = {
  bg: string;
  hover: string;
  fg: string;
  border: string;
  filled: string;
  filledHover: string;
};

export const tones: Record<Tone, { light: ToneColors; dark: ToneColors }> = {
  brand: {
    light: tone('#ebeffc', '#dfe6fa', '#2745a8', '#b9c7f3', '#3152c8', '#2745a8'),
    dark: tone('#1a2443', '#212e55', '#a9bcff', '#34467f', '#3d5ed4', '#3354c4'),
  },
  green: {
    light: tone('#e4f4ea', '#d6ecdf', '#11613a', '#a9d8bb', '#17784a', '#11613a'),
    dark: tone('#112c1e', '#173a28', '#84dba9', '#245a3e', '#197a4b', '#15683f'),
  },
  yellow: {
    light: tone('#fcf1da', '#f8e8c4', '#744700', '#e8cd92', '#915900', '#744700'),
    dark: tone('#33240a', '#42300f', '#f0c56f', '#5f4617', '#8f5a06', '#7b4d05'),
  },
  red: {
    light: tone('#fdecec', '#fadede', '#a11d1d', '#f0b9b9', '#bf2a2a', '#a11d1d'),
    dark: tone('#3a1617', '#4a1d1e', '#ffa3a3', '#6b2b2d', '#bd3535', '#a62c2c'),
  },
  blue: {
    light: tone('#e5f1fb', '#d6e8f8', '#0e5285', '#aacfee', '#1766a3', '#0e5285'),
    dark: tone('#0f2a40', '#153650', '#8fcbf7', '#235272', '#1a6aa8', '#155a90'),
  },
  violet: {
    light: tone('#f1ecfc', '#e7defa', '#5a34a3', '#cfbdf0', '#6b43bd', '#5a34a3'),
    dark: tone('#281d42', '#332555', '#c9b3fb', '#4a387a', '#7049c4', '#613daf'),
  },
  gray: {
    light: tone('#eff1f4', '#e4e7ec', '#434b5a', '#cdd3dc', '#586171', '#434b5a'),
    dark: tone('#222834', '#2b3240', '#c5cbd6', '#3c4555', '#5a6475', '#4c5565'),
  },
};

/** Surfaces, text and lines; `line` decorates, `edge` frames content with text, `control` outlines elements
 * that only their outline shows, such as a field (at least 3 : 1). */
export const surfaces = {
  light: {
    body: '#ffffff',
    sunken: '#f7f8fa',
    raised: '#ffffff',
    hover: '#f3f5f8',
    text: '#1a1f2b',
    dimmed: '#586171',
    placeholder: '#667082',
    line: '#e3e6eb',
    edge: '#cdd3dc',
    control: '#868fa0',
    focus: '#3152c8',
  },
  dark: {
    body: '#0f1218',
    sunken: '#0b0e13',
    raised: '#171b24',
    hover: '#1a1f29',
    text: '#e6e9ee',
    dimmed: '#9ca5b4',
    placeholder: '#8a93a4',
    line: '#272d39',
    edge: '#3c4555',
    control: '#667085',
    focus: '#93abff',
  },
} as const;

function tone(
  bg: string,
  hover: string,
  fg: string,
  border: string,
  filled: string,
  filledHover: string,
): ToneColors {
  return { bg, hover, fg, border, filled, filledHover };
}
