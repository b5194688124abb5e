/** Every command that writes to the platform, with something to write, for `security.test.ts`. */
import type { OperationName } from '../../../src/model/operations.ts';
import { openWorld, type World } from '../../support/world.ts';

export interface Writer {
  /** Without `--yes`. */
  readonly argv: readonly string[];
  /** What it sends once it was agreed to: all of these, and nothing else that writes. */
  readonly sends: readonly OperationName[];
  /** What a person types for a yes; left out: `y`. */
  readonly yes?: string;
  /** It would look for its list there. */
  readonly stdin?: string;
}

const call = (argv: string, ...sends: OperationName[]): Writer => ({
  argv: argv.split(' '),
  sends,
});

export const WRITERS: Readonly<Record<string, Writer>> = {
  push: call('push --publish', 'createPage', 'updatePage', 'publishPage'),
  sync: call('sync', 'createPage', 'updatePage'),
  'page push': call('page push docs/v1.0/guides/intro.md', 'updatePage'),
  'page publish': call('page publish v1.0/guides/errors', 'publishPage'),
  'page delete': { ...call('page delete v1.0/guides/errors', 'deletePage'), yes: 'errors' },
  'changelog push': call('changelog push', 'createPost'),
  'version clone': call('version clone v1.0 --name v9', 'cloneVersion'),
  'version publish': call('version publish v1.0', 'updateVersion'),
  'version unpublish': call('version unpublish v2.0', 'updateVersion'),
  'version update': call('version update v1.0 --name First', 'updateVersion'),
  'ref upload': call('ref upload openapi/petstore.yaml --in v1.0', 'uploadReference'),
  'ref publish': call('ref publish petstore --in v1.0', 'publishReference'),
  'access grant': { ...call('access grant -', 'grantAccess'), stdin: 'ann@example.com\n' },
  'access revoke': { ...call('access revoke -', 'revokeAccess'), stdin: 'bo@example.com\n' },
  api: call('api PATCH /reader-access -f email=bo@example.com', 'revokeAccess'),
};

const petstore = (summary: string): string => `openapi: 3.0.3
info: { title: Petstore, version: 1.0.0 }
paths:
  /pets:
    get: { summary: ${summary}, operationId: listPets, responses: { '200': { description: All } } }
`;

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** A project where each of `WRITERS` has something to write. */
export async function openWritersWorld(): Promise<World> {
  const world = await openWorld(
    {
      'docs-cli.config.yml': 'content:\n  - path: docs\n',
      'docs/v1.0/_settings.yaml': 'name: v1.0\npublished: false\n',
      'docs/v2.0/_settings.yaml': 'name: v2.0\npublished: true\n',
      'docs/v1.0/guides/intro.md': page('Intro', 'First.'),
      'docs/v1.0/guides/errors.md': page('Errors', 'Errors.'),
      'docs/v2.0/guides/intro.md': page('Intro', 'First.'),
      'openapi/petstore.yaml': petstore('Pets'),
    },
    { rateLimits: false },
  );
  await world.run('push', '--publish', '--yes');
  // A draft of this folder, because a push publishes no other one.
  await world.write({ 'docs/v1.0/guides/errors.md': page('Errors', 'Errors, edited.') });
  await world.run('push', '--no-publish', '--yes');
  await world.run('access', 'grant', 'bo@example.com', '--yes');
  const upload = 'ref upload openapi/petstore.yaml --in v1.0 --draft --create --yes';
  await world.run(...upload.split(' '));
  const [changelog] = await world.platform.admin.changelogs();
  await world.write({
    'docs-cli.config.yml': `content:\n  - path: docs\nchangelogs:\n  news: ${changelog?.id}\n`,
    'docs/changelogs/news/first.md': page('First', 'News.'),
    'docs/v1.0/guides/intro.md': page('Intro', 'Second.'),
    'docs/v1.0/guides/new.md': page('New', 'New.'),
    'openapi/petstore.yaml': petstore('All pets'),
  });
  world.platform.requests.reset();
  return world;
}
