// The floor of a first push: digests and sends files, writes a lock. No plan, log or limits.
//   node bench/bare-push.js <folder> <base URL>
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';

const AT_ONCE = 32;
const [folder = '', baseUrl = ''] = process.argv.slice(2);
const guide = join(folder, 'docs/v1.0/guide');

/** @param {string} text */
const digestOf = (text) => createHash('sha256').update(text).digest('base64url');

const pages = readdirSync(guide).map((name) => {
  const text = readFileSync(join(guide, name), 'utf8');
  const [head = '', header = ''] = /^---\n(.*?)\n---\n\n/s.exec(text) ?? [];
  const [, title = ''] = /^title: (.*)$/m.exec(header) ?? [];
  const content = text.slice(head.length);
  return { slug: name.replace(/\.md$/, ''), title, content, digest: digestOf(content) };
});
const pool = new Pool(new URL(baseUrl).origin, { connections: AT_ONCE });
/** @type {Record<string, object>} */
const lock = {};
const waiting = pages.values();

async function worker() {
  for (const { slug, title, content, digest } of waiting) {
    const { body } = await pool.request({
      path: '/api/v1/documentation/1/page',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
      body: JSON.stringify({ title, slug, content }),
    });
    const answer = /** @type {{ id: number, updated: string, contentDraft: string }} */ (
      await body.json()
    );
    const draft = answer.contentDraft === content ? digest : digestOf(answer.contentDraft);
    lock[slug] = { id: answer.id, title, updated: answer.updated, sent: digest, draft };
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
await pool.close();
writeFileSync(join(folder, 'bare.lock.json'), JSON.stringify(lock));
