/** Every answer that the vendor's description of the API allows is understood. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeAccess,
  decodeAccessList,
  decodeAll,
  decodeAuditPage,
  decodeBrokenLinks,
  decodeDocumentations,
  decodePage,
  decodePost,
  decodePosts,
  decodeReference,
  decodeReport,
  decodeSearch,
  decodeUsers,
  decodeVersion,
  decodeVersions,
} from '../../src/api/decode.ts';
import { answersOf, answerSchema } from '../support/contract/answers.ts';
import { HAS_CONTRACT, NO_CONTRACT, readContract } from '../support/contract/file.ts';

const DECODERS: readonly (readonly [call: string, status: number, (json: unknown) => unknown])[] = [
  ['GET /page', 200, decodePage],
  ['GET /page/{id}', 200, decodePage],
  ['PUT /page/{id}', 200, decodePage],
  ['PUT /page/{id}/publish', 200, decodePage],
  ['POST /documentation/{id}/page', 200, decodePage],
  ['GET /version', 200, decodeVersions],
  ['PUT /version/{id}', 200, decodeVersion],
  ['POST /version/{id}/clone', 201, decodeVersion],
  ['GET /version/{id}/documentation', 200, decodeDocumentations],
  ['GET /version/{id}/report', 200, decodeReport],
  ['GET /version/{id}/broken-links', 200, decodeBrokenLinks],
  ['POST /version/{versionId}/reference', 201, decodeReference],
  ['PUT /reference/{id}/publish', 201, decodeReference],
  ['GET /all', 200, decodeAll],
  ['GET /search', 200, decodeSearch],
  ['GET /audit', 200, decodeAuditPage],
  ['GET /users', 200, decodeUsers],
  ['GET /reader-access', 200, decodeAccessList],
  ['POST /reader-access', 200, decodeAccess],
  ['PATCH /reader-access', 200, decodeAccess],
  ['POST /changelog/{id}/post', 200, decodePost],
  ['GET /changelog/{id}/post', 200, decodePosts],
];

describe.skipIf(!HAS_CONTRACT)(`answers of the contract${NO_CONTRACT}`, () => {
  test.each(DECODERS)(
    'of %s with %d are understood, whatever it allows',
    (call, status, decode) => {
      const contract = readContract();
      const [method = '', path = ''] = call.split(' ');
      const answers = answersOf(contract, answerSchema(contract, method, path, status));
      fc.assert(
        fc.property(answers, (answer) => {
          expect(() => decode(JSON.parse(JSON.stringify(answer)))).not.toThrow();
        }),
        { numRuns: 300 },
      );
    },
  );

  test('have a decoder each, but for what is not JSON or says nothing', () => {
    const others = ['DELETE /page/{id}', 'GET /reference/{id}/definition', 'GET /export'];
    const described = Object.entries(readContract().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...DECODERS.map(([call]) => call), ...others].toSorted()).toEqual(described.toSorted());
  });
});
