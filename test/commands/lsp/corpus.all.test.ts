import { cp, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { hasCorpus, LAYOUTS } from '../../support/corpus.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { LanguageServer } from '../../support/language-server.ts';
import { realFolder } from '../../support/real-folder.ts';

interface Found {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

describe.skipIf(!hasCorpus)('real content', () => {
  test.each(LAYOUTS)('docs lsp shows exactly what docs check finds in the %s', async (layout) => {
    const folder = await temporaryFolder();
    await cp(await realFolder(layout), folder, { recursive: true });
    await writeFiles(folder, { 'docs-cli.config.yml': 'content: [{ path: . }]\n' });
    const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
    const { findings } = JSON.parse(stdout) as { findings: readonly Found[] };
    const expected = findings.map(
      (each) => `${each.file} ${each.code}@${each.line}:${each.column}`,
    );
    const server = new LanguageServer(folder);
    await server.start();
    const shown = (): readonly string[] =>
      [...server.shown.keys()].flatMap((uri) => {
        const file = decodeURIComponent(uri.slice(server.uri('').length));
        return server.codes(file).map((code) => `${file} ${code}`);
      });
    await server.until(() => shown().length === expected.length);
    expect(shown().toSorted()).toEqual(expected.toSorted());
    // The same, page by page, for texts that are open.
    const files = [...new Set(findings.map(({ file }) => file))];
    for (const file of files) {
      server.open(file, await readFile(`${folder}/${file}`, 'utf8'));
    }
    await server.until(() =>
      files.every((file) => server.shown.get(server.uri(file))?.version === 1),
    );
    expect(shown().toSorted()).toEqual(expected.toSorted());
  });
});
