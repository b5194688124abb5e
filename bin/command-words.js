'use strict';

/**
 * The words of a command, as a shell reads quotes: in '…' all is text, in "…" a backslash keeps \"
 * and \\, elsewhere the next character. Spaces and line breaks outside of quotes separate words.
 * Nothing is expanded or run: `$`, backticks, `*` and `;` are text.
 *
 * @param {string} command
 * @returns {string[] | null} null: it ends within quotes
 */
exports.commandWords = (command) => {
  /** @type {string[]} */
  const words = [];
  const piece = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/gy;
  let word = '';
  let isOpen = false;
  let end = 0;
  for (const match of command.matchAll(piece)) {
    const [all, single, double, escaped, plain] = match;
    end = match.index + all.length;
    const text = single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped ?? plain;
    if (text === undefined) {
      if (isOpen) words.push(word);
      [word, isOpen] = ['', false];
    } else {
      word += text;
      isOpen = true;
    }
  }
  if (end < command.length) return null;
  return isOpen ? [...words, word] : words;
};
