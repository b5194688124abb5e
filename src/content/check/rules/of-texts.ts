/** Rules of the texts of pages: tags, links, and lines that ignore. */
import type { Rule } from './rule.ts';

const CALLOUT = '{% callout type="warning" %}\nText\n{% /callout %}';
const LINK = 'See the [introduction](/d/intro).';
const SAMPLE = (code: string, file = 'push.sh') => ({
  'v1/d/page.md': `---\ntitle: Page\n---\n\n[//]: # (docs-snippet docs/v1/d/${file})\n\n\`\`\`sh\n${code}\n\`\`\`\n`,
  'v1/d/push.sh': 'docs push\n',
});
const TITLED = '---\ntitle: Other\n---\n\nText\n';

export const TEXT_RULES = {
  'bad-plugin': {
    severity: 'error',
    says: 'A `$plugin` block is malformed: readers see its source.',
    why: 'A block in the older notation is not valid JSON. Readers see its source.',
    wrong: '$plugin[{"type": ]$',
    right: '$plugin[{"type":"callout","data":{"type":"info","text":"Text"}}]$',
  },
  'unknown-plugin': {
    severity: 'warning',
    says: 'The plugin does not exist.',
    why: 'The platform does not have a block with that name, and shows nothing.',
    wrong: '$plugin[{"type":"calendar","data":{}}]$',
    right: '$plugin[{"type":"callout","data":{"type":"info","text":"Text"}}]$',
  },
  'bad-tag': {
    severity: 'error',
    says: 'A tag is malformed: readers see its source.',
    why: 'A quote or a bracket of the tag is missing. Readers see its source.',
    wrong: '{% callout type="warning %}\nText',
    right: CALLOUT,
  },
  'unknown-tag': {
    severity: 'warning',
    says: 'The tag does not exist.',
    why: 'The platform does not have a tag with that name: it is misspelt, or belongs to another tool.',
    wrong: '{% calout /%}',
    right: CALLOUT,
  },
  'bad-value': {
    severity: 'warning',
    says: 'A tag has an attribute with an invalid value, or lacks one that it needs.',
    why: 'If the platform does not know a value, it shows its default, or nothing.',
    wrong: CALLOUT.replace('warning', 'warn'),
    right: CALLOUT,
  },
  'surplus-cells': {
    severity: 'error',
    says: 'A row of a table has more cells than the header: readers do not see the rest.',
    why: 'The header of a table says how many cells its rows have, and what is beyond is not shown. Most likely a `|` within a cell is not escaped, which it has to be in code, too: `\\|`.',
    wrong: '| Flag | Meaning |\n| --- | --- |\n| `-a|--all` | everything |',
    right: '| Flag | Meaning |\n| --- | --- |\n| `-a\\|--all` | everything |',
  },
  'surplus-text': {
    severity: 'warning',
    says: 'A text is in a block that does not show it: readers do not see it.',
    why: 'A table of rows shows its rows, a row its cells, `cards` each `card`. A `card`, `video`, `synced`, `github-code` or `index-list` shows what its attributes say, and nothing of what is between its tags. Move the text into a cell, or out of the block.',
    wrong: '{% table %}\nText\n{% row %}\n{% cell %}\nA\n{% /cell %}\n{% /row %}\n{% /table %}',
    right: '{% table %}\n{% row %}\n{% cell %}\nA\n{% /cell %}\n{% /row %}\n{% /table %}\n\nText',
  },
  'foreign-markup': {
    severity: 'warning',
    says: 'A page has the markup of another tool: readers see its source.',
    why: 'Docusaurus, VitePress, MkDocs, Hugo, GitHub and others have their own markup: comments, raw HTML, task lists, footnotes, formulas, components. Here it is text, and readers see it. A backslash before it says that it is meant to be seen. `docs import` converts whole folders.',
    wrong: ':::warning\nText\n:::',
    right: CALLOUT,
  },
  'open-gate': {
    severity: 'error',
    says: 'The platform would show everybody what is in a `conditional`: the page is held back.',
    why: 'The platform knows a `conditional` by its `audience`, and only if each of its tags stands alone on its line, at the beginning. Any other is text there, and all readers see what is in it. The sites of this tool hide it, and `docs push` publishes the page only with `--allow-listed`. `--fix` adds line breaks.',
    wrong: '{% conditional audience="staff" %}Text{% /conditional %}',
    right: '{% conditional audience="staff" %}\nText\n{% /conditional %}',
  },
  'same-line-tag': {
    severity: 'warning',
    says: 'A tag of a block shares its line with text: the platform would show a paragraph.',
    why: 'The platform knows a block only by tags that stand alone on their lines. Any other is a part of a paragraph there, and readers see no block. The sites of this tool show the block. `--fix` adds line breaks.',
    wrong: '{% callout %}Text{% /callout %}',
    right: '{% callout %}\nText\n{% /callout %}',
  },
  'tab-in-code': {
    severity: 'warning',
    says: 'A `code` block has `tab` tags, which the platform no longer reads.',
    why: 'An earlier form of pages had code as `tab` tags in a `code` block; today it has fences there. The sites of this tool show both. `--fix` and `docs fmt` write fences.',
    wrong: '{% code %}\n{% tab language="sh" title="Shell" %}\nls\n{% /tab %}\n{% /code %}',
    right: '{% code %}\n```sh {% title="Shell" %}\nls\n```\n{% /code %}',
  },
  'misplaced-tag': {
    severity: 'warning',
    says: 'A tag is in a place where it is read as text: readers see its source.',
    why: 'Blocks have to begin at the start of a line. Inside a line or a list their tags are text.',
    wrong: 'Text {% synced id="note" /%} more text',
    right: 'Text {% badge text="New" /%} more text',
  },
  'unclosed-block': {
    severity: 'error',
    says: 'A block is never closed.',
    why: 'Without its closing tag, the block ends in the wrong place.',
    wrong: '{% callout type="warning" %}\nText',
    right: CALLOUT,
  },
  'stray-close': {
    severity: 'error',
    says: 'A closing tag has no opening tag.',
    why: 'A closing tag without an opening one is text. Most likely the opening tag was removed, or is misspelt.',
    wrong: 'Text\n\n{% /callout %}',
    right: CALLOUT,
  },
  'unclosed-fence': {
    severity: 'warning',
    says: 'A fence runs to the end of the page.',
    why: 'The rest of the page becomes code, including headings and links.',
    wrong: '```\ncode\n\nText',
    right: '```\ncode\n```\n\nText',
  },
  'unclosed-raw': {
    severity: 'error',
    says: 'A raw block is never closed.',
    why: 'Raw HTML or code without an end is read as text.',
    wrong: '{% html %}\nText',
    right: '{% html %}\n<b>Text</b>\n{% /html %}',
  },
  'too-deep': {
    severity: 'error',
    says: 'Blocks nest too deep.',
    why: 'Blocks can be nested 32 levels deep. Deeper blocks are text.',
    wrong: `${'{% callout %}\n'.repeat(33)}Text\n${'{% /callout %}\n'.repeat(33)}`,
    right: CALLOUT,
  },
  'empty-link': {
    severity: 'warning',
    says: 'A link has no text: readers do not see it.',
    why: 'A link without text cannot be seen or clicked. `[auto$](…)` shows the title of the page that it leads to; `--fix` writes it if that page is in the folder.',
    wrong: 'See [](/d/intro).',
    right: 'See [auto$](/d/intro).',
  },
  'broken-link': {
    severity: 'error',
    says: 'A link leads to a page that does not exist.',
    why: 'Readers who click get an error page. The folder has the documentation that the link leads into, but not the page. `--fix` corrects the target if only its letter case, ending or root is wrong.',
    wrong: 'See the [introduction](/d/intra).',
    right: LINK,
  },
  'bad-address': {
    severity: 'error',
    says: 'A link to another site is incomplete: browsers look for it on this site.',
    why: 'Without a scheme, the address of another site is a path on this one. `--fix` completes it.',
    wrong: 'See [the site](github.com/docs).',
    right: 'See [the site](https://github.com/docs).',
  },
  'missing-file': {
    severity: 'error',
    says: 'A link leads to a file that does not exist, or is hidden.',
    why: 'The link leads to a file beside the pages that does not exist, or that is hidden because a name in its path begins with a dot, so readers get an error page.',
    wrong: 'Get the [handbook](handbook.pdf).',
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\nGet the [handbook](handbook.pdf).\n',
      'v1/d/handbook.pdf': '',
    },
  },
  'external-link': {
    severity: 'warning',
    says: 'A link to another site does not lead anywhere. Only `docs check --external` asks.',
    why: 'The other site says that it has no such page, or it cannot be reached, so readers get an error page.',
    wrong: null,
    right: null,
  },
  'same-slug': {
    severity: 'error',
    says: 'A link is ambiguous: several pages share its slug.',
    why: 'Several files claim the page that the link leads to, and the tool cannot tell which one is meant.',
    wrong: null,
    right: null,
  },
  'app-link': {
    severity: 'warning',
    says: "A link leads into the platform's editor, which readers cannot open.",
    why: 'The address belongs to the editor, which only members of the project can open.',
    wrong: 'See [the page](https://app.developerhub.io/project/v1/d/intro).',
    right: LINK,
  },
  'linked-page-unlisted': {
    severity: 'warning',
    says: 'A link leads to a page that readers cannot open.',
    why: 'Readers who click get an error page: the page has `listed: false`.',
    wrong: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](other.md)\n',
      'v1/d/other.md': TITLED.replace('Other', 'Other\nlisted: false'),
    },
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](other.md)\n',
      'v1/d/other.md': TITLED,
    },
  },
  'linked-page-held-back': {
    severity: 'warning',
    says: 'A link leads to a page that is held back: readers do not get it.',
    why: 'Readers who click get an error page. The page, or one above it, is a draft, hidden, for an audience, or not for readers yet, such as with `draft: true`.',
    wrong: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](other.md)\n',
      'v1/d/other.md': TITLED.replace('Other', 'Other\nhidden: true'),
    },
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](other.md)\n',
      'v1/d/other.md': TITLED,
    },
  },
  'linked-page-in-unpublished-documentation': {
    severity: 'warning',
    says: 'A link leads into a documentation that is not published.',
    why: 'Readers who click get an error page: the documentation has `published: false`.',
    wrong: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](/e/other)\n',
      'v1/e/_settings.yaml': 'title: E\npublished: false\n',
      'v1/e/other.md': TITLED,
    },
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Other](/e/other)\n',
      'v1/e/_settings.yaml': 'title: E\npublished: true\n',
      'v1/e/other.md': TITLED,
    },
  },
  'linked-page-in-unpublished-reference': {
    severity: 'warning',
    says: 'A link leads into an API reference that is not published.',
    why: 'Readers who click get an error page: the API reference has `published: false`.',
    wrong: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Pets](/api/getPets)\n',
      'v1/refs/api.yaml':
        "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\nservers: [{ url: https://pets.example.com }]\npaths: {}\n",
      'v1/refs/api.settings.yaml': 'published: false\n',
    },
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n[Pets](/api/getPets)\n',
      'v1/refs/api.yaml':
        "openapi: 3.0.3\ninfo: { title: Pets, version: '1' }\nservers: [{ url: https://pets.example.com }]\npaths: {}\n",
      'v1/refs/api.settings.yaml': 'published: true\n',
    },
  },
  'broken-anchor': {
    severity: 'warning',
    says: 'The page that a link leads to does not have the heading.',
    why: 'The page opens at the top instead of at the heading. `--fix` corrects an anchor that GitHub makes of the same heading, and one from which exactly one heading differs only in punctuation or by one letter.',
    wrong: 'See [first steps](/d/intro#second-steps).',
    right: 'See [first steps](/d/intro#first-steps).',
  },
  'missing-image': {
    severity: 'error',
    says: 'An image has an address at which there is no file.',
    why: 'Readers see a broken picture.',
    wrong: '![The window](window.png)',
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n![The window](window.png)\n',
      'v1/d/window.png': '',
    },
  },
  'missing-asset': {
    severity: 'error',
    says: 'An image names an asset that the list of the page lacks.',
    why: "The page shows a picture by an id, but the list at its end does not have the address for that id. On a page without such a list, the id is one of the platform's library.",
    wrong:
      '$plugin[{"type":"image","data":{"url":"asset:abd"}}]$\n\n<!-- asset:abc=https://example.com/a.png -->',
    right:
      '$plugin[{"type":"image","data":{"url":"asset:abc"}}]$\n\n<!-- asset:abc=https://example.com/a.png -->',
  },
  'missing-synced-block': {
    severity: 'error',
    says: 'The synced block does not exist in the folder.',
    why: 'The page embeds a block that has no file in `_synced-blocks`, so it shows nothing there.',
    wrong: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n{% synced id="notes" /%}\n',
      '_synced-blocks/note.md': "---\ntitle: 'Note'\n---\n\nText\n",
    },
    right: {
      'v1/d/page.md': '---\ntitle: Page\n---\n\n{% synced id="note" /%}\n',
      '_synced-blocks/note.md': "---\ntitle: 'Note'\n---\n\nText\n",
    },
  },
  'unknown-variable': {
    severity: 'warning',
    says: '`developerhub.yaml` does not set the variable: readers see its name between percent signs.',
    why: 'Nothing sets the variable, so readers see its name between percent signs.',
    wrong: {
      'v1/_settings.yaml': 'name: v1\npublished: true\n',
      'developerhub.yaml': 'title: A\nvariables:\n  product: Pets\n',
      'v1/d/page.md': '---\ntitle: Page\n---\n\nAbout %produkt%\n',
    },
    right: {
      'v1/_settings.yaml': 'name: v1\npublished: true\n',
      'developerhub.yaml': 'title: A\nvariables:\n  product: Pets\n',
      'v1/d/page.md': '---\ntitle: Page\n---\n\nAbout %product%\n',
    },
  },
  'gated-definition': {
    severity: 'error',
    says: 'A link outside a conditional uses a definition that is inside it, so every reader gets the address and the title.',
    why: 'A definition such as `[label]: /address (title)` counts for the whole page, whatever is around it. Readers whom the conditional excludes get its address and title through links with its label.',
    wrong:
      '{% conditional audience="staff" %}\n\n[plan]: https://example.com (The plan)\n\n{% /conditional %}\n\nSee [plan].',
    right:
      '{% conditional audience="staff" %}\n\nSee [plan].\n\n[plan]: https://example.com (The plan)\n\n{% /conditional %}',
  },
  'stale-snippet': {
    severity: 'error',
    says: 'A sample is not what its file has.',
    why: 'A comment above the fence names a part of a file, and one of them changed since. `--fix` fills the fence again. If the page is right, change the file, or remove the comment.',
    wrong: SAMPLE('docs pull'),
    right: SAMPLE('docs push'),
  },
  'missing-snippet': {
    severity: 'error',
    says: 'The file, the region or the fence of a sample is missing.',
    why: 'A `docs-snippet` comment names a file of the project, and a region or lines of it; the fence with the sample is the next thing below it. What is hidden, outside of the project, not text, or larger than 1 MB is not read. Without these, nobody notices when the sample becomes wrong.',
    wrong: SAMPLE('docs push', 'pull.sh'),
    right: SAMPLE('docs push'),
  },
  'unused-ignore': {
    severity: 'warning',
    says: 'A comment that ignores a rule has no effect.',
    why: 'The finding that the line ignored no longer exists, but the line would hide the next one.',
    wrong: '[//]: # (docs-check-ignore broken-link)\n\nText',
    right: '[//]: # (docs-check-ignore broken-link)\n\n[Later](/d/not-yet)',
  },
  'bad-ignore': {
    severity: 'warning',
    says: 'A comment that should ignore a rule is not recognised, or does not name a rule.',
    why: 'The line has no effect, or readers see it: it does not name a rule, is an HTML comment, or continues a paragraph.',
    wrong: '<!-- docs-check-ignore broken-link -->',
    right: '[//]: # (docs-check-ignore broken-link)\n\n[Later](/d/not-yet)',
  },
} as const satisfies Record<string, Rule>;
