import { cpuUsage } from 'node:process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../../src/content/darkdown/read/syntax.ts';
import { toHtml, toMarkdown, toText } from '../../src/content/darkdown/convert.ts';
import { parse } from '../../src/content/darkdown/read/parse.ts';
import { canonical, samePage } from '../../src/content/darkdown/print/canonical.ts';
import type { Resolver } from '../../src/content/darkdown/write/resolver.ts';
import { sections } from '../../src/content/darkdown/sections.ts';
import { ParsedPage } from '../../src/content/darkdown/write/parsed-page.ts';
import { findLinks } from '../../src/content/links/find-links.ts';
import { realPages } from '../content/darkdown/corpus.ts';
import { anyBodyAnd, pumpedBody } from '../content/darkdown/slips.ts';
import { unsafeParts } from '../content/darkdown/unsafe.ts';
import { workOf } from '../content/darkdown/work.ts';
import { tiled } from '../content/darkdown/tiled.ts';

/** Inputs in all; each property takes its share of them. */
const wanted = process.env['DOCS_FUZZ_INPUTS'];
const inputs = Number(wanted ?? 1200);
const share = (part: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(inputs * part),
});

const body = anyBodyAnd(realPages().map((page) => page.body));

/** A project that gives back what a page asks for, hostile answers included. */
const project = (synced: string): Resolver => ({
  page: (link) => ({ title: `<b>${link}</b>`, url: link }),
  variable: (name) => `<i onclick=x>${name}</i>`,
  synced: () => synced,
  asset: () => undefined,
  file: () => undefined,
  glossary: (term) => `"><script>${term}`,
  children: () => [{ title: '<script>', url: 'javascript:alert(1)' }],
  audience: () => true,
});

test('any text is read without loss, checked and printed', () => {
  fc.assert(
    fc.property(body, (text) => {
      expect(tiled(parse(text))).toBe(text);
      for (const { line, column, offset } of check(parse(text))) {
        expect(text.split('\n')[line - 1]?.length).toBeGreaterThanOrEqual(column - 1);
        expect(offset).toBeLessThanOrEqual(text.length);
      }
      for (const { start, end, target } of findLinks(text)) {
        expect(text.slice(start, end)).toBe(target);
      }
    }),
    share(0.25),
  );
});

test('any text converts, and its HTML is safe', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const resolver = project(text);
      const html = await toHtml(text, resolver, { highlight: true });
      expect(unsafeParts(html)).toEqual([]);
      expect(typeof toText(text, resolver)).toBe('string');
      expect(typeof toMarkdown(text, resolver)).toBe('string');
      expect(() => sections(ParsedPage.of(text), resolver)).not.toThrow();
    }),
    share(0.35),
  );
});

test('the canonical form says what the body says, and is its own canonical form', () => {
  fc.assert(
    fc.property(body, (text) => {
      const printed = canonical(text);
      expect(samePage(text, printed)).toBe(true);
      expect(canonical(printed)).toBe(printed);
    }),
    share(0.3),
  );
});

test('reading costs work in proportion to the length', () => {
  fc.assert(
    fc.property(body, fc.integer({ min: 2, max: 8 }), (text, times) => {
      const once = workOf(() => parse(`${text}\n`));
      const often = workOf(() => parse(`${text}\n`.repeat(times)));
      expect(often).toBeLessThan(once * times * 3 + 2000);
    }),
    share(0.09),
  );
});

const LENGTH = 10_000;
const BOUND_MS = 100;

const JOBS: Readonly<Record<string, (text: string) => unknown>> = {
  check: (text) => check(parse(text)),
  links: findLinks,
  html: (text) => toHtml(text, project(''), { highlight: true }),
  text: (text) => toText(text, project('')),
  markdown: (text) => toMarkdown(text, project('')),
  sections: (text) => sections(ParsedPage.of(text), project('')),
  canonical,
};

/** The least processor time of a few runs: what else the machine does is not what is measured. */
async function leastMs(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && least > BOUND_MS; attempt += 1) {
    const before = cpuUsage();
    await run();
    const { user, system } = cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

// A clock has no place among the tests that run on every change: there, work is counted instead.
test.runIf(wanted !== undefined)('nothing takes long over 10 kB of repeated text', async () => {
  await fc.assert(
    fc.asyncProperty(pumpedBody(LENGTH), async (text) => {
      for (const [name, job] of Object.entries(JOBS)) {
        const ms = await leastMs(() => job(text));
        expect(ms, `${name}, milliseconds`).toBeLessThanOrEqual(BOUND_MS);
      }
    }),
    share(0.01),
  );
});
