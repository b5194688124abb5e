/** A definition in a conditional is known to the whole page: what a link outside would show of it is an error. */
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

const DEFINITION = '[plan]: https://example.com/plan (The plan)';
const gate = (body: string, audience = 'staff'): string =>
  `{% conditional audience="${audience}" %}\n\n${body}\n\n{% /conditional %}`;

async function check(body: string) {
  const folder = await temporaryFolder({
    'docs-cli.config.yml': 'content:\n  - path: docs\n',
    'docs/v1/d/page.md': `---\ntitle: Page\n---\n\n${body}\n`,
  });
  const run = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(run.stdout) as {
    readonly findings: readonly { readonly code: string; readonly line: number }[];
  };
  const lines = findings.flatMap(({ code, line }) => (code === 'gated-definition' ? line : []));
  return { lines, exitCode: run.exitCode };
}

describe('docs check has an error for a definition in a conditional that is used', () => {
  test.each([
    ['below it', `${gate(DEFINITION)}\n\nSee [plan].`, 7],
    ['above it', `See [the plan][PLAN].\n\n${gate(DEFINITION)}`, 9],
    ['by an image', `${gate(DEFINITION)}\n\n![plan]`, 7],
    ['in a callout', `${gate(DEFINITION)}\n\n{% callout %}\nSee [plan][].\n{% /callout %}`, 7],
    ['in another conditional', `${gate(DEFINITION)}\n\n${gate('See [plan].', 'partners')}`, 7],
    ['in the conditional around it', gate(`See [plan].\n\n${gate(DEFINITION)}`), 11],
    [
      'also inside, where it stands in a list',
      `${gate(`- [plan]\n\n  ${DEFINITION}`)}\n\n[plan]`,
      9,
    ],
    ['although the next one is outside', `${gate(DEFINITION)}\n\n[plan]: /b\n\nSee [plan].`, 7],
  ])('%s', async (_, body, line) => {
    expect(await check(body)).toEqual({ lines: [line], exitCode: 1 });
  });
});

describe('docs check has none', () => {
  test.each([
    ['for one that is used inside only', gate(`See [plan].\n\n${DEFINITION}`)],
    ['for one that is used in a conditional inside', gate(`${DEFINITION}\n\n${gate('[plan]')}`)],
    ['for one that nothing uses', gate('[//]: # (a comment)')],
    ['for one outside', `${DEFINITION}\n\n${gate('See [plan].')}`],
    ['if an earlier one outside counts', `${DEFINITION}\n\n${gate(DEFINITION)}\n\n[plan]`],
    ['if the label outside is code', `${gate(DEFINITION)}\n\n\`[plan]\``],
  ])('%s', async (_, body) => {
    expect((await check(body)).lines).toEqual([]);
  });
});
