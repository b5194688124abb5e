import type { DocumentationId } from '../../model/ids.ts';
import type { OperationName } from '../../model/operations.ts';
import type { Page } from '../../model/resources.ts';
import type { Http } from './http.ts';

/** Told of a page as it was answered, before whoever asked is. `made`: the documentation in which it was just made. What it throws rejects a read. */
export type SeePage = (page: Page, made: DocumentationId | undefined) => void;

const PAGE_ANSWERS: ReadonlySet<OperationName> = new Set([
  'readPage',
  'findPage',
  'createPage',
  'updatePage',
  'publishPage',
]);

/** `http`, with an eye on all pages that it answers. */
export const watched = (http: Http, see: SeePage): Http => ({
  read: async (call, signal) => {
    const answer = await http.read(call, signal);
    if (PAGE_ANSWERS.has(call.operation)) see(answer as Page, undefined);
    return answer;
  },
  write: async (call, signal) => {
    const written = await http.write(call, signal);
    if (written.kind === 'done' && PAGE_ANSWERS.has(call.operation)) {
      const made =
        call.operation === 'createPage'
          ? (Number(call.path?.['id']) as DocumentationId)
          : undefined;
      see(written.value as Page, made);
    }
    return written;
  },
  bytes: (call, signal) => http.bytes(call, signal),
  stream: (call, signal) => http.stream(call, signal),
});
