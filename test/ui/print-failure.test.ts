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
