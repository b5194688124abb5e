/** Every answer that the vendor's description of the API allows is understood. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../../src/api/decode/answers.ts';
import { answersOf, answerSchema } from '../support/contract/answers.ts';
import { HAS_CONTRACT, NO_CONTRACT, readContract } from '../support/contract/file.ts';

const TIMES = { sentAt: { now: 0, elapsed: 0 } };

const DECODERS: readonly (readonly [call: string, status: number, keyof typeof ANSWERS])[] = [
  ['GET /page', 200, 'findPage'],
  ['GET /page/{id}', 200, 'readPage'],
  ['PUT /page/{id}', 200, 'updatePage'],
  ['PUT /page/{id}/publish', 200, 'publishPage'],
  ['POST /documentation/{id}/page', 200, 'createPage'],
  ['GET /version', 200, 'listVersions'],
  ['PUT /version/{id}', 200, 'updateVersion'],
  ['POST /version/{id}/clone', 201, 'cloneVersion'],
  ['GET /version/{id}/documentation', 200, 'listDocumentations'],
  ['GET /version/{id}/report', 200, 'readReport'],
  ['GET /version/{id}/broken-links', 200, 'listBrokenLinks'],
  ['POST /version/{versionId}/reference', 201, 'uploadReference'],
  ['PUT /reference/{id}/publish', 201, 'publishReference'],
  ['GET /all', 200, 'listAll'],
  ['GET /search', 200, 'search'],
  ['GET /audit', 200, 'listAudit'],
  ['GET /users', 200, 'listUsers'],
  ['GET /reader-access', 200, 'listAccess'],
  ['POST /reader-access', 200, 'grantAccess'],
  ['PATCH /reader-access', 200, 'revokeAccess'],
  ['POST /changelog/{id}/post', 200, 'createPost'],
  ['GET /changelog/{id}/post', 200, 'listPosts'],
];

describe.skipIf(!HAS_CONTRACT)(`answers of the contract${NO_CONTRACT}`, () => {
  test.each(DECODERS)(
    'of %s with %d are decoded, in every form that it allows',
    (call, status, operation) => {
      const contract = readContract();
      const [method = '', path = ''] = call.split(' ');
      const answers = answersOf(contract, answerSchema(contract, method, path, status));
      fc.assert(
        fc.property(answers, (answer) => {
          expect(() => ANSWERS[operation](JSON.parse(JSON.stringify(answer)), TIMES)).not.toThrow();
        }),
        { numRuns: 300 },
      );
    },
  );

  test('have a decoder each, unless they are not JSON or have no content', () => {
    const others = ['DELETE /page/{id}', 'GET /reference/{id}/definition', 'GET /export'];
    const described = Object.entries(readContract().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...DECODERS.map(([call]) => call), ...others].toSorted()).toEqual(described.toSorted());
  });
});
