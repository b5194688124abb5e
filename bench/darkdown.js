// Darkdown to HTML beside markdown-it and Markdoc: pages of DOCS_CORPUS, else generated ones.
import MarkdownIt from 'markdown-it';
import { bundled, GENERATED, HOSTILE, realBodies } from './bodies.js';
import { inTurns } from './measure.js';

const ROUNDS = 15;
const GOAL = 1.2;

/**
 * Time of the processor: a round is short, and other work on the machine would distort it.
 *
 * @param {string[]} bodies
 * @param {(body: string) => unknown} convert
 */
async function milliseconds(bodies, convert) {
  const start = process.cpuUsage();
  for (const body of bodies) await convert(body);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const HOSTILE_LENGTH = 10_000;
const HOSTILE_GOAL_MS = 100;

/**
 * The slowest of the texts made to be slow: the best of three rounds of each.
 *
 * @param {(body: string) => unknown} convert
 */
async function slowest(convert) {
  let worst = { piece: '', ms: 0 };
  for (const piece of HOSTILE) {
    const body = piece.repeat(HOSTILE_LENGTH / piece.length);
    const times = [];
    for (let run = 0; run < 3; run += 1) times.push(await milliseconds([body], convert));
    const ms = Math.min(...times);
    if (ms > worst.ms) worst = { piece, ms };
  }
  return worst;
}

/** Rows for the table of `npm run bench`: the fastest rounds. markdown-it as it is published. */
export async function darkdownRows() {
  const { toHtml, NO_PROJECT, Markdoc } = await bundled();
  const real = realBodies();
  const bodies = real.length > 0 ? real : Array.from({ length: 300 }, () => GENERATED.repeat(6));
  const plain = new MarkdownIt();
  const [docs = 0, markdownIt = 1, markdoc = 1] = (
    await inTurns(
      [
        () => milliseconds(bodies, (body) => toHtml(body, NO_PROJECT, { highlight: false })),
        () => milliseconds(bodies, (body) => plain.render(body)),
        () =>
          milliseconds(bodies, (body) =>
            Markdoc.renderers.html(Markdoc.transform(Markdoc.parse(body))),
          ),
      ],
      ROUNDS,
    )
  ).map((each) => Math.min(...each));
  const hostile = await slowest((body) => toHtml(body, NO_PROJECT, { highlight: false }));
  const kind = real.length > 0 ? 'real' : 'generated';
  const speed = (/** @type {number} */ ms) => `${Math.round((bodies.length / ms) * 1000)} pages/s`;
  return [
    {
      what: `darkdown to HTML, highlighting off, ${bodies.length} ${kind} pages (beside markdown-it: ${speed(markdownIt)})`,
      figure: `${(docs / markdownIt).toFixed(2)} × (${speed(docs)})`,
      goal: `<= ${GOAL} × markdown-it`,
      ok: docs <= GOAL * markdownIt,
    },
    {
      what: `darkdown to HTML (beside @markdoc/markdoc: ${speed(markdoc)})`,
      figure: `${(docs / markdoc).toFixed(2)} ×`,
      goal: '',
      ok: null,
    },
    {
      what: `darkdown to HTML, the worst of ${HOSTILE.length} hostile texts of 10 kB (${JSON.stringify(hostile.piece)} repeated)`,
      figure: `${hostile.ms.toFixed(1)} ms`,
      goal: `<= ${HOSTILE_GOAL_MS} ms`,
      ok: hostile.ms <= HOSTILE_GOAL_MS,
    },
  ];
}
