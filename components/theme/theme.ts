import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { surfaces, tones } from './colors.ts';

const scale = (...shades: MantineColorsTuple) => shades;

/** Outlined and plain buttons of a tone stand on the page itself, so they take the tone's text colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant === 'outline')
    return { ...resolved, color: `var(--mantine-color-${input.color}-light-color)` };
  return resolved;
};

/** Mantine's `<header>` would be a second banner of the page, and its cross has no name. */
const dialog = {
  overlayProps: { backgroundOpacity: 0.45 },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'none' } },
  styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 } },
};

/** Mantine names the calendar by an id that its field does not have. */
const calendar = {
  popoverProps: { attributes: { dropdown: { 'aria-label': 'Calendar', 'aria-labelledby': undefined } } },
};

export const theme = createTheme({
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 6 },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  breakpoints: { xs: '30em', sm: '40em', md: '62em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver,
  colors: {
    brand: scale(
      '#ebeffc',
      '#dfe6fa',
      '#b9c7f3',
      '#93abff',
      '#6483ea',
      '#4468dd',
      '#3152c8',
      '#2745a8',
      '#1f3787',
      '#182a66',
    ),
    gray: scale(
      '#f7f8fa',
      '#eff1f4',
      '#e3e6eb',
      '#cdd3dc',
      '#b1b8c4',
      '#868fa0',
      '#667082',
      '#586171',
      '#333a48',
      '#1a1f2b',
    ),
    dark: scale(
      '#e6e9ee',
      '#c5cbd6',
      '#9ca5b4',
      '#667085',
      '#272d39',
      '#222834',
      '#171b24',
      '#0f1218',
      '#0b0e13',
      '#07090d',
    ),
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    InputWrapper: {
      // Fields of one row are aligned, whether or not they have a description.
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 3 }, description: { marginTop: 3 } },
    },
    DatePickerInput: { defaultProps: calendar },
    DateTimePicker: { defaultProps: calendar },
    TextInput: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Modal: {
      defaultProps: { ...dialog, centered: true, radius: 'md' },
      // In the dark theme neither shadow nor surface separates it from the page.
      // What gets the focus is not hidden by the title and the buttons, which stay in sight.
      styles: { content: { border: '1px solid var(--line)', scrollPaddingBlock: '64px 80px' } },
    },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    // Without it a long id widens the body past the edge of a narrow dialog, and the text is cut.
    Alert: { styles: { body: { minWidth: 0 } } },
    Skeleton: { defaultProps: { radius: 'xs' } },
  },
});

/** Replaces the colours that Mantine derives: its light badges and its dimmed text fail AA. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const surface = surfaces[scheme];
  const variables: Record<string, string> = {
    '--mantine-color-body': surface.body,
    '--mantine-color-text': surface.text,
    '--mantine-color-bright': surface.text,
    '--mantine-color-dimmed': surface.dimmed,
    '--mantine-color-placeholder': surface.placeholder,
    '--mantine-color-default': surface.raised,
    '--mantine-color-default-hover': surface.hover,
    '--mantine-color-default-color': surface.text,
    '--mantine-color-default-border': surface.edge,
    '--mantine-color-anchor': tones.brand[scheme].fg,
    '--mantine-color-error': tones.red[scheme].fg,
    '--mantine-color-disabled': scheme === 'light' ? '#eff1f4' : '#1b202a',
    '--mantine-color-disabled-color': surface.dimmed,
    '--mantine-primary-color-contrast': '#ffffff',
    '--surface-sunken': surface.sunken,
    '--surface-raised': surface.raised,
    '--surface-hover': surface.hover,
    '--line': surface.line,
    '--control': surface.control,
    '--focus': surface.focus,
  };
  for (const [name, schemes] of Object.entries(tones)) {
    const tone = schemes[scheme];
    variables[`--mantine-color-${name}-text`] = tone.fg;
    variables[`--mantine-color-${name}-light`] = tone.bg;
    variables[`--mantine-color-${name}-light-hover`] = tone.hover;
    variables[`--mantine-color-${name}-light-color`] = tone.fg;
    variables[`--mantine-color-${name}-filled`] = tone.filled;
    variables[`--mantine-color-${name}-filled-hover`] = tone.filledHover;
    variables[`--mantine-color-${name}-outline`] = tone.border;
    variables[`--mantine-color-${name}-outline-hover`] = tone.bg;
  }
  return variables;
}
