/**
 * What does not show, or changes the order in which other characters are read (CVE-2021-42574). Line ends and tabs are left out; a carriage return
 * ends a line only before a newline or at the end of the text.
 */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\t\n]|\r(?:\n|$))\p{Cc}/u;

/** Letters whose forms depend on whether they join: there, joiners and non-joiners are spelling. */
const JOINING =
  '[[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}' +
  '\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]&&[\\p{L}\\p{M}]]';

/** What is hidden, and before it what is meant to be: the joints of emoji and of letters. */
const PARTS = new RegExp(
  String.raw`(\p{RGI_Emoji}|\p{Extended_Pictographic}[\ufe0e\ufe0f]|(?<=${JOINING})[\u200c\u200d](?=${JOINING}))|${HIDDEN.source}`,
  'gv',
);

/**
 * The text with the names of such characters in their places, `⟨U+202E⟩`, for whoever must see all that is there, and of letters that pass for
 * those of the script around them. NUL becomes U+FFFD, as in HTML.
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

/** Letters that look the same: Cyrillic and Greek ones, and Latin ones. */
const LOOKALIKES = [
  'АВЕЅІЈКМНОРСТХаесіјорхуѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο',
  'ABCEHIJKMNOPSTXYZacehijopqsuwxyd',
];

/** A word of two scripts, with the names of letters in it that are all lookalikes of the other script. */
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

/** The same, and the names of spaces other than the usual one: for a text that is nothing but spaces, and differs by them. */
export const showBlank = (text: string): string =>
  text.trim() === '' ? showHidden(text).replaceAll(/[^\S \n\r]/g, nameOf) : showHidden(text);

/** The same of one line, whatever else is in it: with the names of tabs and of spaces at its end. For a line that differs from another by them. */
export const showSpaces = (line: string): string =>
  showHidden(line).replaceAll(/[^\S ]|\s(?=\s*$)/g, nameOf);

const nameOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code === 0 ? '\u{fffd}' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
};
