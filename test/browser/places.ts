/** The project that tests of what is around the text look at: versions, documentations, a long page. */
const PAGE = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\ndescription: About ${title}\n---\n\n${body}\n`;

/** A page with this many sections, each higher than a phone. */
const SECTIONS = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `## Section ${index + 1}\n\n${'Words. '.repeat(400)}`,
  ).join('\n\n');

export const PLACES = {
  'docs/developerhub.yaml': 'title: Lapwing Weather Station\n',
  'docs/v2/_settings.yaml': 'name: v2\n',
  'docs/v2/guide/_settings.yaml': 'title: Guide\n',
  'docs/v2/guide/start.md': PAGE('Start', 'Text.'),
  'docs/v2/guide/long.md': PAGE('A long page', SECTIONS(40)),
  'docs/v2/data/_settings.yaml': 'title: Data\n',
  'docs/v2/data/reading.md': PAGE('Reading', 'Readings.'),
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/start.md': PAGE('Start, before', 'Text.'),
};
