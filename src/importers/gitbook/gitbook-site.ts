/** Spaces of GitBook. */
import { posix } from 'node:path';
import { decoded } from '../../content/darkdown/address.ts';
import { readToolConfig } from '../config/data.ts';
import { settingsTeller, tellUnread } from '../issues.ts';
import type { Dialect, ImportIssue, NavNode, SourceFolder, SourceSite } from '../model.ts';
import { movesIn } from '../source-redirects.ts';
import { GITHUB, PRESS } from '../anchors.ts';
import { EMOJI } from '../read/names.ts';
import { isFar, pagesBelow, sourcePath } from '../source-names.ts';
import { filesIn, linkNode, pageNode, siteOf } from '../folder-navigation.ts';
import { textIn, textUnder, valueIn } from '../config-values.ts';

const DIALECT: Dialect = {
  hasTags: true,
  slugs: [GITHUB, PRESS],
  hidesBy: ['hidden'],
  groupsKey: 'if',
  notations: EMOJI,
  // The picture above the title of the page.
  leadOf: (front) => {
    const cover = textIn(front.get('cover'));
    return cover === null ? null : { heading: null, lines: [`![](<${cover}>)`], cards: [] };
  },
};

/** Reads the space whose `.gitbook.yaml` or `SUMMARY.md` is in `base`. */
export async function readGitBook(folder: SourceFolder, base: string): Promise<SourceSite> {
  const issues: ImportIssue[] = [];
  const file = sourcePath(base, '.gitbook.yaml');
  const config = await readToolConfig(folder, file, issues);
  const root = sourcePath(base, (textUnder(config, 'root') ?? '.').replace(/^\.?\//, './'));
  const named = textUnder(valueIn(config, 'structure'), 'summary');
  const summary = sourcePath(root, named ?? 'SUMMARY.md');
  const pages = pagesBelow(
    folder.files,
    root,
    (path) => sourcePath(root, path) === summary || path.startsWith('.gitbook/'),
  );
  const nodes = summaryOf(folder.text(summary) ?? '', posix.dirname(summary), new Set(pages));
  const placed = new Set(filesIn(nodes));
  if (named !== null && !folder.has(summary))
    tellUnread(settingsTeller(folder, file, issues), named);
  const redirects = movesIn(valueIn(config, 'redirects'));
  return siteOf(DIALECT, root, pages, () => nodes, {
    settings: [summary],
    // GitBook publishes only the pages in its summary.
    isDraft: (path) => placed.size > 0 && !placed.has(path),
    showsOutside: () => false,
    redirects,
    issues,
  });
}

/** A list item: a link with its text, target and label, or text alone. */
const ITEM =
  /^([ \t]*)[-*+][ \t]+(?:\[((?:[^\]\\]|\\.){0,500})\]\(<?([^)>\s]{0,1000}(?:[ ][^)>"]{0,500})?)>?(?:[ \t]+"([^"]*)")?\)|([^[\s].{0,500}))/;
/** How deep entries nest; deeper ones are next to each other. */
const DEEPEST = 30;
const HEADING = /^#{1,6}[ \t]+(.{1,500}?)[ \t]*#*[ \t]*$/;

interface Open {
  readonly indent: number;
  readonly children: NavNode[];
}

/** The navigation of a `SUMMARY.md`: headings are groups, list items are pages. */
function summaryOf(text: string, folder: string, pages: ReadonlySet<string>): NavNode[] {
  const top: NavNode[] = [];
  let group: NavNode[] = top;
  let open: Open[] = [];
  let headings = 0;
  for (const line of text.split(/\r?\n/)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      headings += 1;
      // The first heading is the title of the table of contents.
      const isTitle = headings === 1 && top.length === 0 && /^#[ \t]/.test(line);
      const children: NavNode[] = [];
      const label = heading.replaceAll(/<[^<>]*>/g, '').trim();
      if (!isTitle) top.push({ kind: 'group', label, children });
      group = isTitle ? top : children;
      open = [];
      continue;
    }
    const item = ITEM.exec(line);
    if (item === null) {
      if (/^[ \t]*(?:---+|\*\*\*+)[ \t]*$/.test(line) && top.length > 0) {
        group = top;
        open = [];
        top.push({ kind: 'separator' });
      }
      continue;
    }
    const [, space = '', text = '', target = '', label = text, alone] = item;
    const indent = space.replaceAll('\t', '    ').length;
    open = open.filter((each) => each.indent < indent);
    const into = open.at(-1)?.children ?? group;
    const said = (alone ?? label).replaceAll(/\\(.)/g, '$1').replaceAll('`', '').trim();
    const children: NavNode[] = [];
    const path = target === '' || isFar(target) ? undefined : fileOf(target, folder, pages);
    if (path === undefined) {
      if (target !== '') into.push(linkNode(target, said));
      if (!isFar(target)) into.push({ kind: 'group', label: said, children });
    } else into.push(pageNode(path, said === '' ? null : said, children));
    if (open.length < DEEPEST) open.push({ indent, children });
  }
  return top;
}

function fileOf(target: string, folder: string, pages: ReadonlySet<string>): string | undefined {
  const path = target.replace(/[#?].*$/, '').trim();
  const whole = sourcePath(folder, decoded(path) ?? path);
  return [whole, `${whole}.md`, sourcePath(whole, 'README.md')].find((each) => pages.has(each));
}
