// The floor of a first push: the same bodies through a bare undici pool, nothing else.
//   node bench/bare-pool.js <base URL> <pages>
import { Pool } from 'undici';
import { bodyOf, slugOf } from './project.js';

const AT_ONCE = 32;
const [baseUrl = '', pagesText] = process.argv.slice(2);
const pages = Number(pagesText);
const { origin } = new URL(baseUrl);
const pool = new Pool(origin, { connections: AT_ONCE });
let next = 1;

async function worker() {
  while (next <= pages) {
    const n = next++;
    const { body } = await pool.request({
      path: '/api/v1/documentation/1/page',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
      body: JSON.stringify({ title: `Page ${n}`, slug: slugOf(n), content: bodyOf(n) }),
    });
    await body.dump();
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
await pool.close();
