/** Makes text that others wrote harmless for a terminal, also for one into which it is pasted. */

/* oxlint-disable no-control-regex -- control characters are what this file is about */

/** C0 without tab and newline, DEL, C1, and characters that change the text direction. */
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Escape sequences, whole: CSI, then OSC, DCS and the like up to their end, then two-character ones. */
const SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]{0,4096}(?:\u0007|\u001b\\|\u009c)|\u001b[ -~]/g;

/** The colours of `Style`: the only control sequences that may reach a terminal. */
const OWN = /\u001b\[(?:0|1|2|22|3[1-6]|39)m/g;

/** All characters at which some terminal, editor or log viewer breaks a line, and tabs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;

/** For one line: removes control sequences; line breaks of every kind and tabs become spaces. */
export const cleanLine = (text: string): string =>
  text.replace(SEQUENCES, '').replace(BREAKS, ' ').replace(CONTROLS, '');

/** For several lines: removes control sequences; line breaks and tabs stay. */
export const cleanBlock = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(SEQUENCES, '').replace(CONTROLS, '');

/** The last check before a stream: lets through text and, with `colour`, our own colours. */
export function cleanOutput(text: string, colour: boolean): string {
  if (!colour) return cleanBlock(text);
  let result = '';
  let end = 0;
  for (const match of text.matchAll(OWN)) {
    result += cleanBlock(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + cleanBlock(text.slice(end));
}
