// Reviews of edited pages beside rendering them twice: pages of DOCS_CORPUS, else generated ones.
import { bundled, GENERATED, HOSTILE, realBodies } from './bodies.js';
import { atMost, ratioOfFastest } from './measure.js';

const PAGES = 300;
const ROUNDS = 15;
const GOAL = 2;
const WORST_GOAL_MS = 250;
const HOSTILE_LENGTH = 10_000;

/**
 * A word in every twentieth line is different, and a paragraph is new.
 *
 * @param {string} body
 */
const edited = (body) =>
  body
    .split('\n')
    .map((line, at) => (at % 20 === 3 ? line.replace(/[a-z]{4,}/, 'edited') : line))
    .toSpliced(5, 0, '', 'A paragraph that was not there before.', '')
    .join('\n');

const NO_PICTURE = () => undefined;
const NAMES = { added: '', removed: '', changed: '', unseen: '', source: '' };

/** Rows for the table of `npm run bench`. */
export async function reviewRows() {
  const { toHtml, NO_PROJECT, reviewPage, articleHtml, reviewHtml } = await bundled();
  const real = realBodies();
  const kind = real.length > 0 ? 'real' : 'generated';
  const sources = real.length > 0 ? real : [GENERATED.repeat(6)];
  /** @type {[string, string][]} */
  const pairs = Array.from({ length: PAGES }, (_, at) => {
    const body = sources[at % sources.length] ?? '';
    return [body, edited(body)];
  });
  /** @param {string} text */
  const version = (text) => ({
    title: 'A page',
    header: new Map(),
    body: { text, resolver: NO_PROJECT },
  });
  /** @param {[string, string][]} some */
  const review = async (some) => {
    const started = performance.now();
    const pages = [];
    for (const [at, [old, next]] of some.entries()) {
      const page = reviewPage({
        name: 'v1/guide/page',
        file: null,
        note: null,
        old: version(old),
        new: version(next),
      });
      const id = `page-${at}`;
      if (page)
        pages.push({
          ...page,
          body: null,
          id,
          html: await articleHtml(page, id, NAMES, NO_PICTURE),
        });
    }
    reviewHtml({ old: 'old', new: 'new', totals: '', pages }, NAMES);
    return performance.now() - started;
  };
  const render = async () => {
    const started = performance.now();
    for (const pair of pairs) {
      for (const body of pair) await toHtml(body, NO_PROJECT, { highlight: false });
    }
    return performance.now() - started;
  };
  const measured = await ratioOfFastest(() => review(pairs), render, ROUNDS);
  let worst = 0;
  for (const pair of pairs) worst = Math.max(worst, await bestOfThree(() => review([pair])));
  let slowest = { piece: '', ms: 0 };
  for (const piece of HOSTILE) {
    const body = piece.repeat(HOSTILE_LENGTH / piece.length);
    const ms = await bestOfThree(() => review([[body, `x${body.slice(50)}y`]]));
    if (ms > slowest.ms) slowest = { piece, ms };
  }
  return [
    atMost(
      `review of ${PAGES} edited ${kind} pages, as HTML`,
      measured,
      GOAL,
      'rendering them twice',
    ),
    row(`review of the slowest of these pages`, worst),
    row(
      `review of the worst of ${HOSTILE.length} hostile texts of 10 kB (${JSON.stringify(slowest.piece)} repeated)`,
      slowest.ms,
    ),
  ];
}

/**
 * Takes the fastest round, because other work on the machine only makes rounds slower.
 *
 * @param {() => Promise<number>} measure
 */
const bestOfThree = async (measure) => Math.min(await measure(), await measure(), await measure());

/**
 * @param {string} what
 * @param {number} ms
 */
const row = (what, ms) => ({
  what,
  figure: `${ms.toFixed(1)} ms`,
  goal: `<= ${WORST_GOAL_MS} ms`,
  ok: ms <= WORST_GOAL_MS,
});
