import type { AuditEntry, AuditPage } from '../../model/resources.ts';
import {
  asFlagOrNull,
  asDate,
  asInteger,
  asList,
  asObject,
  asTextOrEmpty,
  asTextOrNull,
  asWord,
} from './shape.ts';

/** Contract, section 2, "Audit entry", and section 4, "Get audit log". */
export function decodeAuditPage(json: unknown): AuditPage {
  const page = asObject(json, 'audit');
  return {
    data: asList(page['data'], 'audit.data', entryAt),
    count: asInteger(page['count'], 'audit.count'),
    total: asInteger(page['total'], 'audit.total'),
    cursor: asTextOrNull(page['cursor'], 'audit.cursor'),
  };
}

function entryAt(json: unknown, name: string): AuditEntry {
  const entry = asObject(json, name);
  return {
    ipAddress: asTextOrEmpty(entry['ipAddress'], `${name}.ipAddress`),
    entity: asWord(entry['entity'], `${name}.entity`) as AuditEntry['entity'],
    entityId: entityIdOf(entry['entityId'], `${name}.entityId`),
    details: detailsOf(entry['details'], `${name}.details`),
    scope: asTextOrEmpty(entry['scope'], `${name}.scope`) as AuditEntry['scope'],
    message: asTextOrEmpty(entry['message'], `${name}.message`),
    operation: asWord(entry['operation'], `${name}.operation`) as AuditEntry['operation'],
    timestamp: asDate(entry['timestamp'], `${name}.timestamp`),
    user: asTextOrEmpty(entry['user'], `${name}.user`),
    apiKey: asFlagOrNull(entry['apiKey'], `${name}.apiKey`),
  };
}

/** A string in the contract, while every other id of this service is a number. Both are accepted. */
const entityIdOf = (value: unknown, name: string): string =>
  typeof value === 'number' ? String(value) : asTextOrEmpty(value, name);

/** PHP prints an empty dictionary as `[]`. */
function detailsOf(value: unknown, name: string): AuditEntry['details'] {
  if (value === undefined || value === null) return {};
  if (Array.isArray(value) && value.length === 0) return {};
  return asObject(value, name);
}
