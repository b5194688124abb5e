/** Requests whose sender leaves before it has sent all of the body. */
import { expect, test } from 'vitest';
import { MAX_DEFINITION_BYTES } from '../../src/model/operations.ts';
import { readBody } from '../../src/platform/request/body.ts';
import { Refusal } from '../../src/platform/refusal.ts';

// oxlint-disable-next-line require-await -- what node:http gives is asynchronous
async function* cutOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"title":"');
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

test('a body that is cut off is refused, and is not logged as an error of the platform', async () => {
  await expect(readBody(cutOff(), MAX_DEFINITION_BYTES)).rejects.toThrow(Refusal);
});
