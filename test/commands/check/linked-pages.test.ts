/** Links to pages that readers do not get are findings, wherever they are. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

const page = (header = '', body = 'Text.'): string => `---\ntitle: Page\n${header}---\n\n${body}\n`;

const TARGETS: readonly (readonly [
  what: string,
  files: Record<string, string>,
  code: string | null,
])[] = [
  ['for everybody', { 'docs/v1/o/t.md': page() }, null],
  ['hidden', { 'docs/v1/o/t.md': page('hidden: true\n') }, 'linked-page-held-back'],
  ['unlisted', { 'docs/v1/o/t.md': page('listed: false\n') }, 'linked-page-unlisted'],
  ['for an audience', { 'docs/v1/o/t.md': page('audience: staff\n') }, 'linked-page-held-back'],
  ['not for readers yet', { 'docs/v1/o/t.md': page('status: draft\n') }, 'linked-page-held-back'],
  ['a draft', { 'docs/v1/o/t.md': '---\ntitle: T\n---draft\n\nx\n' }, 'linked-page-held-back'],
  [
    'below a hidden page',
    { 'docs/v1/o/up.md': page('hidden: true\n'), 'docs/v1/o/up/t.md': page() },
    'linked-page-held-back',
  ],
  [
    'in a documentation that is not published',
    { 'docs/v1/o/t.md': page(), 'docs/v1/o/_settings.yaml': 'title: O\npublished: false\n' },
    'linked-page-in-unpublished-documentation',
  ],
  ['gone', { 'docs/v1/o/other.md': page() }, 'broken-link'],
];

test.each(TARGETS)('links to a page that is %s', async (_, files, code) => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
    'docs/developerhub.yaml':
      'title: P\nnavigation:\n  links:\n    - title: L\n      url: /o/t\n    - title: M\n      url: https://example.com/o/t\n',
    'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
    'docs/v1/d/page.md': page('', '[a](/o/t)\n\n{% card title="c" link="/v1/o/t" /%}'),
    'docs/v1/d/_nav.yaml': 'items:\n  - page\n  - link:\n      title: N\n      url: /o/t\n',
    'docs/_synced-blocks/s.md': '---\ntitle: S\n---\n\n[b](/o/t)\n',
    'docs/changelogs/news/one.md': '---\ntitle: One\npublished: true\n---\n\n[c](/o/t)\n',
    ...files,
  });

  const { stdout } = await runDocs(['check', '--json'], { cwd });

  const { findings } = JSON.parse(stdout) as {
    findings: { code: string; file: string; line: number }[];
  };
  const said = findings
    .filter(({ file }) => !file.startsWith('docs/v1/o/'))
    .map((each) => `${each.code} ${each.file.slice('docs/'.length)}:${each.line}`);
  const places = [
    '_synced-blocks/s.md:5',
    'changelogs/news/one.md:6',
    'developerhub.yaml:5',
    'v1/d/_nav.yaml:5',
    'v1/d/page.md:5',
    'v1/d/page.md:7',
  ];
  expect(said.toSorted()).toEqual(code === null ? [] : places.map((place) => `${code} ${place}`));
});

const ELSEWHERE: readonly (readonly [target: string, why: string])[] = [
  ['../../../notes/there.md', 'notes/there.md is in no content folder'],
  ['../../../notes/gone.md', 'notes/gone.md does not exist'],
  ['../.hidden/there.md', 'docs/v1/.hidden/there.md is hidden by a name in its path'],
  ['../.hidden/gone.md', 'docs/v1/.hidden/gone.md does not exist'],
  ['../../../../up.md', '../up.md is in no content folder'],
];

test.each(ELSEWHERE)('a link to %s says that %s', async (target, why) => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs }]\n',
    'docs/v1/d/page.md': page('', `[a](${target})`),
    'docs/v1/.hidden/there.md': page(),
    'notes/there.md': page(),
  });

  const { stdout } = await runDocs(['check', '--json'], { cwd });

  expect(JSON.parse(stdout)).toMatchObject({
    findings: [{ code: 'broken-link', message: `"${target}" is broken: ${why}.` }],
  });
});
