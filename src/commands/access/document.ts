import * as v from 'valibot';
import type { Instant } from '../../model/ids.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import { type ItemOf, batchDocument } from '../shared/batch/document.ts';
import { type Printed, document, exactly, instant, int, text } from '../shared/document.ts';

const expiry = v.nullable(text<Instant>('Null means never.'));

const reader = exactly<ReaderAccess>()(
  v.strictObject({
    email: text(),
    expiresAt: expiry,
    created: instant(),
    revoked: v.nullable(text<Instant>('Null if it was not revoked.')),
  }),
);

const listedAccess = v.strictObject({
  ...reader.entries,
  state: v.picklist(['active', 'expired', 'revoked']),
});
export type ListedAccess = Printed<typeof listedAccess>;

/** The present state of a reader's access. */
export type AccessState = ListedAccess['state'];

export const accessListSchema = document(
  'access-list',
  'docs access list --json',
  'The readers, by address.',
  v.array(listedAccess),
);

/** What the items of both have; those that cannot be used have only the line. */
const ofReader = {
  kind: v.exactOptional(
    v.picklist(['new', 'restored', 'extended', 'shortened', 'revoked', 'unchanged', 'unknown']),
  ),
  from: v.exactOptional(expiry),
  to: v.exactOptional(expiry),
  line: v.exactOptional(v.nullable(int('Line in the file; null for an argument.'))),
};

export const accessGrantSchema = batchDocument(
  'access-grant',
  'docs access grant --json',
  'What was, or with --dry-run would be, done for each address.',
  ofReader,
);
/** A change with its expiries as dates. */
export type AccessItem = ItemOf<typeof accessGrantSchema>;

export const accessRevokeSchema = batchDocument(
  'access-revoke',
  'docs access revoke --json',
  'What was, or with --dry-run would be, done for each address.',
  ofReader,
);
