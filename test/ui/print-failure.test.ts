import { expect, test } from 'vitest';
import { Failure } from '../../src/model/failure.ts';
import { printFailure } from '../../src/ui/failure.ts';
import { createHost } from '../support/host.ts';

test.each(['\n', '\r\n', '\u0085', '\u2028', '\u2029'])(
  'a message is one line, whatever a name in it breaks with: %j',
  async (mark) => {
    const { host, stderr } = createHost({ cwd: '.' });
    const flags = { json: false, color: false } as Parameters<typeof printFailure>[2];

    await printFailure(
      new Failure('usage', `There is no page "a${mark}error b".`, { hint: `Name a${mark}b` }),
      host,
      flags,
    );

    expect(stderr()).toBe('error There is no page "a error b".\n  Name a b\n');
  },
);

test('no message repeats the password of an address that somebody typed', async () => {
  const { host, stderr } = createHost({ cwd: '.' });
  const flags = { json: false, color: false } as Parameters<typeof printFailure>[2];
  const typed = 'https://anna:s3:cr/e@t@git.example/x';

  await printFailure(new Failure('usage', `No "${typed}".`, { hint: `Or ${typed}?` }), host, flags);

  expect(stderr()).toBe(
    'error No "https://anna:***@git.example/x".\n  Or https://anna:***@git.example/x?\n',
  );
});

test('a message and its hint break between words on a terminal, and not elsewhere', async () => {
  const flags = { json: false, color: false } as Parameters<typeof printFailure>[2];
  const failure = new Failure(
    'usage',
    `The file "${'x'.repeat(60)}" is one of ${'two '.repeat(12)}ways.`,
    {
      hint: `Name another file ${'or a page '.repeat(8)}of it`,
    },
  );
  const printed = async (terminal: boolean): Promise<string[]> => {
    const { host, stderr } = createHost({ cwd: '.', terminal });
    await printFailure(failure, host, flags);
    return stderr().split('\n');
  };

  const lines = await printed(true);

  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.map((line) => /^(?:error | *)/.exec(line)?.[0])).toEqual([
    'error ',
    '      ',
    '      ',
    '  ',
    '  ',
    '',
  ]);
  expect(lines.map((line) => line.trim()).join(' ')).toBe(
    `error ${failure.message} ${failure.hint} `,
  );
  expect(await printed(false)).toHaveLength(3);
});
