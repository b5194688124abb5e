import { expect, test } from 'vitest';
import { createStyle } from '../../../src/ui/style.ts';
import { platformKeysView, platformView } from '../../../src/commands/platform/view.ts';
import type { Instant } from '../../../src/model/ids.ts';
import { PERMISSIONS } from '../../../src/model/operations.ts';

const RUNNING = {
  baseUrl: 'http://127.0.0.1:4000/api/v1',
  apiKey: 'key',
  pid: 1,
  changelogs: [],
};
const plain = createStyle({ colour: false, width: 80, now: 0 });

test.each([
  [false, ['  export DOCS_BASE_URL=http://127.0.0.1:4000/api/v1', '  export DOCS_API_KEY=key']],
  [true, ["  $env:DOCS_BASE_URL = 'http://127.0.0.1:4000/api/v1'", "  $env:DOCS_API_KEY = 'key'"]],
])('what to type next is meant for the shell of the system: on Windows %s', (isWindows, lines) => {
  const text = platformView({ kept: null, from: null, isWindows })(RUNNING, plain);

  expect(text.split('\n').filter((line) => line.includes('DOCS_'))).toEqual(lines);
});

test('the list of keys shows all that a key may do on 80 columns, and no column that is empty for all', () => {
  const created = '2026-01-01T00:00:00Z' as Instant;
  const all = { versions: null, user: null, created };
  const pipeline = { ...all, id: 693798019, name: 'pipeline', permissions: [...PERMISSIONS] };
  const keys = [{ ...all, id: 1, name: 'platform start', permissions: null }, pipeline];
  const style = createStyle({ colour: false, width: 80, now: Date.parse(created) });

  const lines = platformKeysView(true)(keys, style).split('\n');

  expect(lines[0]).toMatch(/^ID +KEY +MAY +CREATED$/);
  expect(lines.join(' ').match(/[a-z]+\.[a-z]+/g)).toEqual(PERMISSIONS);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);

  const other = platformKeysView(true)(
    [{ ...pipeline, versions: ['v2.0'], user: 'ada@example.com' }],
    style,
  );
  expect(other).toMatch(/^ID +KEY +MAY +IN +USER +CREATED\n/);
  expect(other.match(/[a-z]+\.(?:read|edit|publish|export|write)/g)).toEqual(PERMISSIONS);
});
