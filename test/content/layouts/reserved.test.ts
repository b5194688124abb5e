import { expect, test } from 'vitest';
import { besidePages } from '../../../src/content/layouts/beside-pages.ts';
import { detectLayout, roleOf } from '../../../src/content/layouts/layouts.ts';
import { placeOfPath } from '../../../src/content/layouts/key-of-path.ts';
import type { FilePath } from '../../../src/model/ids.ts';
import type { Project } from '../../../src/model/project.ts';

const FILES = [
  'changelogs/refs/post.md',
  'changelogs/refs/api.yaml',
  'changelogs/news/_settings.yaml',
  'changelogs/news/more/post.md',
  '_drafts/refs/api.yaml',
  '_drafts/guide/page.md',
  '_synced-blocks/more/block.md',
];

test.each(FILES)('a folder %s is not a version', (path) => {
  const layout = detectLayout([...FILES, 'developerhub.yaml'], false);
  if (layout === 'export') throw new Error('an export');
  expect(roleOf(path, layout, false)).toEqual({ role: 'other' });
});

test.each(['.', 'docs', 'docs/files'])('a file below %s was never a page', (base) => {
  const contents = [{ path: base, version: null, documentation: null, include: [], exclude: [] }];
  const project = { contents } as unknown as Project;
  const placeIn = (path: string) =>
    placeOfPath((base === '.' ? path : `${base}/${path}`) as FilePath, project, {
      layouts: ['repository'],
      documentations: [],
    });
  expect(placeIn('v1/guide/page.md')).toMatchObject({ version: 'v1' });
  for (const path of FILES) expect(placeIn(path)).toBeNull();
});

test.each([
  ['developerhub.yaml', { kind: 'project' }],
  ['v1/developerhub.yaml', null],
  ['v1/_settings.yaml', { kind: 'settings', of: 'version' }],
  ['v1/guide/_settings.yaml', { kind: 'settings', of: 'documentation' }],
  ['v1/guide/deep/_settings.yaml', null],
  ['v1/guide/_nav.yaml', { kind: 'navigation' }],
  ['v1/guide/page.md', null],
  ['v1/refs/api.yaml', null],
  ['v1/refs/api.settings.yaml', { kind: 'reference-settings' }],
  ['v1/refs/_settings.yaml', null],
  ['changelogs/news/_settings.yaml', { kind: 'settings', of: 'changelog' }],
  ['changelogs/news/post.md', { kind: 'post', name: 'post' }],
  ['changelogs/news/README.md', null],
  ['changelogs/news/picture.png', null],
  ['changelogs/post.md', { kind: 'stray' }],
  ['_synced-blocks/note.md', { kind: 'block', name: 'note' }],
  ['_synced-blocks/more/note.md', { kind: 'stray' }],
  ['_theme/head.html', null],
  ['README.md', null],
])('%s is recognised by its path', (path, kind) => {
  expect([besidePages(path)]).toMatchObject([kind]);
});
