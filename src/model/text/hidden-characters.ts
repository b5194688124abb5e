/**
 * Characters that are invisible or change the order in which others are read (CVE-2021-42574). Not
 * line ends and tabs; a carriage return ends a line only before a newline or at the end of the
 * text.
 */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\t\n]|\r(?:\n|$))\p{Cc}/u;

/** Letters that may join: between two of them, joiners and non-joiners are part of the spelling. */
const JOINING =
  '[[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}' +
  '\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]&&[\\p{L}\\p{M}]]';

/** Hidden characters. The group before them matches those that belong in the text, as in emoji. */
const PARTS = new RegExp(
  String.raw`(\p{RGI_Emoji}|\p{Extended_Pictographic}[\ufe0e\ufe0f]|(?<=${JOINING})[\u200c\u200d](?=${JOINING}))|${HIDDEN.source}`,
  'gv',
);

/**
 * The text with each hidden character replaced by its name, such as `⟨U+202E⟩`. In words of two
 * scripts, letters that look like those of the other script are also replaced. NUL becomes U+FFFD,
 * as in HTML.
 */
export const showHidden = (text: string): string => {
  const seen = OTHER.test(text) && LATIN.test(text) ? text.replaceAll(LETTERS, unmixed) : text;
  return HIDDEN.test(seen)
    ? seen.replace(PARTS, (found, meant: string | undefined) => meant ?? nameOf(found))
    : seen;
};

const LATIN = /\p{Script=Latin}/u;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LETTERS = /[\p{L}\p{M}]{2,}/gu;

/** Letters that look like letters of the other list: Cyrillic and Greek ones, and Latin ones. */
const LOOKALIKES = [
  'АВЕЅІЈКМНОРСТХаесіјорхуѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο',
  'ABCEHIJKMNOPSTXYZacehijopqsuwxyd',
];

/** The word, if mixed: letters of one script that all look like the other become their names. */
function unmixed(word: string): string {
  if (!LATIN.test(word) || !OTHER.test(word)) return word;
  const letters = Array.from(word);
  for (const [script, alike] of [
    [OTHER, LOOKALIKES[0]],
    [LATIN, LOOKALIKES[1]],
  ] as const) {
    const isIn = (letter: string): boolean => script.test(letter);
    if (!letters.filter(isIn).every((letter) => alike?.includes(letter))) continue;
    return letters.map((letter) => (isIn(letter) ? nameOf(letter) : letter)).join('');
  }
  return word;
}

/**
 * The same as `showHidden`. If the whole text is white space, also names unusual spaces, so that
 * two such texts can be distinguished.
 */
export const showBlank = (text: string): string =>
  text.trim() === '' ? showHidden(text).replaceAll(/[^\S \n\r]/g, nameOf) : showHidden(text);

/**
 * The same as `showHidden`, for one line. Also replaces tabs, unusual spaces and spaces at the end,
 * so that two lines that differ only in them look different.
 */
export const showSpaces = (line: string): string =>
  showHidden(line).replaceAll(/[^\S ]|\s(?=\s*$)/g, nameOf);

const nameOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code === 0 ? '\u{fffd}' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
};
