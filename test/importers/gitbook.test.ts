import { expect, test } from 'vitest';
import { importFiles } from '../support/import-files.ts';

test('GitBook: of tags that have no counterpart, the content stays, and what readers see of their attributes', async () => {
  const imported = await importFiles('gitbook', {
    'README.md': `# One

{% columns %}
{% column width="50%" %}
Left.
{% endcolumn %}
{% endcolumns %}

{% if visitor.claims.plan == "pro" %}
For some.
{% endif %}

{% api-method method="get" path="/birds" summary="All birds" %}
Inside.
{% endapi-method %}
`,
  });
  expect(imported.issues.map(({ line, kind, says }) => [line, kind, says])).toEqual(
    (
      [
        [3, 'columns'],
        [4, 'column'],
        [9, 'if'],
        [13, 'api-method'],
      ] as const
    ).map(([line, name]) => [
      line,
      'container',
      `The tag \`${name}\` was removed; its content stays.`,
    ]),
  );
  expect(imported.body('introduction.md')).toBe(
    'Left.\n\nFor some.\n\nget /birds All birds\n\nInside.',
  );
});
