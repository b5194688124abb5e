// The smallest server for a push: pages in memory, no rules. Prints its base URL until killed.
//   node bench/bare-server.js
import { createServer } from 'node:http';

const STAMP = '2026-01-01T00:00:00+00:00';
/**
 * @typedef {{ id: number, title: string, slug: string, contentDraft: string | null,
 *   contentPublished: string | null }} StoredPage
 */
/** @type {Map<number, StoredPage>} */
const pages = new Map();
/** Stands for `updated`: grows with every write. */
let writes = 0;
/** @type {Map<number, string>} */
const updated = new Map();
let requests = 0;
/** What `/all` answers, kept until a write: building it is not what is measured. */
let all = '';

/**
 * Rate limits that nobody reaches: the tool is measured, not its waiting.
 *
 * @param {number} consumed
 */
const unlimited = (consumed) => ({
  'x-ratelimit-limit': 100_000_000,
  'x-ratelimit-remaining': consumed,
  'x-ratelimit-reset': Math.floor(Date.now() / 1000) + 3600,
});

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answer = reply(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString());
    response.writeHead(200, { 'content-type': 'application/json', ...unlimited(++requests) });
    response.end(answer);
  });
});

/**
 * The answer as JSON.
 *
 * @param {string} method
 * @param {string} url
 * @param {string} body
 * @returns {string}
 */
function reply(method, url, body) {
  const [, root, idText, verb] = /^\/api\/v1\/(\w+)(?:\/(\d+))?(?:\/(\w+))?/.exec(url) ?? [];
  if (root === 'all') return (all ||= JSON.stringify(everything()));
  if (root === 'version') return JSON.stringify([version()]);
  const id = Number(idText);
  if (method === 'POST')
    return store({ id: pages.size + 1, contentPublished: null, ...draft(body) });
  const page = pages.get(id);
  if (!page) return '{}';
  if (method === 'GET') return shown(page);
  if (verb === 'publish')
    return store({ ...page, contentPublished: page.contentDraft, contentDraft: null });
  return store({ ...page, ...draft(body) });
}

/** @param {string} body */
function draft(body) {
  const { title, slug, content } = JSON.parse(body);
  return {
    ...(title === undefined ? {} : { title }),
    slug,
    ...(content === undefined ? {} : { contentDraft: content }),
  };
}

/** @param {any} page */
function store(page) {
  pages.set(page.id, page);
  updated.set(page.id, new Date(Date.parse(STAMP) + ++writes * 1000).toISOString());
  all = '';
  return shown(page);
}

/** @param {StoredPage} page */
const shown = (page) =>
  JSON.stringify({
    ...page,
    listed: true,
    created: STAMP,
    updated: updated.get(page.id),
    path: `v1.0/guide/${page.slug}`,
  });

const version = () => ({
  id: 1,
  published: true,
  name: 'v1.0',
  slug: 'v1.0',
  created: STAMP,
  updated: STAMP,
  ordr: 1,
});

const everything = () => ({
  page: Object.fromEntries(
    [...pages.values()].map(({ id, title }) => [
      id,
      { title, updated: updated.get(id), documentationId: 1, listed: true },
    ]),
  ),
  documentation: { 1: { title: 'Guide', versionId: 1, slug: 'guide' } },
  reference: {},
  version: { 1: { name: 'v1.0', published: true, slug: 'v1.0' } },
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${address.port}/api/v1`);
});
