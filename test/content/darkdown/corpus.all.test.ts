/** Real pages of all generations: nothing is lost, dropped, unsafe or needlessly rewritten. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, markdownOf } from '../../../src/content/darkdown/read/syntax.ts';
import { readDocument } from '../../../src/content/check/reading.ts';
import { RULES } from '../../../src/content/check/rules.ts';
import { toHtml, toMarkdown, toText } from '../../../src/content/darkdown/convert.ts';
import { inlinesOf } from '../../../src/content/darkdown/read/inline.ts';
import type { Fragment, Node } from '../../../src/content/darkdown/read/model.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { canonical, samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { hasCorpus } from '../../support/corpus.ts';
import { realPages } from './corpus.ts';
import { unsafeParts } from './unsafe.ts';
import { tiled } from './tiled.ts';

const pages = realPages();

/** What a body holds, told by its lines alone: by code that shares nothing with the parser. */
function countLines(body: string): Record<string, number> {
  const counts = { tags: 0, plugins: 0, fences: 0, tableRows: 0, headings: 0, inlineTags: 0 };
  let fence = '';
  let raw = '';
  for (const line of body.split('\n')) {
    const start = line.trimStart();
    const ticks = start.startsWith('```')
      ? start.slice(0, start.length - start.replace(/^`+/, '').length)
      : '';
    if (raw !== '') {
      if (line.startsWith(raw)) raw = '';
      continue;
    }
    if (fence !== '') {
      if (ticks.length >= fence.length && start.trim() === ticks) fence = '';
      continue;
    }
    if (ticks !== '') {
      fence = ticks;
      counts.fences += 1;
      continue;
    }
    if (line.startsWith('$plugin[')) counts.plugins += 1;
    if (line.startsWith('#')) counts.headings += 1;
    if (line.startsWith('| ')) counts.tableRows += 1;
    const isBlock = line.startsWith('{%') && line.indexOf('{%', 2) === -1 && !isInline(line);
    if (isBlock && !line.startsWith('{% /')) counts.tags += 1;
    else if (!isBlock) counts.inlineTags += countInline(line);
    if (line.startsWith('{% html')) raw = '{% /html';
    if (line.startsWith('{% tab language')) raw = '{% /tab';
  }
  return counts;
}

const INLINE = ['badge', 'icon', 'key', 'glossary', 'inline-image'];

const isInline = (line: string): boolean => INLINE.some((name) => line.startsWith(`{% ${name} `));

/** Tags in a line, those in backticks left out. */
function countInline(line: string): number {
  return line
    .split('`')
    .filter((_, index) => index % 2 === 0)
    .reduce(
      (sum, text) => sum + INLINE.reduce((n, name) => n + text.split(`{% ${name} `).length - 1, 0),
      0,
    );
}

/** What the parser holds of the same body. */
function countNodes(body: string): Record<string, number> {
  const counts = { tags: 0, plugins: 0, fences: 0, tableRows: 0, headings: 0, inlineTags: 0 };
  const visit = (node: Node, source: string): void => {
    if (node.kind === 'markdown') {
      counts.inlineTags += inlinesOf(source, node).filter(({ kind }) => kind === 'tag').length;
      const lines = source.slice(node.start, node.end).split('\n');
      let fenced = false;
      for (const line of lines) {
        if (line.trimStart().startsWith('```')) {
          fenced = !fenced;
          if (fenced) counts.fences += 1;
        }
        if (!fenced && line.startsWith('#')) counts.headings += 1;
        if (!fenced && line.startsWith('| ')) counts.tableRows += 1;
      }
    } else if (node.kind === 'code') counts[node.notation === 'fence' ? 'fences' : 'tags'] += 1;
    else if (node.kind === 'html') counts[node.notation === 'plugin' ? 'plugins' : 'tags'] += 1;
    else if (node.kind === 'block' && node.notation === 'plugin') counts.plugins += 1;
    else if (node.kind === 'block') {
      counts.tags += 1;
      for (const child of node.body.nodes) visit(child, node.body.source);
    }
  };
  for (const node of parse(body).nodes) visit(node, body);
  return counts;
}

const files = (some: readonly { readonly file: string }[]): string[] =>
  some.map(({ file }) => file);

describe.skipIf(!hasCorpus)('real pages', () => {
  test('contain some of each layout', () => {
    const layouts = new Set(pages.map(({ layout }) => layout));
    expect(layouts).toEqual(new Set(['repository-layout', 'early-layout', 'export-layout']));
    expect(pages.length).toBeGreaterThan(250);
  });

  test('the joined spans are the source', () => {
    expect(files(pages.filter(({ body }) => tiled(parse(body)) !== body))).toEqual([]);
  });

  test('every construct in the source lines is in the model', () => {
    const total: Record<string, number> = {};
    for (const { file, body } of pages) {
      const expected = countLines(body);
      expect({ file, ...countNodes(body) }).toEqual({ file, ...expected });
      for (const [name, count] of Object.entries(expected))
        total[name] = (total[name] ?? 0) + count;
    }
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(100);
  });

  test('no page has a syntax mistake', () => {
    const findings = pages.flatMap(({ file, body }) =>
      check(parse(body)).map(({ rule, line }) => `${RULES[rule].severity} ${rule} ${file}:${line}`),
    );
    expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([]);
  });

  test('each is converted to safe HTML that is not empty', async () => {
    for (const { file, body } of pages) {
      const html = await toHtml(body, NO_PROJECT);
      expect({ file, unsafe: unsafeParts(html) }).toEqual({ file, unsafe: [] });
      expect({ file, empty: html === '' }).toEqual({ file, empty: isEmpty(body) });
      expect(html).not.toContain('\0');
    }
  });

  test('plain Markdown contains no tag or plugin outside code', () => {
    const left = pages.flatMap(({ file, body }) => {
      const plain = parse(toMarkdown(body, NO_PROJECT));
      const blocks = plain.nodes.filter(({ kind }) => kind === 'block' || kind === 'asset');
      const inline = markdownOf(plain).flatMap((span) => inlinesOf(plain.source, span));
      return [...blocks, ...inline.filter(({ kind }) => kind === 'tag')].map(() => file);
    });
    expect(left).toEqual([]);
  });

  test('plain Markdown is unchanged', () => {
    const plain = pages.filter(
      ({ body }) => !/\{%|\$plugin|\$inline|auto\$|\]\(\)|<!--/.test(body),
    );
    expect(plain.length).toBeGreaterThan(5);
    expect(files(plain.filter(({ body }) => toMarkdown(body, NO_PROJECT) !== body))).toEqual([]);
  });

  test('text contains the first word of every paragraph', () => {
    const missing = pages.flatMap(({ file, body }) => {
      const text = toText(body, NO_PROJECT);
      return firstWords(parse(body))
        .filter((word) => !text.includes(word))
        .map((word) => `${word} ${file}`);
    });
    expect(missing).toEqual([]);
  });

  test('the canonical form is stable, and is the same page', () => {
    const changed = pages.filter(({ body }) => {
      const printed = canonical(body);
      return canonical(printed) !== printed || !samePage(body, printed);
    });
    expect(files(changed)).toEqual([]);
  });

  test("today's pages are already in canonical form", () => {
    const today = pages.filter(({ layout }) => layout === 'repository-layout');
    expect(files(today.filter(({ body }) => canonical(body) !== body))).toEqual([]);
  });

  test('anchors in links of pages are those of headings', () => {
    const anchors = new Map(
      pages.map(({ file, body }) => [
        file,
        [...readDocument(parse(body), () => undefined).anchors],
      ]),
    );
    const links = pages.flatMap(({ file, body }) => {
      const targets = body.matchAll(/\]\(([^\s()#]+\.md)?#([a-z0-9-]+)\)/g);
      return Array.from(targets, ([, path, anchor = '']) => ({
        known: anchors.get(path === undefined ? file : posix.join(posix.dirname(file), path)) ?? [],
        anchor,
      }));
    });
    const letters = (text: string): string => text.replaceAll('-', '');
    // Links to headings that were renamed since match none by any rule.
    const derivable = links.filter(({ known, anchor }) =>
      known.some((each) => letters(each) === letters(anchor)),
    );
    const unlike = derivable.filter(({ known, anchor }) => !known.includes(anchor));
    expect(derivable.length).toBeGreaterThan(100);
    // Of a heading with `/` between two words, which leaves no hyphen everywhere else.
    expect(unlike.map(({ anchor }) => anchor)).toEqual(['changing-link-title-specifying-heading']);
  });
});

/** Nothing to see: no text, or a block that shows what only a project knows. */
const isEmpty = (body: string): boolean =>
  parse(body).nodes.every((node) =>
    node.kind === 'markdown'
      ? body.slice(node.start, node.end).trim() === ''
      : node.kind === 'block' && ['synced', 'index-list'].includes(node.name),
  );

/** The words that runs of Markdown begin with. */
const firstWords = ({ source, nodes }: Fragment): string[] =>
  nodes.flatMap((node) => {
    if (node.kind !== 'markdown') return [];
    return /^\s*([A-Za-z]{4,})/.exec(source.slice(node.start, node.end))?.slice(1) ?? [];
  });
