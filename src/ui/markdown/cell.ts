/** Text that others wrote, for a cell of a Markdown table: no markup, no line break. */
export const markdownCell = (text: string): string =>
  text.replace(/[\p{Cc}]/gu, ' ').replace(/[|<>&`[\]\\]/g, (char) => `&#${char.charCodeAt(0)};`);
