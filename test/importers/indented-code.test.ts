import { describe, expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

/** MDX has no code by indentation: fences may stand anywhere. */
describe.each(['mintlify', 'docusaurus'] as const)('code with fences in %s', (tool) => {
  const bodyOf = async (text: string): Promise<string> => {
    const imported = await importFiles(tool, { 'docs/one.mdx': `# One\n\n${text}` });
    expect(imported.issues).toEqual([]);
    return imported.body('one.md');
  };

  test('is code below text that is not indented', async () => {
    const body = await bodyOf(
      '<Note>\nWrite this:\n\n    ```js count.js\n    import { count } from "nests";\n      count({ of: "plover" });\n    ```\n\nDone.\n</Note>\n',
    );
    expect(body).toContain('\nimport { count } from "nests";\n');
    expect(body).toContain('  count({ of: "plover" });\n');
    expect(body).toContain('Done.');
    expect(body).not.toContain('\\{');
    expect(body.match(/```/g)).toHaveLength(2);
  });

  test('is code if it begins in the first column', async () => {
    const body = await bodyOf(
      '<Note>\n    Write this:\n    ```js\nimport { count } from "nests";\n    ```\n    Done.\n</Note>\n',
    );
    expect(body).toContain('import { count } from "nests";\n');
    expect(body.match(/```/g)).toHaveLength(2);
  });

  test('is code in a list', async () => {
    const body = await bodyOf('- one\n\n      ```js\n      if (a) { b }\n      ```\n- two\n');
    expect(body).toContain('if (a) { b }\n');
    expect(body).toContain('- two');
  });
});
