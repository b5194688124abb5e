/** The project in which commands are run, and the parts of it that a service might mention. */

/** The title of the project's definition. */
export const UPLOADED_TITLE = 'Petstore';

const PETSTORE = `openapi: 3.0.3
info: { title: ${UPLOADED_TITLE}, version: 1.0.0 }
servers: [{ url: 'https://petstore.example.com' }]
paths:
  /pets:
    get:
      summary: List pets
      operationId: listPets
      responses:
        '200': { description: All of them }
`;

export const PROJECT = {
  'docs-cli.config.yml': 'content:\n  - path: docs\nchangelogs:\n  news: 1\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\n## Intro\n\nHow to begin.\n',
  'docs/v1.0/guides/errors.md': '---\ntitle: Errors\n---\n\nWhat goes wrong.\n',
  'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n',
  'docs/changelogs/news/first.md': '---\ntitle: First\npublished: true\n---\n\nIt is here.\n',
  'docs/changelogs/news/second.md': '---\ntitle: Second\npublished: false\n---\n\nAnd goes on.\n',
  'openapi/petstore.yaml': PETSTORE,
};

/** Texts of the project, by the field in which they might occur. */
export const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'Version.slug': ['v1.0', 'v1.0', 'v2.0'],
  'Version.name': ['v1.0', 'First'],
  'version.name': ['v1.0', 'First'],
  'Documentation.slug': ['guides', 'guides', 'reference'],
  'Documentation.title': ['Guides', 'guides'],
  'documentation.title': ['Guides', 'guides'],
  'Page.slug': ['intro', 'errors', 'new'],
  'Page.title': ['Intro', 'Errors', 'New'],
  'page.title': ['Intro', 'Errors', 'New'],
  'Changelog Post.slug': ['first', 'other'],
  'Changelog Post.title': ['First', 'Other'],
  'Reference.slug': ['petstore'],
  'Reference.title': ['Petstore'],
  'reference.title': ['Petstore'],
  path: ['v1.0/guides/intro', 'v1.0/guides/errors', '/v1.0/guides/intro#intro'],
  email: ['ann@example.com', 'bo@example.com'],
  contentDraft: ['## Intro\n\nHow to begin.\n', 'What goes wrong.\n', '{% callout %}\nA.\n'],
  contentPublished: ['## Intro\n\nHow to begin.\n', 'What goes wrong.\n', 'Old.\n'],
};

/** The file allows any object and any text as a definition. These are examples. */
export const DEFINITIONS: Readonly<Record<string, readonly string[]>> = {
  'application/json': [
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Petstore', version: '1' }, paths: {} }),
    JSON.stringify({ swagger: '2.0', info: { title: 'Petstore', version: '1' }, paths: {} }),
  ],
  'text/yaml': [PETSTORE, PETSTORE.replace('List pets', '"\\e[31mAll pets"')],
};

/** The contents of the project's archive. */
export const EXPORTED = {
  'v1.0/Guides/1 Intro.md': '---\ntitle: Intro\nslug: intro\n---\n\nHow to begin.\n',
  'v1.0/Guides/2 Errors.md': '---\ntitle: Errors\nslug: errors\n---\n\nWhat goes wrong.\n',
};
