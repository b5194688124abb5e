import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import { SEVERITIES } from '../../../src/definitions/diff/rules.ts';
import { parseText } from '../../../src/definitions/read-definition.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import { DEFINITIONS, hasDefinitions } from '../../support/large-definitions.ts';

const GHES = (version: string): string => `github-10/generated/ghes-${version}.json`;
const KUBERNETES = (minor: string): string =>
  `kubernetes-client/lib/specs/swagger-1.${minor}.json.gz`;
const WEBHOOKS = (major: string): string => `webhooks-${major}/generated/api.github.com.json`;
const BLOCKFROST = (patch: string): string => `blockfrost-${patch}/openapi.yaml`;
const DIRECTUS = (major: string): string => `directus-${major}/dist/openapi.json`;

/** Versions of one definition, in the packages that `npm run definitions` installs. */
const SERIES: readonly (readonly string[])[] = [
  ['2.21', '2.22'].map((version) => `@octokit/openapi/generated/ghes-${version}.json`),
  ['3.5', '3.6', '3.7'].map(GHES),
  ['10', '11', '12', '13'].map(KUBERNETES),
  ['59', '73', '84', '93'].map(BLOCKFROST),
  ['10', '13', '15'].map(DIRECTUS),
  ['5', '8', '12'].map(WEBHOOKS),
];

test.skipIf(!hasDefinitions)(
  'each rule tells as many changes of public definitions as were found right by hand',
  { timeout: 240_000 },
  async () => {
    const parts: string[] = [];
    for (const paths of SERIES) {
      for (const [at, path] of paths.entries()) {
        const newer = paths[at + 1];
        if (newer !== undefined) parts.push(await countsOf(path, newer));
      }
    }
    await expect(parts.join('\n')).toMatchFileSnapshot('../../golden/ref/public-pairs.txt');
  },
);

/** Not the notes: there are hundreds, and nobody looks at them one by one. */
async function countsOf(older: string, newer: string): Promise<string> {
  const { changes } = diffDefinitions(await load(older), await load(newer));
  const counts = new Map<string, number>();
  for (const { rule, severity, direction } of changes) {
    if (rule === 'documentation-changed') continue;
    const key = [severity, rule, ...(direction === null ? [] : [direction])].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = SEVERITIES.flatMap((severity) =>
    [...counts]
      .filter(([key]) => key.startsWith(severity))
      .map(([key, count]) => `${String(count).padStart(5)} ${key}`)
      .toSorted(),
  );
  return `${older} → ${newer}\n${lines.join('\n')}\n`;
}

async function load(path: string): Promise<Tree> {
  const bytes = readFileSync(`${DEFINITIONS}/${path}`);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const parsed = await parseText(text, path);
  return (parsed.ok ? parsed.value : {}) as Tree;
}
