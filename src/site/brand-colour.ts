/** The project's colour in the site's style, made light or dark enough to be readable. Pure. */

/** Six hexadecimal digits. */
export type Colour = string;

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The backgrounds of text in the colour, besides its soft shade: the style's `--page` and
 * `--raised`.
 */
export const SURFACES = {
  light: ['ffffff', 'f6f7f9'],
  dark: ['14161b', '1c1f26'],
} as const;

/** The minimum contrast (WCAG AA). */
const ENOUGH = 4.5;

/** The value of a setting as a colour; `null`: it is not one. */
export const colourOf = (value: string | null): Colour | null =>
  /^#?([0-9a-f]{6})$/i.exec(value?.trim() ?? '')?.[1]?.toLowerCase() ?? null;

export interface Shades {
  readonly accent: Colour;
  readonly soft: Colour;
}

/**
 * The colour in a theme: the nearest shade that is readable on every background, and a soft
 * background of its own.
 */
export function shadesOf(colour: Colour, theme: keyof typeof SURFACES): Shades {
  const [page] = SURFACES[theme];
  const soft = hexOf(mixed(rgbOf(page), rgbOf(colour), theme === 'light' ? 0.09 : 0.14));
  const surfaces = [...SURFACES[theme], soft];
  const towards: Rgb = theme === 'light' ? [0, 0, 0] : [255, 255, 255];
  let accent = colour;
  for (let part = 0; part < 1; part += 0.02) {
    accent = hexOf(mixed(rgbOf(colour), towards, part));
    const shade = accent;
    if (surfaces.every((surface) => contrastOf(shade, surface) >= ENOUGH)) break;
  }
  return { accent, soft };
}

/** A style sheet that follows the site's own. */
export function themeCss(colour: Colour): string {
  const light = shadesOf(colour, 'light');
  const dark = shadesOf(colour, 'dark');
  return `:root {
  --accent: light-dark(#${light.accent}, #${dark.accent});
  --accent-soft: light-dark(#${light.soft}, #${dark.soft});
}
`;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2, "contrast ratio"). */
export function contrastOf(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(colour: Colour): number {
  const [red, green, blue] = rgbOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const rgbOf = (colour: Colour): Rgb => [
  parseInt(colour.slice(0, 2), 16),
  parseInt(colour.slice(2, 4), 16),
  parseInt(colour.slice(4, 6), 16),
];

const hexOf = (rgb: Rgb): Colour =>
  rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('');

/** @param part of `other`, from 0 to 1 */
const mixed = (one: Rgb, other: Rgb, part: number): Rgb => [
  one[0] + (other[0] - one[0]) * part,
  one[1] + (other[1] - one[1]) * part,
  one[2] + (other[2] - one[2]) * part,
];
