import * as v from 'valibot';
import type { Instant } from '../../model/ids.ts';
import type { ReaderAccess } from '../../model/resources.ts';
import {
  type Printed,
  described,
  document,
  exactly,
  instant,
  int,
  text,
} from '../shared/document.ts';

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

const granted = v.pipe(
  v.strictObject({
    kind: v.picklist(['new', 'restored', 'extended', 'shortened', 'unchanged']),
    email: text(),
    from: v.exactOptional(expiry),
    to: expiry,
  }),
  v.title('change'),
);

const revoked = v.pipe(
  v.strictObject({ kind: v.picklist(['revoked', 'unchanged', 'unknown']), email: text() }),
  v.title('change'),
);

/** A change with its expiries as dates. */
export type ShownChange = Printed<typeof granted | typeof revoked>;

const invalidEntry = v.strictObject({
  text: text(),
  line: v.nullable(int('Line in the file; null for an argument.')),
  reason: text(),
});
/** A line that cannot be used. */
export type InvalidEntry = Printed<typeof invalidEntry>;

const accessReport = <Change extends v.GenericSchema<unknown, ShownChange>>(change: Change) =>
  v.strictObject({
    plan: described(v.array(change), 'One for each address, in the order given.'),
    invalid: v.array(invalidEntry),
    done: v.array(change),
    failed: v.array(v.strictObject({ change, reason: text() })),
    left: described(v.array(change), 'Failed or not tried: work for a later run.'),
  });
export type AccessReport = Printed<
  ReturnType<typeof accessReport<v.GenericSchema<unknown, ShownChange>>>
>;

export const accessGrantSchema = document(
  'access-grant',
  'docs access grant --json',
  'What was planned, what was done, and what is left.',
  accessReport(granted),
);

export const accessRevokeSchema = document(
  'access-revoke',
  'docs access revoke --json',
  'What was planned, what was done, and what is left.',
  accessReport(revoked),
);
