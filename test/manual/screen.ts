/** What a terminal shows after it was sent this: as much of one as questions and progress need. */
export function screenOf(sent: string): string[] {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  const write = (text: string): void => {
    const line = (rows[row] ?? '').padEnd(column);
    rows[row] = line.slice(0, column) + text + line.slice(column + text.length);
    column += text.length;
  };
  const move = (count: string, code: string): void => {
    const steps = Number(count || 1);
    if (code === 'G') column = steps - 1;
    if (code === 'A') row = Math.max(0, row - steps);
    if (code === 'B') row += steps;
    if (code === 'K') rows[row] = count === '2' ? '' : (rows[row] ?? '').slice(0, column);
    if (code === 'J') rows.splice(row + 1);
  };
  // oxlint-disable-next-line no-control-regex -- that is what it is about
  for (const part of sent.matchAll(/\u001B\[\??(\d*)([A-Za-z])|\n|\r|[^\u001B\n\r]+/g)) {
    const [text, count, code] = part;
    if (code !== undefined) move(count ?? '', code);
    else if (text === '\r') column = 0;
    else if (text === '\n') {
      row += 1;
      column = 0;
      rows[row] ??= '';
    } else write(text);
  }
  const shown = Array.from(rows, (line) => (line ?? '').trimEnd());
  while (shown.at(-1) === '') shown.pop();
  return shown;
}
