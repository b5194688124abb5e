/** The changelog, as a release makes it of the notes in `changes/unreleased`. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { notesOf, readFragment, withRelease } from '../../tools/changelog.js';

const HEAD = '# Changelog\n\nDates are UTC.\n';
const OLD = '\n## 0.1.0 (2026-01-02)\n\n### Commands\n\n#### Added\n\n- `docs push`.\n';
const NEXT = '\n## Unreleased\n\nWhat it brings.\n';
const release = { version: '0.2.0', date: '2026-03-04' };

const push = readFragment('sync', '### Fixed\n\n- A push ends.\n  Before, it did not.\n');
const mixed = readFragment('ci', '### Added\n\n- One.\n\n- Two.\n\n### Breaking\n\n- Three.\n');

test('a release puts what was unreleased above the others, by area and kind, and keeps every word', () => {
  const text = withRelease(HEAD + NEXT + OLD, release, [...mixed, ...push]);

  expect(text).toBe(`${HEAD}
## 0.2.0 (2026-03-04)

What it brings.

### Push, pull and sync

#### Fixed

- A push ends.
  Before, it did not.

### Pipelines

#### Breaking

- Three.

#### Added

- One.
- Two.
${OLD}`);
});

test('a release that has a section already gets what is new, and keeps its summary', () => {
  const first = withRelease(HEAD + NEXT + OLD, release, push);
  const late = readFragment(
    'sync',
    '### Fixed\n\n- A push ends.\n  Before, it did not.\n- It ends sooner.\n',
  );

  const text = withRelease(first, { ...release, date: '2026-03-05' }, late);

  expect(notesOf(text, '0.2.0')).toBe(
    'What it brings.\n\n### Push, pull and sync\n\n#### Fixed\n\n- A push ends.\n  Before, it did not.\n- It ends sooner.\n\n',
  );
  expect(text).toContain('## 0.2.0 (2026-03-05)\n');
  expect(text).toContain(OLD);
  expect(withRelease(text, { ...release, date: '2026-03-05' }, [])).toBe(text);
});

test('a note that would be lost is refused', () => {
  expect(() => readFragment('sync', '### Fixd\n\n- One.\n')).toThrow('"Fixd" is not one of');
  expect(() => readFragment('sync', '### Fixed\n\nOne.\n')).toThrow('is not in a list');
  expect(() => readFragment('sync', '- One.\n')).toThrow('does not begin with a heading');
});

test('a version without a section has no notes', () => {
  expect(notesOf(HEAD + OLD, '0.2.0')).toBeUndefined();
});

test('all notes in changes/unreleased can be released', async () => {
  const folder = new URL('../../changes/unreleased/', import.meta.url);
  const names = (await readdir(folder)).filter((each) => each.endsWith('.md'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const),
  );
  const groups = texts.flatMap(([name, text]) => readFragment(name.slice(0, -3), text));
  const items = texts.flatMap(([, text]) => text.match(/^- /gm) ?? []);

  expect(groups.flatMap((group) => group.items)).toHaveLength(items.length);
});
