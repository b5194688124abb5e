/** `en_us` is `en-US`. Anything else counts as English. */
export function languageOfLocale(locale: string | null): string {
  const [, language, region] = /^([a-z]{2,3})(?:[_-]([a-z]{2}))?$/i.exec(locale ?? '') ?? [];
  if (language === undefined) return 'en';
  const code = language.toLowerCase();
  return region === undefined ? code : `${code}-${region.toUpperCase()}`;
}

/** `lang` attributes on a page in another language than English: of words of the site's own, which are English, and of the author's words among them. */
export interface Langs {
  readonly ours: string;
  readonly theirs: string;
}

export const langsOf = (language: string): Langs =>
  /^en\b/.test(language)
    ? { ours: '', theirs: '' }
    : { ours: ' lang="en"', theirs: ` lang="${language}"` };
