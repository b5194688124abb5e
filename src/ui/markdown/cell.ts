/** Text of others in a cell of a Markdown table: no markup, no new line. */
export const markdownCell = (text: string): string =>
  text.replace(/[\p{Cc}]/gu, ' ').replace(/[|<>&`[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);
