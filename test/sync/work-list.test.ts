import { expect, test } from 'vitest';
import type { Create, Publish, Update } from '../../src/model/change.ts';
import type { Digest } from '../../src/model/ids.ts';
import type { LocalPage } from '../../src/model/local.ts';
import { writesOf } from '../../src/sync/plan/work-list.ts';
import type { PageWork } from '../../src/sync/plan/work-list.ts';

const [create, publish] = [{ kind: 'create' } as Create, { kind: 'publish' } as Publish];
const update = (...fields: Update['fields']) => ({ kind: 'update', fields }) as Update;
const [HEAD, SHOWN] = ['head', 'shown'] as [Digest, Digest];

// The changes of a page, what its file has for readers (beside the text "head"), and the writes.
test.each<[Partial<PageWork>, Digest | null, string[]]>([
  [{}, HEAD, []],
  [{ create }, HEAD, ['create head']],
  [{ create, publish }, HEAD, ['create head', 'publish']],
  [{ create }, SHOWN, ['create head']],
  [{ create, publish }, SHOWN, ['create published', 'publish', 'update head']],
  [{ update: update('body') }, HEAD, ['update head']],
  [{ update: update('body', 'title') }, HEAD, ['update title head']],
  [{ update: update('title') }, HEAD, ['update title']],
  [{ update: update('slug') }, null, ['update']],
  [{ update: update('title'), publish }, HEAD, ['update title', 'publish']],
  [
    { update: update('title'), publish },
    SHOWN,
    ['update title published', 'publish', 'update head'],
  ],
  [{ publish }, HEAD, ['publish']],
  [{ publish }, null, ['publish']],
  [{ publish }, SHOWN, ['update published', 'publish', 'update head']],
])('the writes of %j with the published text %j are %j', (changes, published, expected) => {
  const local = { head: HEAD, published } as LocalPage;
  const writes = writesOf({ local, ...changes } as PageWork);
  const shown = writes.map((write) =>
    [write.op, ...(write.op === 'update' && write.title ? ['title'] : []), write.text ?? '']
      .join(' ')
      .trim(),
  );
  expect(shown).toEqual(expected);
});
