/** What the old site does not show its readers, the new one does not show either. */
import { describe, expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

const HIDDEN = 'SECRET';

/** Texts that readers of the import may see: no drafts, and no pages that are hidden. */
const shownIn = (texts: ReadonlyMap<string, string>): string =>
  [...texts]
    .filter(([file, text]) => file.endsWith('.md') && !/^---draft|^hidden: true/m.test(text))
    .map(([, text]) => text)
    .join('\n');

describe('a page that the settings keep out', () => {
  test.each([
    [
      'mkdocs',
      { 'mkdocs.yml': 'site_name: A\nexclude_docs: |\n  internal/\n' },
      'docs/internal/s.md',
    ],
    ['mkdocs', { 'mkdocs.yml': 'exclude_docs: |\n  *.md\n  !one.md\n' }, 'docs/s.md'],
    ['mkdocs', { 'mkdocs.yml': 'draft_docs: |\n  wip.md\n' }, 'docs/wip.md'],
    ['mkdocs', { 'mkdocs.yml': 'site_name: A\n', 'docs/index.md': '# A\n' }, 'docs/README.md'],
    ...['draft: true\n', 'tags: [a]\ndraft: yes\n', 'draft: [\n'].map(
      (meta) =>
        [
          'mkdocs',
          { 'mkdocs.yml': 'plugins:\n  - meta\n  - blog\n', 'docs/posts/.meta.yml': meta },
          'docs/posts/drafts/s.md',
        ] as const,
    ),
    [
      'mkdocs',
      {
        'mkdocs.yml': 'plugins:\n  material/meta: {}\n',
        'docs/posts/.meta.yml': 'draft: true\n',
      },
      'docs/posts/s.md',
    ],
    [
      'docusaurus',
      {
        'docusaurus.config.js':
          "module.exports = { presets: [['classic', { docs: { exclude: ['internal/**'] } }]] };",
      },
      'docs/internal/s.md',
    ],
    ['mintlify', { 'docs.json': '{}', '.mintignore': 's.mdx\n' }, 's.mdx'],
    ['gitbook', { 'SUMMARY.md': '# Contents\n\n* [One](one.md)\n' }, 's.md'],
  ] as const)('%s: %o', async (tool, settings, file) => {
    const one = {
      mkdocs: 'docs/one.md',
      docusaurus: 'docs/one.md',
      mintlify: 'one.mdx',
      gitbook: 'one.md',
    };
    const imported = await importFiles(tool, {
      ...settings,
      [one[tool]]: '# One\n\nSeen.\n',
      [file]: `# Kept out\n\n${HIDDEN}\n`,
    });
    expect(shownIn(imported.texts)).toContain('Seen.');
    expect(shownIn(imported.texts)).not.toContain(HIDDEN);
  });
});

describe('Mintlify: a part of the navigation that is hidden', () => {
  test.each([
    '{"groups":[{"group":"A","pages":["one"]},{"group":"H","hidden":true,"pages":["two"]}]}',
    '{"tabs":[{"tab":"A","pages":["one"]},{"tab":"H","hidden":true,"groups":[{"group":"G","pages":["two"]}]}]}',
    '{"versions":[{"version":"v1","pages":["one"]},{"version":"H","hidden":true,"pages":["two"]}]}',
  ])('%s', async (navigation) => {
    const imported = await importFiles('mintlify', {
      'docs.json': `{"navigation":${navigation}}`,
      'one.mdx': '# One\n\nSeen.\n',
      'two.mdx': `# Two\n\n${HIDDEN}\n`,
    });
    expect(shownIn(imported.texts)).toContain('Seen.');
    expect(shownIn(imported.texts)).not.toContain(HIDDEN);
    expect(imported.issues).toMatchObject([
      { says: expect.stringContaining('"H" is hidden') as unknown },
    ]);
  });
});

test.each([
  ['mintlify', 'one.mdx', 'groups: [admin]', 'admin'],
  ['gitbook', 'one.md', 'if: visitor.claims.plan == "pro"', 'visitor.claims.plan == "pro"'],
])('%s: a page for some readers is a draft, and listed: %s, %s', async (tool, file, line, who) => {
  const imported = await importFiles(tool, {
    [file]: `---\ntitle: One\n${line}\n---\n\n${HIDDEN}\n`,
  });
  expect(shownIn(imported.texts)).not.toContain(HIDDEN);
  expect(imported.issues).toEqual([
    {
      file,
      line: 3,
      kind: 'front-matter',
      says: `Only some readers may see this page (${who}): it was imported as a draft.`,
    },
  ]);
});

test.each([
  ['includeCurrentVersion', 'false'],
  ['onlyIncludeVersions', "['1.0']"],
  ['includeCurrentVersion', 'process.env.NEXT'],
])(
  'Docusaurus: a version that the site leaves out is a draft, and listed: %s: %s',
  async (key, value) => {
    const imported = await importFiles('docusaurus', {
      'docusaurus.config.js': `module.exports = {\n  presets: [['classic', { docs: { ${key}: ${value} } }]] };`,
      'versions.json': '["1.0"]',
      'docs/one.md': `# One\n\n${HIDDEN}\n`,
      'versioned_docs/version-1.0/one.md': '# One\n\nSeen.\n',
    });
    expect(shownIn(imported.texts)).toContain('Seen.');
    expect(shownIn(imported.texts)).not.toContain(HIDDEN);
    expect(imported.issues).toContainEqual({
      file: 'docusaurus.config.js',
      line: 2,
      kind: 'config',
      says: `"${key}" leaves out the version "current": its pages were imported as drafts.`,
    });
  },
);

test.each(['[hidden/a.md]', 'hid*'])('MkDocs: pages that a plugin excludes: %s', async (glob) => {
  const plugins = `plugins:\n  exclude:\n    glob: ${glob}\n`;
  const inherits = (name: string) => `INHERIT: ${name}\nplugins:\n  search: {}\n`;
  for (const settings of [
    { 'mkdocs.yml': plugins.replace('  exclude', '- exclude') },
    { 'mkdocs.yml': inherits('a.yml'), 'a.yml': inherits('b.yml'), 'b.yml': plugins },
  ]) {
    const imported = await importFiles('mkdocs', {
      ...settings,
      'docs/one.md': '# One\n\nSeen.\n',
      'docs/hidden/a.md': `# Hidden\n\n${HIDDEN}\n`,
    });
    expect(shownIn(imported.texts)).toContain('Seen.');
    expect(shownIn(imported.texts)).not.toContain(HIDDEN);
    expect(imported.issues).toEqual([]);
  }
});

test('MkDocs: a regular expression that excludes pages is listed', async () => {
  const { issues } = await importFiles('mkdocs', {
    'mkdocs.yml': "plugins:\n- exclude:\n    regex: ['h.*']\n- material/meta\n",
    'docs/one.md': '# One\n',
  });
  expect(issues).toMatchObject([
    { file: 'mkdocs.yml', line: 3, says: expect.stringContaining('"exclude"') as unknown },
    { file: 'mkdocs.yml', line: 4, says: expect.stringContaining('"material/meta"') as unknown },
  ]);
});

test.each([
  ['vitepress', 'draft: true'],
  ['mkdocs', 'unlisted: true'],
])(
  '%s: a header that only other tools know hides the page, and is listed: %s',
  async (tool, line) => {
    const file = tool === 'mkdocs' ? 'docs/one.md' : 'one.md';
    const imported = await importFiles(tool, {
      [file]: `---\ntitle: One\n${line}\n---\n\n${HIDDEN}\n`,
    });
    expect(shownIn(imported.texts)).not.toContain(HIDDEN);
    expect(imported.issues).toMatchObject([{ file, line: 3, kind: 'front-matter' }]);
  },
);

describe('content that is not shown', () => {
  test.each([
    ['mkdocs', `<div hidden>\n${HIDDEN}\n</div>`],
    ['mkdocs', `<p style="color: red; display:none">${HIDDEN}</p>`],
    ['mkdocs', `<template>\n${HIDDEN}\n</template>`],
    ['mkdocs', `Words <span hidden>${HIDDEN}</span>`],
    ['mkdocs', `Words <img alt="${HIDDEN}" src="https://a.example/a.png" hidden>`],
    ['mkdocs', `<div hidden="false">\n${HIDDEN}\n</div>`],
    ['mkdocs', `<details hidden>\n<summary>${HIDDEN}</summary>\n\nMore.\n</details>`],
    ['docusaurus', `<div style={{display: 'none'}}>\n${HIDDEN}\n</div>`],
    [
      'docusaurus',
      `<Tabs>\n<TabItem value="a">Seen.</TabItem>\n<TabItem value="b" hidden>${HIDDEN}</TabItem>\n</Tabs>`,
    ],
    ['mkdocs', `<ul>\n<li>One</li>\n<li hidden>${HIDDEN}</li>\n</ul>`],
    [
      'mkdocs',
      `<table><tr><td>One</td></tr><tr style="display:none"><td>${HIDDEN}</td></tr></table>`,
    ],
    ['mkdocs', `<table><tr><td>One</td><td hidden>${HIDDEN}</td></tr></table>`],
    ['vitepress', `<p v-if="false">${HIDDEN}</p>`],
    ['vitepress', `<div v-show="false">\n${HIDDEN}\n</div>`],
    ['gitbook', `{% if visitor.claims.admin %}\n${HIDDEN}\n{% else %}\n${HIDDEN}\n{% endif %}`],
    ['gitbook', `Words {% if visitor.claims.admin %}*${HIDDEN}*{% endif %} and more.`],
    ['gitbook', `Words {% if a %}{% if b %}x{% endif %} ${HIDDEN}{% endif %} and more.`],
    ['gitbook', `Words {% if visitor.claims.admin %}${HIDDEN}\nand more.`],
    ['gitbook', `## Words {% if visitor.claims.admin %}${HIDDEN}{% endif %}`],
    ['gitbook', `| Words | b |\n| --- | --- |\n| a | {% if a %}${HIDDEN}{% endif %} |`],
  ] as const)('%s: %s', async (tool, source) => {
    const file = tool === 'mkdocs' || tool === 'docusaurus' ? 'docs/one.md' : 'one.md';
    const imported = await importFiles(tool, { [file]: `# One\n\n${source}\n\nSeen.\n` });
    expect(imported.body('one.md')).toContain('Seen.');
    expect(imported.body('one.md')).not.toContain(HIDDEN);
    expect(imported.issues).toMatchObject([{ file, line: source.startsWith('| ') ? 5 : 3 }]);
  });

  test.each([
    ['docusaurus', '<div hidden={false}>\nSeen.\n</div>'],
    ['vitepress', '<template v-if="x">\n\nSeen.\n\n</template>'],
    ['mkdocs', '<p style="display: block">Seen.</p>'],
  ] as const)('%s: what is shown stays: %s', async (tool, source) => {
    const file = tool === 'vitepress' ? 'one.md' : 'docs/one.md';
    const imported = await importFiles(tool, { [file]: `# One\n\n${source}\n` });
    expect(imported.body('one.md')).toContain('Seen.');
  });

  test('GitBook: the header of a table without a shown header', async () => {
    const imported = await importFiles('gitbook', {
      'one.md': `# One\n\n<table data-header-hidden><thead><tr><th width="100">${HIDDEN}</th></tr></thead><tbody><tr><td>Seen.</td></tr></tbody></table>\n`,
    });
    expect(imported.body('one.md')).toContain('Seen.');
    expect(imported.body('one.md')).not.toContain(HIDDEN);
  });
});
