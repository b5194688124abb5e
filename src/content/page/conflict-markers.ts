/** The marks in a file whose lines were changed on both sides. Such a file is never sent. */
export const MARKERS = {
  file: '<<<<<<< file',
  between: '=======',
  platform: '>>>>>>> platform',
} as const;

const BOTH = /^<{7} file\r?$[^]*^>{7} platform\r?$/m;

/** Only marks that this tool sets: pages that tell of git's own are pages. */
export const hasMarkers = (text: string): boolean => text.includes(MARKERS.file) && BOTH.test(text);

/** The line, from 1, of the first conflict that is not settled; `undefined` without one. */
export function conflictLine(text: string): number | undefined {
  if (!hasMarkers(text)) return undefined;
  return text.slice(0, text.search(/^<{7} file\r?$/m)).split('\n').length;
}
