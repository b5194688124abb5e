import { expect, test } from 'vitest';
import { createStyle } from '../../../src/ui/style.ts';
import { platformView } from '../../../src/commands/platform/view.ts';

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
