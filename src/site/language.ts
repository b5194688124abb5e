/** The language tag of a locale: `en_us` becomes `en-US`. Anything else counts as English. */
export function languageOfLocale(locale: string | null): string {
  const [, language, region] = /^([a-z]{2,3})(?:[_-]([a-z]{2}))?$/i.exec(locale ?? '') ?? [];
  if (language === undefined) return 'en';
  const code = language.toLowerCase();
  return region === undefined ? code : `${code}-${region.toUpperCase()}`;
}

/** `lang` attributes for the site's own English words, and for words of the author inside them. */
export interface Langs {
  readonly ours: string;
  readonly theirs: string;
}

export const langsOf = (language: string): Langs =>
  /^en\b/.test(language)
    ? { ours: '', theirs: '' }
    : { ours: ' lang="en"', theirs: ` lang="${language}"` };

/** Languages that are written from right to left. */
const FROM_THE_RIGHT: ReadonlySet<string> = new Set(
  'ar arc ckb dv fa he iw ks ps sd syr ug ur yi'.split(' '),
);

/** The value of `dir`. `undefined`: from left to right. */
export const directionOf = (language: string): 'rtl' | undefined =>
  FROM_THE_RIGHT.has(language.replace(/-.*/, '')) ? 'rtl' : undefined;
