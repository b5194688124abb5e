import * as v from 'valibot';
import type { Source } from '../../config/config.ts';
import type { KeySource } from '../../config/credentials.ts';
import type { Permission } from '../../model/operations.ts';
import { described, document, exactly, narrowed, text } from '../shared/document.ts';
import type { Printed } from '../shared/document.ts';

export const loginSchema = document(
  'login',
  'docs login --json',
  'Where the key was stored.',
  v.strictObject({
    origin: text('The key is only sent there.'),
    keptIn: v.picklist(['system', 'file']),
  }),
);
export type LoggedIn = Printed<typeof loginSchema>;

export const logoutSchema = document(
  'logout',
  'docs logout --json',
  'Addresses whose keys were removed.',
  v.strictObject({ forgotten: described(v.array(text()), 'Origins.') }),
);
export type LoggedOut = Printed<typeof logoutSchema>;

const permissionFinding = v.strictObject({
  permission: text<Permission>(),
  may: v.picklist(['yes', 'no', 'not known']),
  reason: v.nullable(text('Why it is not known.')),
});
/** Whether a key may do something, as far as reads can tell. */
export type PermissionFinding = Printed<typeof permissionFinding>;

export const whoamiSchema = document(
  'whoami',
  'docs whoami --json',
  'The key in use, and what it may do.',
  v.strictObject({
    baseUrl: text(),
    baseUrlFrom: described(
      narrowed<Source>()(
        v.object({
          kind: v.picklist(['flag', 'environment', 'profile', 'file', 'default']),
          name: v.exactOptional(text()),
          file: v.exactOptional(text()),
        }),
      ),
      'Where it came from.',
    ),
    keyFrom: exactly<KeySource>()(v.picklist(['environment', 'system', 'file'])),
    keyEnd: v.nullable(
      text('The last four characters of the key; null if it is too short to show any.'),
    ),
    profile: v.nullable(text()),
    project: described(
      v.strictObject({
        site: v.nullable(text('Where readers find it.')),
        versions: described(
          v.nullable(v.array(v.strictObject({ slug: text(), published: v.boolean() }))),
          'Null: the platform did not list them.',
        ),
      }),
      'What the key opens, as far as the platform tells.',
    ),
    permissions: v.array(permissionFinding),
  }),
);
export type WhoAmI = Printed<typeof whoamiSchema>;
