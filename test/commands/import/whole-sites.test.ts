/** Sites as projects have them, imported whole: pages, words and links add up. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import type { ImportReport } from '../../../src/commands/import/document.ts';
import { listFiles } from '../../../src/content/folder/list-folder.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import type { Files } from '../../support/import-sites.ts';
import { missingWords, pageWords, sourceWords } from '../../support/import-words.ts';

const names = (count: number, what: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${what}${String.fromCodePoint(65 + at)}`);

const filesOf = (entries: readonly (readonly [string, string])[]): Files =>
  Object.fromEntries(entries);

/** Reference pages that a program writes, in no sidebar; the guide links to them. */
function vitePressSite(): Files {
  const types = names(24, 'Station');
  const functions = names(9, 'read');
  const api = (folder: string, list: readonly string[]) =>
    list.map((name, at) => {
      const next = list[(at + 1) % list.length] ?? '';
      const text = `# ${name}\n\nThe ${name} of a lapwing, see [${next}](${next}.md#call) and [all](../index.md).\n\n## Call\n\n| Name | Type |\n| --- | --- |\n| \`id\` | [\`${next}\`](./${next}.md) |\n\n\`\`\`ts\n${name}(); // [!code focus]\n\`\`\`\n`;
      return [`api/${folder}/${name}.md`, text] as const;
    });
  return {
    '.vitepress/config.ts': `export default { title: 'Lapwing', themeConfig: { sidebar: [
  { text: 'Guide', items: [{ text: 'Start', link: '/guide/start' }, { text: 'More', link: '/guide/more' }] } ] } };`,
    'index.md': '---\nlayout: home\nhero:\n  name: Lapwing\n---\n\n[API](/api/)\n',
    'guide/start.md': `# Start\n\n[[toc]]\n\nUse ${types.map((name) => `[${name}](/api/types/${name})`).join(', ')}.\n\n::: tip Good\nTo know.\n:::\n`,
    'guide/more.md': '# More\n\n<!--@include: ../parts/note.md-->\n\n[Gone](./gone.md)\n',
    'parts/note.md': 'A part with [start](../guide/start.md).\n',
    'api/index.md': `# API\n\n${functions.map((name) => `- [${name}](functions/${name}.md)`).join('\n')}\n`,
    ...filesOf([...api('types', types), ...api('functions', functions)]),
  };
}

function gitBookSite(): Files {
  const list = names(12, 'nest');
  const pages = list.map((name, at) => {
    const next = list[(at + 1) % list.length] ?? '';
    const text = `# The ${name}\n\n{% page-ref page="${next}.md" %}\n\n{% hint style="info" %}\nWords of ${name}, **first**.\n{% endhint %}\n\n{% api-method method="get" host="https://a.example" path="/${name}" %}\n{% api-method-summary %}\nSummary of ${name}\n{% endapi-method-summary %}\n{% endapi-method %}\n\n{% file src="../.gitbook/assets/my\\_${name}.txt" caption="List of ${name}" %}\n\n{% tabs %}\n{% tab title="Moss" %}\nSoft.\n{% endtab %}\n\n{% tab title="Twigs" %}\nHard.\n{% endtab %}\n{% endtabs %}\n`;
    return [`nests/${name}.md`, text] as const;
  });
  return {
    'SUMMARY.md': `# Table of contents\n\n* [Welcome](README.md)\n\n## Nests\n\n${list.map((name) => `* [${name}](nests/${name}.md)`).join('\n')}\n`,
    'README.md': `# Welcome\n\n{% content-ref url="nests/nestA.md" %}\n[nestA.md](nests/nestA.md)\n{% endcontent-ref %}\n\nWas in [the old list](old/list.md).\n\n{% embed url="https://a.example/embed" %}\n`,
    'old/list.md': '# The old list\n\nNot in the summary. [Back](../README.md)\n',
    ...filesOf(pages),
    ...filesOf(list.map((name) => [`.gitbook/assets/my_${name}.txt`, name] as const)),
  };
}

function mkDocsSite(): Files {
  const notes = names(15, 'release');
  const pages = notes.map((name, at) => {
    const next = notes[(at + 1) % notes.length] ?? '';
    const text = `# ${name}\n\n!!! note "About ${name}"\n    Text of ${name}, next is [${next}](${next}.md).\n\n\`\`\`py title="${name}.py"\nprint("${name}")  # (1)!\n\`\`\`\n\n1.  Prints ${name}.\n\n[Up](../index.md#known) and [away](../drafts/later.md)\n`;
    return [`docs/releases/${name}.md`, text] as const;
  });
  return {
    'mkdocs.yml':
      'site_name: Kit\nnav:\n  - Home: index.md\n  - Guide:\n      - Start: guide/start.md\ndraft_docs: |\n  drafts/\nexclude_docs: |\n  internal/\n',
    'docs/index.md': `# Kit\n\n## Known\n\n${notes.map((name) => `* [${name}](releases/${name}.md)`).join('\n')}\n`,
    'docs/guide/start.md':
      '# Start\n\n--8<-- "docs/parts/install.md"\n\n| Flag | Meaning |\n| --- | --- |\n| -a | all |\n| -x | one | two |\n',
    'docs/guide/forgotten.md': '# Forgotten\n\n[Start](start.md), [nowhere](none.md)\n',
    'docs/parts/install.md': 'Install ==it== first.\n',
    'docs/drafts/later.md': '# Later\n\nNot yet.\n',
    'docs/internal/keys.md': '# Keys\n\nNobody reads this.\n',
    'README.md': '# The repository\n',
    ...filesOf(pages),
  };
}

function docusaurusSite(): Files {
  const birds = names(10, 'bird');
  const pages = birds.map((name, at) => {
    const next = birds[(at + 1) % birds.length] ?? '';
    const text = `---\nsidebar_position: ${at}\n---\n\nimport Code from '!!raw-loader!./${name}.js';\nimport CodeBlock from '@theme/CodeBlock';\nimport { family } from '@site/src/facts.js';\nimport Part from '../_part.mdx';\n\nexport const product = 'Atlas of ${name}';\n\n# About ${name}\n\n{product}\n\n{"Plain ${name} words"}\n\nIt is one of the {family}, see [${next}](./${next}.mdx).\n\n<CodeBlock language="js">{Code}</CodeBlock>\n\n\`\`\`js\n// highlight-next-line\nsing('${name}');\n\`\`\`\n\n<Part name="${name}" />\n\n:::note[Of ${name}]\n\nRest.\n\n:::\n`;
    return [`docs/birds/${name}.mdx`, text] as const;
  });
  return {
    'docusaurus.config.js':
      "module.exports = { title: 'Atlas', url: 'https://a.example', baseUrl: '/' };",
    'sidebars.js': `module.exports = { docs: ['intro', { type: 'category', label: 'Birds', items: ${JSON.stringify(birds.slice(0, 6).map((name) => `birds/${name}`))} }] };`,
    'docs/intro.md': `# Intro\n\n[Draft](wip.md) and [all](birds/birdA.mdx), [blog](/blog/one).\n`,
    'docs/wip.md': '---\ndraft: true\n---\n\n# Not yet\n\n[Intro](intro.md)\n',
    'docs/_part.mdx': 'The part of {props.name} stays.\n',
    'docs/_unused.mdx': 'Nobody includes this.\n',
    'blog/one.md': '# A post\n',
    'src/facts.js': "export const family = 'waders';\n",
    ...filesOf(pages),
    ...filesOf(birds.map((name) => [`docs/birds/${name}.js`, `sing("${name}");\n`] as const)),
  };
}

/** Names of values, and marks in code. */
const NO_WORDS = /\{[\w.]+\}|\/\/ highlight-next-line/g;

interface Finding {
  readonly file: string;
  readonly code: string;
  readonly line: number;
}

/** Links in pages that readers get to files that are not there, or to pages that they do not get. */
function deadLinks(texts: ReadonlyMap<string, string>, files: ReadonlySet<string>) {
  const isHeld = (file: string): boolean =>
    /^(?:hidden: true|---draft)$/m.test(texts.get(file) ?? '');
  return [...texts].flatMap(([file, text]) =>
    isHeld(file)
      ? []
      : text.split('\n').flatMap((line, at) =>
          [...line.matchAll(/(?:\]\(|(?:link|url)=")([^()\s"]+)/g)].flatMap(([, target = '']) => {
            if (/^(?:[a-z]+:|#|\/)/.test(target)) return [];
            const path = posix.join(posix.dirname(file), target.replace(/#.*$/, ''));
            return files.has(path) && !isHeld(path) ? [] : [{ file, line: at + 1, target }];
          }),
        ),
  );
}

test.each<
  readonly [
    tool: string,
    files: Files,
    pages: Partial<ImportReport['pages']>,
    dead: number,
    isShown: (file: string) => boolean,
  ]
>([
  ['vitepress', vitePressSite(), { found: 38, shown: 38, outsideNavigation: 35 }, 1, () => true],
  [
    'gitbook',
    gitBookSite(),
    {
      found: 15,
      shown: 13,
      heldBack: [{ why: 'navigation', pages: 1 }],
      leftOut: [{ why: 'settings', pages: 1 }],
    },
    1,
    (file) => file !== 'SUMMARY.md',
  ],
  [
    'mkdocs',
    mkDocsSite(),
    {
      found: 22,
      shown: 19,
      outsideNavigation: 18,
      heldBack: [{ why: 'draft', pages: 1 }],
      leftOut: [
        { why: 'outside', pages: 1 },
        { why: 'excluded', pages: 1 },
      ],
    },
    16,
    (file) => !/internal|^README/.test(file),
  ],
  [
    'docusaurus',
    docusaurusSite(),
    {
      found: 15,
      shown: 11,
      outsideNavigation: 5,
      heldBack: [{ why: 'draft', pages: 1 }],
      leftOut: [
        { why: 'outside', pages: 1 },
        { why: 'included', pages: 1 },
        { why: 'excluded', pages: 1 },
      ],
    },
    1,
    (file) => !/^blog|_/.test(file),
  ],
])(
  'docs import of a whole site of %s: pages add up, no word is lost unnamed, and docs check finds each dead link',
  async (tool, files, pages, dead, isShown) => {
    const cwd = await temporaryFolder({
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`site/${path}`, text])),
    });
    const run = await runDocs(['import', 'site', '--out', 'docs', '--json'], { cwd });
    const report = JSON.parse(run.stdout) as ImportReport;
    expect({ tool: report.tool, exitCode: run.exitCode }).toEqual({ tool, exitCode: 0 });

    const { found, shown, heldBack, leftOut } = report.pages;
    const sum = [...heldBack, ...leftOut].reduce((all, part) => all + part.pages, shown);
    const sources = Object.keys(files).filter((file) => /\.mdx?$/.test(file));
    expect({ found, sum }).toEqual({ found: sources.length, sum: sources.length });
    expect(report.pages).toMatchObject(pages);

    const out = join(cwd, 'docs');
    const all = listFiles(out).files;
    const texts = new Map(
      all
        .filter((file) => file.endsWith('.md'))
        .map((file) => [file, readFileSync(join(out, file), 'utf8')]),
    );
    const [source, result] = [new Map<string, number>(), new Map<string, number>()];
    for (const [file, text] of Object.entries(files))
      if (/\.mdx?$/.test(file) && isShown(file)) sourceWords(text.replaceAll(NO_WORDS, ''), source);
    for (const text of texts.values()) pageWords(text, result);
    const said = report.issues.map(({ says }) => says).join('\n');
    expect(
      missingWords(source, result).filter((word) => !said.includes(word.split(' ')[0] ?? '')),
    ).toEqual([]);

    const check = await runDocs(['check', '--json'], { cwd });
    const { findings } = JSON.parse(check.stdout) as { readonly findings: readonly Finding[] };
    const links = deadLinks(texts, new Set(all));
    const unfound = links.filter(
      ({ file, line }) =>
        !findings.some((each) => each.file === `docs/${file}` && each.line === line),
    );
    expect({ dead: links.length, unfound }).toEqual({ dead, unfound: [] });
  },
);
