/** Numbers with more digits than a double can hold: reading and printing them changes them. */

/** Longer texts exceed what a double can hold, and converting them would take long. */
const MAX_NUMBER_LENGTH = 300;

/** Whether a number in JSON or YAML changes its digits if it is read as a double and printed. */
export function losesDigits(text: string): boolean {
  if (text.length <= 15 && !/e/i.test(text)) return false;
  const written = decimalText(text);
  return written === undefined || written !== decimalText(String(Number(text)));
}

/**
 * The same text for all notations of a number. Undefined if it is not written in digits, such as
 * `Infinity`.
 */
export function decimalText(text: string): string | undefined {
  const decimal = /^0[xo]/i.test(text) ? inDecimal(text) : text;
  const parts = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(decimal);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const start = digits.search(/[1-9]/);
  if (start < 0) return '0';
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  const power = Number(exponent) + digits.length - end - fraction.length;
  return `${sign === '-' ? '-' : ''}${digits.slice(start, end)}e${power}`;
}

const inDecimal = (text: string): string =>
  text.length > MAX_NUMBER_LENGTH ? text : BigInt(text.toLowerCase()).toString();
