import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import { diffHtml } from '../../../../src/commands/shared/definition-changes/markdown.ts';
import { changesOf, hostileText, reportOf } from './diff-reports.ts';

type Element = DefaultTreeAdapterTypes.Element;

const elementsOf = (html: string): Element[] => elementsIn(parse(html));

function elementsIn(root: DefaultTreeAdapterTypes.Node): Element[] {
  const open: DefaultTreeAdapterTypes.Node[] = [root];
  const elements: Element[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) elements.push(node);
    if ('childNodes' in node) open.push(...node.childNodes);
  }
  return elements;
}

const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((each) => each.name === name)?.value;

const named = (elements: readonly Element[], name: string): Element[] =>
  elements.filter(({ tagName }) => tagName === name);

test('the HTML report lists every change, and lets nothing run and nothing load but its own style', async () => {
  const changes = [...changesOf('breaking', 200, 3), ...changesOf('safe', 200, 3)];
  const html = await diffHtml(reportOf(changes));
  const elements = elementsOf(html);
  const policy = elements.find(
    (each) => attribute(each, 'http-equiv') === 'Content-Security-Policy',
  );
  const [style] = named(elements, 'style');
  const css = style?.childNodes.map((node) => ('value' in node ? node.value : '')).join('') ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  expect(attribute(policy, 'content')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name))).not.toContain('style');
  const rows = named(elements, 'tbody').flatMap(({ childNodes }) =>
    childNodes.filter((node) => 'tagName' in node),
  );
  expect(rows.length).toBeGreaterThanOrEqual(changes.length);
});

test('the HTML report has a language, a title, headings in order and heads of columns', async () => {
  const elements = elementsOf(await diffHtml(reportOf(changesOf('breaking', 2, 1))));
  expect(attribute(named(elements, 'html')[0], 'lang')).toBe('en');
  expect(named(elements, 'title')).toHaveLength(1);
  expect(named(elements, 'h1')).toHaveLength(1);
  expect(elements.map(({ tagName }) => tagName).filter((name) => /^h[2-6]$/.test(name))).toEqual([
    'h2',
  ]);
  for (const table of named(elements, 'table')) {
    const heads = named(
      table.childNodes.flatMap((node) => ('childNodes' in node ? elementsIn(node) : [])),
      'th',
    );
    expect(heads).toHaveLength(3);
  }
});

test('text of others adds no element and no attribute to the HTML report', async () => {
  const withTexts = async (texts: readonly string[]): Promise<Element[]> => {
    const [subject = '', message = '', operation = '', old = '', part = '', file = ''] = texts;
    const newPlace = { file, line: 1, column: 1 };
    const changes = changesOf('breaking', 1, 1).map((each) =>
      Object.assign({}, each, { subject, message, operations: [`GET ${operation}`], newPlace }),
    );
    return elementsOf(await diffHtml({ ...reportOf(changes), old, elsewhere: [part] }));
  };
  const shape = (elements: readonly Element[]): string[] =>
    elements
      .filter(({ tagName }) => tagName !== 'code')
      .map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`);
  const plain = shape(await withTexts(['a', 'a', 'a', 'a', 'a', 'a']));
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 6, maxLength: 6 }), async (texts) => {
      expect(shape(await withTexts(texts))).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});
