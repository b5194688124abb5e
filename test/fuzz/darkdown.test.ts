import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtml, toMarkdown, toText } from '../../src/content/darkdown/convert.ts';
import { check } from '../../src/content/darkdown/check.ts';
import { parse } from '../../src/content/darkdown/parse.ts';
import { canonical, print, samePage } from '../../src/content/darkdown/print.ts';
import type { Resolver } from '../../src/content/darkdown/resolver.ts';
import { sections } from '../../src/content/darkdown/sections.ts';
import { anyBody } from '../content/darkdown/grammar.ts';
import { unsafeParts } from '../content/darkdown/unsafe.ts';
import { workOf } from '../content/darkdown/work.ts';

const numRuns = Number(process.env['DOCS_FUZZ_RUNS'] ?? 300);
const parameters = { numRuns };

/** A project that gives back what a page asks for, hostile answers included. */
const project = (body: string): Resolver => ({
  page: (link) => ({ title: `<b>${link}</b>`, url: link }),
  variable: (name) => `<i onclick=x>${name}</i>`,
  synced: () => body,
  asset: () => undefined,
  glossary: (term) => `"><script>${term}`,
  children: () => [{ title: '<script>', url: 'javascript:alert(1)' }],
  audience: () => true,
});

test('any text is read without loss, checked and printed', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      expect(print(parse(body))).toBe(body);
      for (const { line, column, offset } of check(body)) {
        expect(body.split('\n')[line - 1]?.length).toBeGreaterThanOrEqual(column - 1);
        expect(offset).toBeLessThanOrEqual(body.length);
      }
    }),
    parameters,
  );
});

test('any text converts, and its HTML is safe', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const resolver = project(body);
      const html = await toHtml(body, resolver, { highlight: true });
      expect(unsafeParts(html)).toEqual([]);
      expect(typeof toText(body, resolver)).toBe('string');
      expect(typeof toMarkdown(body, resolver)).toBe('string');
      expect(sections(body, resolver).every(({ level }) => level <= 2)).toBe(true);
    }),
    parameters,
  );
});

test('the canonical form says what the body says, and is its own canonical form', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const printed = canonical(body);
      expect(samePage(body, printed)).toBe(true);
      expect(canonical(printed)).toBe(printed);
    }),
    parameters,
  );
});

test('reading costs work in proportion to the length', () => {
  fc.assert(
    fc.property(anyBody, fc.integer({ min: 2, max: 8 }), (body, times) => {
      const once = workOf(() => parse(`${body}\n`));
      const often = workOf(() => parse(`${body}\n`.repeat(times)));
      expect(often).toBeLessThan(once * times * 3 + 2000);
    }),
    { numRuns: Math.min(numRuns, 100_000) },
  );
});
