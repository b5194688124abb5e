import * as v from 'valibot';
import type { AuditEntity, AuditEntry, AuditOperation, AuditScope } from '../../model/resources.ts';
import { described, document, exactly, instant, text } from '../shared/document.ts';

export const auditTailSchema = document(
  'audit-tail',
  'docs audit tail --json',
  'One entry. The output has one such document per line, the newest last.',
  exactly<AuditEntry>()(
    v.strictObject({
      ipAddress: text(),
      entity: text<AuditEntity>(),
      entityId: text(),
      details: v.looseObject({}),
      scope: text<AuditScope>(),
      message: text(),
      operation: text<AuditOperation>(),
      timestamp: instant(),
      user: text(),
      apiKey: described(
        v.nullable(v.boolean()),
        'Whether the change was made with an API key; null if the platform does not report it.',
      ),
    }),
  ),
);
